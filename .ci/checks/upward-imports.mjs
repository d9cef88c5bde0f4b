// Imports that run upwards. The folders of the core and of the page each have an order; each may import only what stands before it.

import { posix } from 'node:path';

/** The folders of the core, from the one that imports none to the ones that may import all: the `mod` lines of lib.rs. */
export const foldersIn = (lib) => [...lib.matchAll(/^(?:pub )?mod (\w+);$/gm)].map(([, name]) => name);

/** The folders of the page in their order: the table of its README. */
export const foldersInTable = (readme) => [
  ...new Set([...readme.matchAll(/^\| \[?`(\w+)\/(?:\w+\/)*`/gm)].map(([, name]) => name)),
];

/**
 * The imports in the Rust file `path` (relative to the core's sources) that name a folder after its own: `[{ line, folder }]`, lines
 * counted from 1. Comments may name anything.
 */
export function upwardImports(path, text, folders) {
  const named = (line) => [...line.replace(/\/\/.*$/, '').matchAll(/\bcrate::(\w+)/g)].map(([, folder]) => folder);
  return upward(path, text, folders, named);
}

/** The same of a TypeScript file (relative to the page's sources). */
export function upwardPageImports(path, text, folders) {
  const named = (line) =>
    [...line.matchAll(/(?:\bfrom|\bimport|\bimport\() ?'(\.[^']+)'/g)].map(
      ([, name]) => posix.join(posix.dirname(path), name).split('/')[0],
    );
  return upward(path, text, folders, named);
}

function upward(path, code, folders, named) {
  const own = folders.indexOf(path.split('/')[0]);
  return code.split('\n').flatMap((content, index) =>
    named(content)
      .filter((folder) => folders.indexOf(folder) > own)
      .map((folder) => ({ line: index + 1, folder })),
  );
}
