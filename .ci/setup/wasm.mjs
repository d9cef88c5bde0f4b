// The simulator core as a WebAssembly package, web/pkg.

import { projectPath, run } from './commands.mjs';
import { coreSources } from './core.mjs';
import { requireRust } from './prerequisites.mjs';
import { stampedStep } from './steps.mjs';
import { addWasmTarget, installWasmTools, toolVersions } from './wasm-tools.mjs';

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

// Every byte travels to every page, so the compiler is to save: the engine's hot path says for itself what must be
// inlined. For the engine, 'z' would save another 20 KB and cost a quarter of the speed of watched runs; for libraries it
// costs nothing that is noticed, but for those that every byte of a trace goes through.
const smallest = { CARGO_PROFILE_RELEASE_OPT_LEVEL: 's' };
const library = (name, level) => ['--config', `profile.release.package.${name}.opt-level="${level}"`];
const smallestLibraries = [
  ...library('"*"', 'z'),
  ...['memchr', 'miniz_oxide', 'sha2'].flatMap((name) => library(name, 's')),
];

// SHA-256 in a loop rather than unrolled: a quarter of the size.
const compactSha = { CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: '--cfg sha2_backend_soft="compact"' };

/** Installs what compiling takes, then compiles. The npm packages must be there: wasm-opt is one of them. */
export async function buildWasm() {
  await addWasmTarget();
  await installWasmTools();
  await compileWasm();
}

/** Compiles the core into web/pkg. */
export function compileWasm() {
  return stampedStep(
    {
      name: 'wasm',
      title: 'simulator core as WebAssembly',
      inputs: [...coreSources, 'node_modules/binaryen/package.json'],
      outputs: [wasmFile, 'web/pkg/sim_core.js', 'web/pkg/sim_core.d.ts'],
      key: JSON.stringify([requireRust(), toolVersions(), engineFeatures, smallest, smallestLibraries, compactSha]),
    },
    async () => {
      const crateFlags = ['--locked', '--no-default-features', '--features', 'wasm'];
      const packFlags = ['--target', 'web', '--release', '--out-dir', '../web/pkg', '--no-pack'];
      const build = [
        '--log-level',
        'error',
        'build',
        'sim-core',
        ...packFlags,
        '--',
        ...crateFlags,
        ...smallestLibraries,
      ];
      await run('wasm-pack', build, { env: { ...smallest, ...compactSha } });
      await run('wasm-opt', [
        '-O3',
        '--converge',
        ...engineFeatures,
        projectPath(wasmFile),
        '-o',
        projectPath(wasmFile),
      ]);
    },
  );
}
