// The page: everything it is made of, and the static site in dist/.

import { run } from './commands.mjs';
import { writeNotices } from './notices.mjs';
import { installPackages } from './packages.mjs';
import { requireNode, requireRust } from './prerequisites.mjs';
import { stampedStep } from './steps.mjs';
import { compileWasm, installWasmCompiler } from './wasm.mjs';

/** All that the page's sources import, npm packages and the simulator core, and what has to go with them. */
export async function preparePage() {
  requireNode();
  requireRust(); // before the minutes that the rest may take
  await Promise.all([installPackages(), installWasmCompiler()]);
  await compileWasm();
  await writeNotices();
}

/** The production build, in dist/. */
export async function buildPage() {
  await preparePage();
  await stampedStep(
    {
      name: 'page',
      title: 'production build of the page',
      inputs: ['web', 'public', 'traces', '.tools/notices', 'vite.config.ts', 'package-lock.json'],
      outputs: ['dist/index.html'],
      key: process.version,
    },
    () => run('vite', ['build', '--logLevel', 'warn']),
  );
}
