import { expect, test } from 'vitest';
import { licencesTaken } from './licence.mjs';
import { billOfMaterials, licences } from './notices.mjs';
import { crates, npmPackages } from './shipped.mjs';

test('of a choice of licences the first that is allowed is taken, of several all', () => {
  const taken = (licence, name = 'x') => licencesTaken({ name, licence });
  expect(taken('0BSD OR MIT OR Apache-2.0')).toEqual(['MIT']);
  expect(taken('Apache-2.0/MIT')).toEqual(['MIT']);
  expect(taken('(MIT OR Apache-2.0) AND Unicode-3.0')).toEqual(['MIT', 'Unicode-3.0']);
  expect(taken('MIT AND GPL-3.0')).toBeNull();
  expect(taken('MPL-2.0')).toBeNull();
  expect(taken('MPL-2.0', 'mediabunny')).toEqual(['MPL-2.0']);
  expect(taken(undefined)).toBeNull();
});

test('tools of the build and types are no part of the page', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0', license: 'ISC' },
    'node_modules/tool': { version: '1.0.0', license: 'MIT', dev: true },
    'node_modules/@types/a': { version: '1.0.0', license: 'MIT' },
  };
  expect(npmPackages({ packages }).map(({ name, version }) => `${name} ${version}`)).toEqual(['a 1.0.0', '@b/c 2.0.0']);
});

test('macros, what only they use, tests and build scripts are not linked into the core', () => {
  const crate = (name, kind = 'lib') => ({
    id: name,
    name,
    version: '1.0.0',
    license: 'MIT',
    manifest_path: `/crates/${name}/Cargo.toml`,
    targets: [{ kind: [kind] }],
  });
  const dep = (pkg, kind = null) => ({ pkg, dep_kinds: [{ kind }] });
  const nodes = [
    { id: 'core', deps: [dep('used'), dep('derive'), dep('tests', 'dev'), dep('script', 'build')] },
    { id: 'used', deps: [dep('deeper')] },
    { id: 'derive', deps: [dep('syntax')] },
    ...['deeper', 'syntax', 'tests', 'script'].map((id) => ({ id, deps: [] })),
  ];
  const packages = nodes.map(({ id }) => crate(id, id === 'derive' ? 'proc-macro' : 'lib'));
  const linked = crates({ packages, resolve: { root: 'core', nodes } });
  expect(linked.map(({ name, folder }) => [name, folder])).toEqual([
    ['used', '/crates/used'],
    ['deeper', '/crates/deeper'],
  ]);
});

test('a text that packages share stands once, and each is in the bill of materials', () => {
  const each = (name, text) => ({ ecosystem: 'npm', name, version: '1.0.0', taken: ['MIT'], text });
  const packages = [each('a', 'Text'), each('@b/c', 'Other'), each('d', 'Text')];
  const text = licences(packages, 'rustc 1');
  expect(text.match(/Text/g)).toHaveLength(1);
  expect(text).toContain('a 1.0.0 (MIT), https://www.npmjs.com/package/a/v/1.0.0\nd 1.0.0 (MIT)');
  expect(billOfMaterials(packages, '0.1.0').components.map(({ purl }) => purl)).toEqual([
    'pkg:npm/a@1.0.0',
    'pkg:npm/%40b/c@1.0.0',
    'pkg:npm/d@1.0.0',
  ]);
});
