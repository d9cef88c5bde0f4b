// A step says what it does and how long it took, and is skipped while what it depends on is as it was.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectPath } from './commands.mjs';
import { noteTime } from './record.mjs';

/** One line about the set-up. */
export const say = (line) => console.error(`flashlab: ${line}`);

/** Does `work`, timed and announced, unless `isDone()` says that there is nothing to do. */
export async function step({ title, isDone }, work) {
  if (isDone()) return say(`${title}: nothing to do`);
  say(`${title} …`);
  const start = performance.now();
  const outcome = (word) => {
    const ms = performance.now() - start;
    noteTime(title, ms);
    say(`${title}: ${word} ${(ms / 1000).toFixed(1)} s`);
  };
  try {
    await work();
  } catch (error) {
    outcome('failed after');
    throw error;
  }
  outcome('done in');
}

/**
 * A step whose result is a function of files: skipped while the contents of `inputs` (files or folders), and `key`, are
 * those of its last success, and `outputs` are still there. Paths are relative to the project.
 */
export function stampedStep({ name, title, inputs, outputs, key = '' }, work) {
  const isDone = () => isFresh({ name, inputs, outputs, key });
  return step({ title, isDone }, async () => {
    const fingerprint = fingerprintOf(inputs, key); // taken before the work: an edit during it makes the next run do it again
    const stamp = stampFile(name);
    rmSync(stamp, { force: true });
    await work();
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, fingerprint);
  });
}

/** Whether a stamped step would be skipped. */
export function isFresh({ name, inputs, outputs, key = '' }) {
  const stamp = stampFile(name);
  return (
    existsSync(stamp) &&
    outputs.every((path) => existsSync(projectPath(path))) &&
    readFileSync(stamp, 'utf8') === fingerprintOf(inputs, key)
  );
}

/** One hash over a key and the names and contents of files, folders taken whole; what is missing counts as empty. */
export function fingerprintOf(paths, key = '', base = projectPath()) {
  const hash = createHash('sha256').update(`${key}\0`);
  for (const path of paths.flatMap((path) => filesIn(base, path))) {
    const contents = readFileSync(join(base, path));
    hash.update(`${path}\0${contents.length}\0`).update(contents);
  }
  return hash.digest('hex');
}

const stampFile = (name) => projectPath('.tools', 'stamps', name);

function filesIn(base, path) {
  const status = statSync(join(base, path), { throwIfNoEntry: false });
  if (!status) return [];
  if (!status.isDirectory()) return [path];
  return readdirSync(join(base, path))
    .sort()
    .flatMap((name) => filesIn(base, join(path, name)));
}
