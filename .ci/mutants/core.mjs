// Mutants of the core: all in one build, one chosen as the tests start, since each would take minutes to build by itself.

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { capture, projectPath } from '../setup/commands.mjs';
import { requireRust } from '../setup/prerequisites.mjs';
import { changedLines, lives } from '../testing/mutants.mjs';
import { build } from './core/build.mjs';
import { outcomeOf, record } from './core/tests.mjs';

/** The folders of the core whose mutants are tried. */
const FOLDERS = ['nand', 'flash', 'ftl', 'buffer', 'replay', 'metrics'];

export const files = () =>
  capture('git', ['ls-files', ...FOLDERS.map((folder) => `sim-core/src/${folder}/*.rs`)])
    .split('\n')
    .filter((file) => !/\/tests(?:\.rs|\/)/.test(file))
    .sort();

/** The mutants of `files`, each with what came of it. */
export async function mutants(files) {
  requireRust();
  const { mutants: made, programs } = await build(files);
  const reaching = new Map(made.map(({ number }) => [number, []]));
  for (const test of await record(programs)) for (const number of test.numbers) reaching.get(number).push(test);

  const tried = [];
  const keen = keenOnes();
  async function work(waiting) {
    for (const mutant of waiting) {
      const { outcome, by } = await outcomeOf(mutant.number, keen.first(mutant.file, reaching.get(mutant.number)));
      keen.note(mutant.file, by);
      tried.push({ ...placeOf(mutant), outcome });
      tell(tried, made.length);
    }
  }
  const waiting = made.values();
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(waiting)));
  return inOrder(tried, files);
}

const inOrder = (tried, files) =>
  tried.toSorted((one, other) => files.indexOf(one.file) - files.indexOf(other.file) || one.line - other.line);

/** Progress, for hours of it: survivors as they are found, and a count now and then. */
function tell(tried, all) {
  const { outcome, file, line, before, after } = tried.at(-1);
  if (lives({ outcome })) console.error(`  ${outcome}: ${file}:${line}\n  - ${before}\n  + ${after}`);
  if (tried.length % 100 === 0) console.error(`  ${tried.length} of ${all} mutants tried`);
}

/** Tests that noticed mutants: of that file first, then of others, then the rest as they stand. */
function keenOnes() {
  const noticed = new Map();
  const times = (key) => noticed.get(key) ?? 0;
  const keyOf = (file, name) => `${file} ${name}`;
  return {
    first: (file, tests) =>
      tests.toSorted(
        (one, other) =>
          times(keyOf(file, other.name)) - times(keyOf(file, one.name)) || times(other.name) - times(one.name),
      ),
    note(file, name) {
      if (name === null) return;
      for (const key of [name, keyOf(file, name)]) noticed.set(key, times(key) + 1);
    },
  };
}

/** Where a mutant is, and its name. */
function placeOf({ file, site: { start, end, function: within }, instead }) {
  const bytes = readFileSync(projectPath(file));
  const textTo = (offset) => bytes.subarray(0, offset).toString();
  const [from, to] = [textTo(start), textTo(end)];
  const lines = changedLines(bytes.toString(), from.length, to.length, instead);
  return { file, line: from.split('\n').length, function: within, ...lines };
}
