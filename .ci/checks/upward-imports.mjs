// Imports of the core that run upwards. Its folders have an order, that of the `mod` lines in lib.rs; each may import
// only what stands before it.

/** The folders of the core, from the one that imports none to the ones that may import all. */
export const foldersIn = (lib) => [...lib.matchAll(/^(?:pub )?mod (\w+);$/gm)].map(([, name]) => name);

/**
 * The imports in the file `path` (relative to the core's sources) that name a folder after its own: `[{ line, folder }]`, lines
 * counted from 1. Comments may name anything, and so may the tests at a file's end.
 */
export function upwardImports(path, text, folders) {
  const own = folders.indexOf(path.split('/')[0]);
  const [code] = text.split(/^#\[cfg\(test\)\]\nmod \w+ \{/m);
  return code.split('\n').flatMap((content, index) =>
    [...content.replace(/\/\/.*$/, '').matchAll(/\bcrate::(\w+)/g)]
      .map(([, folder]) => folder)
      .filter((folder) => folders.indexOf(folder) > own)
      .map((folder) => ({ line: index + 1, folder })),
  );
}
