// npm run reproducible: builds the committed page twice, in two new clones of different names, and compares the files byte for byte.

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, projectPath, run, SetupError } from './setup/commands.mjs';

const NAMES = ['a', 'another-place'];

main(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flashlab-reproducible-'));
  try {
    const [one, other] = [await built(join(folder, NAMES[0])), await built(join(folder, NAMES[1]))];
    const different = [...new Set([...one.keys(), ...other.keys()])].filter(
      (name) => one.get(name) !== other.get(name),
    );
    if (different.length > 0) throw new SetupError(`not the same in both builds: ${different.sort().join(', ')}`);
    console.log(`${one.size} files, the same in both builds`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** The hash of each file of a build of the newest commit, made in `clone`. */
async function built(clone) {
  await run('git', ['clone', '--quiet', '--depth', '1', `file://${projectPath()}`, clone]);
  await run('node', ['.ci/build.mjs'], { cwd: clone });
  const dist = join(clone, 'dist');
  const files = readdirSync(dist, { recursive: true }).filter((name) => statSync(join(dist, name)).isFile());
  const hashes = files.map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(dist, name)))
      .digest('hex'),
  ]);
  rmSync(clone, { recursive: true, force: true });
  return new Map(hashes);
}
