// Planted faults: each is a patch in .ci/faults with what is wrong, and the part of the suite that finds it, in its head.

import { readdirSync, readFileSync } from 'node:fs';
import { projectPath } from '../setup/commands.mjs';

export const FAULTS = '.ci/faults';

const RUNNERS = ['unit', 'tests', 'vitest'];
const HEAD = /^Fault: (.+)\nFound by: (\w+) (.+)\n\n(?=diff --git )/;

/** The faults whose names begin with one of `names`; all of them without any. */
export function faultsNamed(names) {
  const all = readdirSync(projectPath(FAULTS)).filter((file) => file.endsWith('.patch'));
  return all
    .map((file) => file.slice(0, -'.patch'.length))
    .filter((name) => names.length === 0 || names.some((beginning) => name.startsWith(beginning)))
    .map((name) => ({ name, ...readFault(readFileSync(projectPath(patchOf(name)), 'utf8')) }));
}

/** A fault's patch, relative to the project. */
export const patchOf = (name) => `${FAULTS}/${name}.patch`;

/** What is wrong, and what finds it: `unit` and `tests` of the core by filters, `vitest` by files. */
export function readFault(patch) {
  const [, what, runner, where] = HEAD.exec(patch) ?? [];
  if (!RUNNERS.includes(runner))
    throw new Error(`it begins with "Fault: …", "Found by: ${RUNNERS.join('|')} …", a diff`);
  return { what, runner, where: where.split(' ') };
}
