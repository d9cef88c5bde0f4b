// The format of the core: rustfmt on every file by name, since it does not find modules that a macro declares. `--write` mends.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const root = 'sim-core';
const files = ['src', 'tests', 'examples'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true })
    .filter((path) => path.endsWith('.rs'))
    .map((path) => `${folder}/${path}`),
);

const mode = process.argv.includes('--write') ? [] : ['--check'];
const { status } = spawnSync('rustfmt', [...mode, ...files], { cwd: root, stdio: 'inherit' });
console.log(`${files.length} files`);
process.exitCode = status ?? 1;
