// Files of the core that import each other in a circle, straight or over others.

/**
 * The circles among `files` (path relative to the core's sources → text), each as its files in order, the largest first. A file takes part by
 * what it names of others with `crate::`, `super::`, `self::` or a module of its own (lists of members name those); what a module hands on with `pub use` counts for the file
 * that has it, and for the module only if it names it besides.
 */
export function importCircles(files) {
  const modules = new Map([...files.keys()].map((path) => [moduleOf(path), path]));
  const uses = new Map([...files].map(([path, text]) => [path, usesIn(withoutTests(text))]));
  const handedOn = new Map([...uses].map(([path, { handed_on }]) => [path, handed_on]));
  const imports = new Map();
  for (const [path, { named }] of uses) {
    const targets = named.map((name) => fileOf(absolute(path, name, modules), modules, handedOn));
    imports.set(path, new Set(targets.filter((target) => target !== undefined && target !== path)));
  }
  return circlesIn(imports).sort((a, b) => b.length - a.length);
}

const moduleOf = (path) => path.replace(/(^|\/)(mod|lib)?\.rs$/, '').replace(/\.rs$/, '');

/** The text without comments and without the module of tests at its end. */
const withoutTests = (text) =>
  text.split(/^#\[cfg\((?:all\()?test\b[^\n]*\n(?:#\[[^\n]*\n)*mod \w+ \{/m)[0].replace(/\/\/[^\n]*/g, '');

/** What a file names, as lists of words, and by which words it hands which of them on. */
function usesIn(text) {
  const named = [];
  const handed_on = new Map();
  const rest = text.replace(/pub\([^)]*\)/g, 'pub').replace(/\b(pub\s+)?use\s+([^;]+);/g, (_, is_public, tree) => {
    for (const words of branches(tree.replace(/\s+as\s+\w+/g, '').replace(/\s/g, '')))
      if (is_public) handed_on.set(words.at(-1), words);
      else named.push(words);
    return '';
  });
  for (const [name, words] of handed_on) if (new RegExp(`\\b${name}\\b`).test(rest)) named.push(words);
  for (const [path] of rest.matchAll(/\b(?<!::)\w+(?:::\w+)+/g)) named.push(path.split('::'));
  return { named, handed_on };
}

/** `a::{b, c::d}` as `[[a, b], [a, c, d]]`. */
function branches(tree) {
  const [, head, inside] = tree.match(/^((?:\w+::)*)\{(.*)\}$/s) ?? [];
  if (inside === undefined) return [tree.split('::')];
  const before = head.split('::').slice(0, -1);
  return parts(inside).flatMap((part) => branches(part).map((words) => [...before, ...words]));
}

/** Split at the commas that no inner braces hold. */
function parts(list) {
  const found = [''];
  let depth = 0;
  for (const character of list) {
    depth += { '{': 1, '}': -1 }[character] ?? 0;
    if (character === ',' && depth === 0) found.push('');
    else found[found.length - 1] += character;
  }
  return found.filter((part) => part !== '');
}

/** From the crate's root on; undefined for what is not of this crate. */
function absolute(path, [first, ...rest], modules) {
  const own = moduleOf(path).split('/').filter(Boolean);
  if (first === 'crate') return rest;
  if (first === 'self') return [...own, ...rest];
  if (first === 'super') {
    const ups = 1 + rest.findIndex((word) => word !== 'super');
    return [...own.slice(0, own.length - ups), ...rest.slice(ups - 1)];
  }
  return modules.has([...own, first].join('/')) ? [...own, first, ...rest] : undefined;
}

/** The file that has what `words` name: the innermost module among them, or the one that it hands the next word on from. */
function fileOf(words, modules, handedOn, depth = 0) {
  if (words === undefined) return undefined;
  for (let length = words.length; length >= 0; length -= 1) {
    const path = modules.get(words.slice(0, length).join('/'));
    if (path === undefined) continue;
    const through = handedOn.get(path).get(words[length]);
    if (through === undefined || depth > 5) return path;
    return fileOf(
      [...(absolute(path, through, modules) ?? []), ...words.slice(length + 1)],
      modules,
      handedOn,
      depth + 1,
    );
  }
}

/** The strongly connected parts of a graph that have more than one node: Tarjan's algorithm. */
function circlesIn(edges) {
  const found = [];
  const order = new Map();
  const lowest = new Map();
  const open = [];
  const visit = (node) => {
    order.set(node, order.size);
    lowest.set(node, order.get(node));
    open.push(node);
    for (const next of edges.get(node)) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) < order.get(node)) return;
    const circle = open.splice(open.indexOf(node));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return found;
}
