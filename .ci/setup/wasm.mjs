// The simulator core as a WebAssembly package, web/pkg.

import { projectPath, run } from './commands.mjs';
import { requireRust } from './prerequisites.mjs';
import { stampedStep } from './steps.mjs';
import { addWasmTarget, installWasmTools, toolVersions } from './wasm-tools.mjs';

const coreSources = ['sim-core/src', 'sim-core/Cargo.toml', 'sim-core/Cargo.lock'];
const wasmFile = 'web/pkg/sim_core_bg.wasm';

// What rustc takes for granted in a WebAssembly engine, so that wasm-opt does too.
const engineFeatures = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
].map((name) => `--enable-${name}`);

/** Builds web/pkg and what it takes to do so. The npm packages must be there: wasm-opt is one of them. */
export async function buildWasm() {
  const compiler = requireRust();
  await addWasmTarget();
  await installWasmTools();
  await stampedStep(
    {
      name: 'wasm',
      title: 'simulator core as WebAssembly',
      inputs: [...coreSources, 'node_modules/binaryen/package.json'],
      outputs: [wasmFile, 'web/pkg/sim_core.js', 'web/pkg/sim_core.d.ts'],
      key: JSON.stringify([compiler, toolVersions, engineFeatures]),
    },
    async () => {
      const crateFlags = ['--locked', '--no-default-features', '--features', 'wasm'];
      const packFlags = ['--target', 'web', '--release', '--out-dir', '../web/pkg', '--no-pack'];
      await run('wasm-pack', ['--log-level', 'warn', 'build', 'sim-core', ...packFlags, '--', ...crateFlags]);
      await run('wasm-opt', ['-O3', ...engineFeatures, projectPath(wasmFile), '-o', projectPath(wasmFile)]);
    },
  );
}
