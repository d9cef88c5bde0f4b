// The format of the core and of the tools in Rust: rustfmt on every file by name, since it does not find modules that a macro declares.
// `--write` mends.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const FOLDERS = ['sim-core/src', 'sim-core/tests', 'sim-core/examples', '.ci/mutants/core'];
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.rs'))
    .map((path) => `${folder}/${path}`),
);

const mode = process.argv.includes('--write') ? [] : ['--check'];
const { status } = spawnSync('rustfmt', [...mode, '--config-path', 'sim-core/rustfmt.toml', ...files], {
  stdio: 'inherit',
});
console.log(`${files.length} files`);
process.exitCode = status ?? 1;
