// What has to go with the page: licences of the packages in it, and a bill of materials (CycloneDX). Both are functions of the lock
// files: no time, no random number.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { capture, projectPath, SetupError } from './commands.mjs';
import { licencesTaken, licenceText } from './licence.mjs';
import { shippedPackages } from './shipped.mjs';
import { stampedStep } from './steps.mjs';

const FOLDER = '.tools/notices';
const SOURCE = {
  npm: ({ name, version }) => `https://www.npmjs.com/package/${name}/v/${version}`,
  cargo: ({ name, version }) => `https://crates.io/crates/${name}/${version}`,
};

/** Writes both, for the build to take them in. */
export function writeNotices() {
  const rust = capture('rustc', ['--version']);
  return stampedStep(
    {
      name: 'notices',
      title: 'licences and bill of materials',
      inputs: ['package-lock.json', 'sim-core/Cargo.toml', 'sim-core/Cargo.lock', '.ci/setup'],
      outputs: ['licences.txt', 'sbom.cdx.json'].map((name) => `${FOLDER}/${name}`),
      key: rust,
    },
    () => {
      const { version } = JSON.parse(readFileSync(projectPath('package.json'), 'utf8'));
      const packages = shippedPackages().map((each) => ({ ...each, taken: licencesTaken(each) }));
      const refused = packages.filter(({ taken }) => taken === null);
      if (refused.length > 0) {
        const all = refused.map(({ name, licence }) => `${name} (${licence})`).join(', ');
        throw new SetupError(`${all}: no licence that the page may have; .ci/setup/licence.mjs has those that it may`);
      }
      mkdirSync(projectPath(FOLDER), { recursive: true });
      const write = (name, text) => writeFileSync(projectPath(FOLDER, name), text);
      write('licences.txt', licences(packages.map(withText), rust));
      write('sbom.cdx.json', `${JSON.stringify(billOfMaterials(packages, version), null, 2)}\n`);
    },
  );
}

const withText = (each) => {
  const texts = each.taken.map(
    (licence) => licenceText(each.folder, licence) ?? `${licence}; the package has no text of it.`,
  );
  return { ...each, text: texts.join('\n\n') };
};

/** The packages by their licences' texts: one that many share stands once. */
export function licences(packages, rust) {
  const byText = groupBy(packages, ({ text }) => text);
  const line = (each) => `${each.name} ${each.version} (${each.taken.join(' AND ')}), ${SOURCE[each.ecosystem](each)}`;
  const parts = [...byText].map(([text, those]) => `${those.map(line).join('\n')}\n\n${text}`);
  const standard = `The Rust standard library of ${rust} (MIT OR Apache-2.0), https://github.com/rust-lang/rust/blob/main/COPYRIGHT`;
  return `${['What others wrote, and is part of this page.', standard, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

// Map.groupBy is younger than the oldest Node that this runs on.
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** CycloneDX 1.6: what the page is made of. */
export function billOfMaterials(packages, version) {
  const purl = ({ ecosystem, name, version }) => `pkg:${ecosystem}/${name.replace('@', '%40')}@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'flashlab', version, licenses: [{ license: { id: 'MIT' } }] } },
    components: packages.map((each) => ({
      type: 'library',
      'bom-ref': purl(each),
      name: each.name,
      version: each.version,
      licenses: [{ expression: each.taken.join(' AND ') }],
      purl: purl(each),
    })),
  };
}
