/** The command line, to compare the page with. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const projectPath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const OUTPUT_MAX_BYTES = 64 << 20;

/** What `flashlab`, called in the folder of the shipped traces, prints; built first if need be. */
export async function flashlab(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [projectPath('.ci/flashlab.mjs'), ...args], {
    env: { ...process.env, INIT_CWD: projectPath('traces') },
    maxBuffer: OUTPUT_MAX_BYTES,
  });
  return stdout;
}
