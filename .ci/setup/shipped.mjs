// The packages that the built page is made of: from npm those that it imports, from crates.io those that are compiled into its core.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { capture, projectPath, SetupError } from './commands.mjs';

/** Features of the core in the page: the start page's own core has some of them. */
const FEATURES = ['--no-default-features', '--features', 'wasm,layers'];

/** All of them, by ecosystem and name: `{ ecosystem, name, version, licence, folder }`, the last with the package's own files. */
export function shippedPackages() {
  const lock = JSON.parse(readFileSync(projectPath('package-lock.json'), 'utf8'));
  return [...npmPackages(lock), ...crates(cargoMetadata())].sort(
    (one, other) => compare(one.ecosystem, other.ecosystem) || compare(one.name, other.name),
  );
}

/** Of npm's lock file, what is no tool of the build. Types are gone once it is built. */
export const npmPackages = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev && !path.includes('node_modules/@types/'))
    .map(([path, { version, license }]) => ({
      ecosystem: 'npm',
      name: path.split('node_modules/').at(-1),
      version,
      licence: license,
      folder: projectPath(path),
    }));

/** Of cargo's metadata, what is linked into the core: neither tests nor build scripts, nor macros and what only they use. */
export function crates({ packages, resolve }) {
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const known = new Map(packages.map((each) => [each.id, each]));
  const isMacro = (id) => known.get(id).targets.some(({ kind }) => kind.includes('proc-macro'));
  const linked = new Set();
  const visit = (id) => {
    if (linked.has(id) || isMacro(id)) return;
    linked.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  visit(resolve.root);
  linked.delete(resolve.root);
  return [...linked]
    .map((id) => known.get(id))
    .map(({ name, version, license, manifest_path }) => ({
      ecosystem: 'cargo',
      name,
      version,
      licence: license,
      folder: dirname(manifest_path),
    }));
}

function cargoMetadata() {
  const target = ['--filter-platform', 'wasm32-unknown-unknown'];
  const manifest = ['--manifest-path', projectPath('sim-core', 'Cargo.toml')];
  const text = capture('cargo', ['metadata', '--locked', '--format-version', '1', ...manifest, ...target, ...FEATURES]);
  if (text === null) throw new SetupError('cargo metadata says nothing of the core’s packages');
  return JSON.parse(text);
}

const compare = (one, other) => (one < other ? -1 : Number(one > other));
