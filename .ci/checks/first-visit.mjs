/**
 * The files of a build that a first visit transfers until the start page is usable: what the page names, what that imports at once, and
 * the worker with the first core, which are started by the page's script. `read` gives a file's text by its path.
 */
export function firstVisit(files, read) {
  const named = [...read('index.html').matchAll(/(?:src|href)="\.?\/?([^"]+\.(?:js|css))"/g)].map(([, path]) => path);
  const started = files.filter((path) => /(^|\/)(worker|first_core)[^/]*\.(js|wasm)$/.test(path));
  const found = new Set();
  const visit = (path) => {
    if (found.has(path) || !files.includes(path)) return;
    found.add(path);
    if (!path.endsWith('.js')) return;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    for (const [, name] of read(path).matchAll(/(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+)["'`]/g)) visit(folder + name);
  };
  for (const path of [...named, ...started]) visit(path);
  return found;
}
