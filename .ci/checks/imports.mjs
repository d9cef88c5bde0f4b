// The folders of the core and of the page import downwards only.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { foldersIn, foldersInTable, upwardImports, upwardPageImports } from './upward-imports.mjs';

const parts = [
  { root: 'sim-core/src', order: 'lib.rs', ending: '.rs', foldersIn, upwardIn: upwardImports, isTest: isRustTest },
  {
    root: 'web',
    order: 'README.md',
    ending: '.ts',
    foldersIn: foldersInTable,
    upwardIn: upwardPageImports,
    isTest: (path) => /\.(test|fixture)\.ts$/.test(path),
  },
];

for (const { root, order, ending, foldersIn, upwardIn, isTest } of parts) {
  const read = (path) => readFileSync(`${root}/${path}`, 'utf8');
  const folders = foldersIn(read(order));
  const files = readdirSync(root, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => folders.includes(path.split('/')[0]) && path.endsWith(ending) && !isTest(path, read, root))
    .sort();
  const found = files.flatMap((path) => upwardIn(path, read(path), folders).map((each) => ({ path, ...each })));
  for (const { path, line, folder } of found)
    console.error(`${root}/${path}:${line}: imports ${folder}, which stands after ${path.split('/')[0]}`);
  console.log(
    `${root}: ${files.length} files, ${found.length} imports that run upwards (the order: ${folders.join(' ')})`,
  );
  if (found.length > 0) process.exitCode = 1;
}

/** `#[cfg(test)] mod name;` declares a file of tests. */
function isRustTest(path, read, root) {
  const [, folder, name] = path.match(/^(.*)\/(\w+)\.rs$/);
  const parent = `${folder}/mod.rs`;
  return existsSync(`${root}/${parent}`) && new RegExp(`^#\\[cfg\\(test\\)\\]\nmod ${name};$`, 'm').test(read(parent));
}
