// Stryker, which changes the page's code one expression at a time: 64 MB that only `npm run mutants` needs, and so not in package.json.

import { mkdirSync, writeFileSync } from 'node:fs';
import { projectPath, run } from './commands.mjs';
import { stampedStep } from './steps.mjs';

/** The last version that runs on Node 20. */
const VERSION = '9.6.1';
const FOLDER = projectPath('.tools', 'stryker');

/** A file of one of its packages. */
export const inStryker = (...parts) => projectPath('.tools', 'stryker', 'node_modules', '@stryker-mutator', ...parts);

/** Installs Stryker beside the project's packages. Vitest it finds in those. */
export function installStryker() {
  const packages = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);
  return stampedStep(
    {
      name: 'stryker',
      title: `Stryker ${VERSION} (half a minute, once)`,
      inputs: [],
      outputs: ['.tools/stryker/node_modules/.package-lock.json'],
      key: `${VERSION} ${process.version}`,
    },
    async () => {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(projectPath('.tools', 'stryker', 'package.json'), '{ "private": true }\n');
      await run('npm', ['install', '--legacy-peer-deps', '--save-exact', ...packages], { cwd: FOLDER });
    },
  );
}
