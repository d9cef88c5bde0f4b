// What turns the crate into WebAssembly, in versions that fit each other: Rust's target, wasm-pack, wasm-bindgen.

import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { capture, projectPath, run, SetupError } from './commands.mjs';
import { requireRustup } from './prerequisites.mjs';
import { say, step } from './steps.mjs';

const target = 'wasm32-unknown-unknown';
const buildFolder = projectPath('.tools', 'build');

/** wasm-bindgen's is the crate's own: program and library speak a private format. */
export const toolVersions = () => ({ 'wasm-pack': '0.15.1', 'wasm-bindgen': lockedVersion('wasm-bindgen') });

/** Rust's standard library for WebAssembly. */
export function addWasmTarget() {
  const library = capture('rustc', ['--print', 'target-libdir', '--target', target]);
  return step({ title: `Rust target ${target}`, isDone: () => library !== null && existsSync(library) }, async () => {
    requireRustup(`target ${target}`);
    await run('rustup', ['target', 'add', target]);
  });
}

/** Where tools that were built are kept for other clones on this machine. */
const keptFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'flashlab', 'tools');

/** wasm-pack, and the wasm-bindgen that it would otherwise look for on the network; both built into .tools/, once a machine. */
export async function installWasmTools() {
  const versions = toolVersions();
  await installTool('wasm-pack', 'wasm-pack', versions['wasm-pack']);
  // Without what its test runner needs to fetch web drivers.
  await installTool('wasm-bindgen', 'wasm-bindgen-cli', versions['wasm-bindgen'], ['--no-default-features']);
  rmSync(buildFolder, { recursive: true, force: true });
}

function installTool(program, crate, version, features = []) {
  const path = projectPath('.tools', 'bin', program);
  const kept = join(keptFolder, `${program}-${version}-${process.platform}-${process.arch}`);
  const isIt = (file) => capture(file, ['--version']) === `${program} ${version}`;
  if (!isIt(path) && isIt(kept)) copyWhole(kept, path);
  const isDone = () => isIt(path);
  return step({ title: `${program} ${version} (a minute, once)`, isDone }, async () => {
    const folders = ['--root', projectPath('.tools'), '--target-dir', buildFolder];
    const args = ['install', crate, `--version==${version}`, ...features, ...folders, '--force', '--quiet'];
    // Built to be little work for the compiler, in one folder for what both need: the programs run for a few seconds at a time.
    const env = {
      CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
      CARGO_PROFILE_RELEASE_LTO: 'off',
      CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '256',
    };
    try {
      await run('cargo', [...args, '--locked'], { env });
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      // A mirror of the registry may not have the newest of what the crate's lock file names.
      say(`${crate} cannot be built with its own lock file: trying with what this registry has`);
      await run('cargo', args, { env });
    }
    try {
      copyWhole(path, kept);
    } catch (error) {
      say(`${program} is not kept for other clones: ${error.message}`);
    }
  });
}

/** Copies a file so that nobody ever finds half of it. */
function copyWhole(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const half = `${to}.${process.pid}`;
  copyFileSync(from, half);
  renameSync(half, to);
}

function lockedVersion(crate) {
  const lock = readFileSync(projectPath('sim-core', 'Cargo.lock'), 'utf8');
  const version = lock.match(new RegExp(`^name = "${crate}"\\nversion = "(.+)"$`, 'm'))?.[1];
  if (version === undefined) throw new SetupError(`sim-core/Cargo.lock names no ${crate}`);
  return version;
}
