/** The command line, to compare the page with. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const projectPath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const OUTPUT_MAX_BYTES = 64 << 20;

/** What `flashlab`, called in the folder of the shipped traces, prints. */
export async function flashlab(...args: string[]): Promise<string> {
  const executable = process.env.FLASHLAB_E2E_NATIVE;
  if (executable === undefined) throw new Error('the command line was not built before the tests');
  const { stdout } = await promisify(execFile)(executable, args, {
    cwd: projectPath('traces'),
    maxBuffer: OUTPUT_MAX_BYTES,
  });
  return stdout;
}
