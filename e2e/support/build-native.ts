import { flashlab } from './native';

/** Builds the command line once, before any test's clock runs. */
export default async function buildNative(): Promise<void> {
  await flashlab('list');
}
