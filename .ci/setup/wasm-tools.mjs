// What turns the crate into WebAssembly, in versions that fit each other: Rust's target, wasm-pack, wasm-bindgen.

import { existsSync } from 'node:fs';
import { capture, projectPath, run, SetupError } from './commands.mjs';
import { requireRustup } from './prerequisites.mjs';
import { step } from './steps.mjs';

const target = 'wasm32-unknown-unknown';

/** wasm-bindgen's version is the crate's (sim-core/Cargo.toml): the two speak a private format. */
export const toolVersions = { 'wasm-pack': '0.15.1', 'wasm-bindgen': '0.2.130' };

/** Rust's standard library for WebAssembly. */
export function addWasmTarget() {
  const library = capture('rustc', ['--print', 'target-libdir', '--target', target]);
  return step({ title: `Rust target ${target}`, isDone: () => library !== null && existsSync(library) }, async () => {
    requireRustup(`target ${target}`);
    await run('rustup', ['target', 'add', target]);
  });
}

/** wasm-pack, and the wasm-bindgen that it would otherwise look for on the network; both built into .tools/. */
export async function installWasmTools() {
  await installTool('wasm-pack', 'wasm-pack');
  await installTool('wasm-bindgen', 'wasm-bindgen-cli');
}

function installTool(program, crate) {
  const version = toolVersions[program];
  const path = projectPath('.tools', 'bin', program);
  const isDone = () => capture(path, ['--version']) === `${program} ${version}`;
  return step({ title: `${program} ${version} (a minute or two, once)`, isDone }, async () => {
    const install = [
      'install',
      crate,
      '--version',
      `=${version}`,
      '--root',
      projectPath('.tools'),
      '--force',
      '--quiet',
    ];
    // Built to be small work for the compiler: the programs run for a second at a time.
    const env = { CARGO_PROFILE_RELEASE_OPT_LEVEL: '1' };
    try {
      await run('cargo', [...install, '--locked'], { env });
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      // A registry mirror may not yet have the newest version that the crate's own lock file names.
      await run('cargo', install, { env });
    }
  });
}
