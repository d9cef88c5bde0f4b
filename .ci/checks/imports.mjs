// The core's folders import downwards only.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { foldersIn, upwardImports } from './upward-imports.mjs';

const root = 'sim-core/src';
const read = (path) => readFileSync(`${root}/${path}`, 'utf8');
const folders = foldersIn(read('lib.rs'));

const isOfAFolder = (path) => folders.includes(path.split('/')[0]) && path.endsWith('.rs');
// `#[cfg(test)] mod name;` declares a file of tests.
const isTest = (path) => {
  const [, folder, name] = path.match(/^(.*)\/(\w+)\.rs$/);
  const parent = `${folder}/mod.rs`;
  return existsSync(`${root}/${parent}`) && new RegExp(`^#\\[cfg\\(test\\)\\]\nmod ${name};$`, 'm').test(read(parent));
};
const files = readdirSync(root, { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => isOfAFolder(path) && !isTest(path))
  .sort();

let upward = 0;
for (const path of files) {
  for (const { line, folder } of upwardImports(path, read(path), folders)) {
    console.error(`${root}/${path}:${line}: imports ${folder}, which stands after ${path.split('/')[0]}`);
    upward += 1;
  }
}
console.log(`${files.length} files, ${upward} imports that run upwards (the order: ${folders.join(' ')})`);
if (upward > 0) process.exitCode = 1;
