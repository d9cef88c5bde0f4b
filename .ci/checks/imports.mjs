// The folders of the core and of the page import downwards only, and no more than a few files of the core import each other in a circle; that none of
// the page do is the linter's.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { importCircles } from './import-circles.mjs';
import { foldersIn, foldersInTable, upwardImports, upwardPageImports } from './upward-imports.mjs';

/** A parent that has a child's type, and a child that has its parent's, are a circle that reads well; more is a knot. */
const MOST_FILES_IN_A_CIRCLE = 7;

const parts = [
  { root: 'sim-core/src', order: 'lib.rs', ending: '.rs', foldersIn, upwardIn: upwardImports, isTest: isRustTest },
  {
    root: 'web',
    order: 'README.md',
    ending: '.ts',
    foldersIn: foldersInTable,
    upwardIn: upwardPageImports,
    isTest: (path) => path.endsWith('.test.ts'),
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

const core = 'sim-core/src';
const sources = readdirSync(core, { recursive: true })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.rs'));
const circles = importCircles(new Map(sources.map((path) => [path, readFileSync(`${core}/${path}`, 'utf8')])));
for (const circle of circles.filter(({ length }) => length > MOST_FILES_IN_A_CIRCLE)) {
  console.error(`${core}: ${circle.length} files import each other in a circle: ${circle.join(' ')}`);
  process.exitCode = 1;
}
console.log(`${core}: the largest circle of imports has ${circles[0]?.length ?? 0} files`);

/** `#[cfg(test)] mod name;` declares a file of tests. */
function isRustTest(path, read, root) {
  const [, folder, name] = path.match(/^(.*)\/(\w+)\.rs$/);
  const parent = `${folder}/mod.rs`;
  return existsSync(`${root}/${parent}`) && new RegExp(`^#\\[cfg\\(test\\)\\]\nmod ${name};$`, 'm').test(read(parent));
}
