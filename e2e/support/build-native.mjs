import { checkedExecutable } from '../../.ci/setup/native.mjs';

/** Builds the command line once, before any test's clock runs; workers are told where it is. */
export default async function buildNative() {
  process.env.FLASHLAB_E2E_NATIVE = await checkedExecutable();
}
