// The simulator core as WebAssembly packages: all of it in web/pkg, and what the start page needs in web/pkg-first.

import { projectPath, run } from './commands.mjs';
import { coreSources } from './core.mjs';
import { requireRust } from './prerequisites.mjs';
import { stampedStep } from './steps.mjs';
import { addWasmTarget, hasWasmTools, installWasmTools, toolVersions, wasmTarget } from './wasm-tools.mjs';

// wasm-opt would optimise a function again with each that it inlines into it, which is two thirds of all its time. Inlining once, before
// all else, gives the same speed; rustc has inlined what matters.
const ONCE = '--skip-pass=inlining-optimizing';

// The start page needs page mapping alone; the rest of the core comes when it is in sight.
const cores = [
  {
    title: 'simulator core as WebAssembly',
    folder: 'pkg',
    name: 'sim_core',
    features: ['--features', 'layers'],
    level: 's',
    passes: ['--inlining', '-O3', ONCE],
  },
  {
    title: 'simulator core of the start page',
    folder: 'pkg-first',
    name: 'first_core',
    features: [],
    level: 'z',
    passes: ['-Oz', ONCE],
  },
];

// What rustc takes for granted in a WebAssembly engine, so that wasm-opt does too.
const engineFeatures = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
  'simd',
].map((name) => `--enable-${name}`);

// Every byte travels to every page, so the compiler is to save: the engine's hot path says for itself what must be
// inlined. 'z' costs a quarter of the speed of watched runs: too much for the whole core, nothing for the start page. For libraries it
// costs nothing that is noticed, but for those that every byte of a trace goes through.
const library = (name, level) => ['--config', `profile.release.package.${name}.opt-level="${level}"`];
const smallestLibraries = [
  ...library('"*"', 'z'),
  ...['memchr', 'miniz_oxide', 'sha2'].flatMap((name) => library(name, 's')),
];

// SHA-256 in a loop rather than unrolled: a quarter of the size. SIMD: the ends of a trace's lines are found 16 bytes at a time.
const rustFlags = {
  CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS: '--cfg sha2_backend_soft="compact" -C target-feature=+simd128',
};

/**
 * What compiling takes, besides the npm packages: wasm-opt is one of them. Where the tools have to be built first, the cores are compiled
 * beside them, and wasm-pack finds them done: one after the other, each would leave a processor idle for half of its time.
 */
export async function installWasmCompiler() {
  await addWasmTarget();
  await Promise.all([installWasmTools(), ...(hasWasmTools() ? [] : cores.map(compileLibrary))]);
}

/** Compiles the core both ways, side by side: each keeps one processor busy. */
export async function compileWasm() {
  await Promise.all(cores.map(compileCore));
}

/** The very command that wasm-pack gives to cargo. */
function compileLibrary(core) {
  const args = ['build', '--lib', '--release', '--target', wasmTarget, '--quiet', ...crateFlags(core)];
  return run('cargo', args, { cwd: projectPath('sim-core', 'wasm'), env: crateEnvironment(core) });
}

const crateFlags = ({ features }) => ['--locked', ...features, ...smallestLibraries];

const crateEnvironment = ({ name, level }) => ({
  CARGO_PROFILE_RELEASE_OPT_LEVEL: level,
  CARGO_TARGET_DIR: projectPath('sim-core', 'target', name),
  ...rustFlags,
});

function compileCore(core) {
  const { title, folder, name, level, passes } = core;
  const wasmFile = `web/${folder}/${name}_bg.wasm`;
  return stampedStep(
    {
      name,
      title,
      inputs: [...coreSources, 'sim-core/wasm', 'node_modules/binaryen/package.json'],
      outputs: [wasmFile, `web/${folder}/${name}.js`, `web/${folder}/${name}.d.ts`],
      key: JSON.stringify([requireRust(), toolVersions(), engineFeatures, level, passes, smallestLibraries, rustFlags]),
    },
    async () => {
      const packFlags = [
        '--target',
        'web',
        '--release',
        '--no-pack',
        '--out-dir',
        `../../web/${folder}`,
        '--out-name',
        name,
      ];
      await run(
        'wasm-pack',
        ['--log-level', 'error', 'build', 'sim-core/wasm', ...packFlags, '--', ...crateFlags(core)],
        { env: crateEnvironment(core) },
      );
      const file = projectPath(wasmFile);
      await run('wasm-opt', [...passes, ...engineFeatures, file, '-o', file]);
    },
  );
}
