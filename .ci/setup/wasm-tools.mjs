// What turns the crate into WebAssembly, in versions that fit each other: Rust's target, wasm-pack, wasm-bindgen.

import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { capture, projectPath, run, SetupError } from './commands.mjs';
import { requireRustup } from './prerequisites.mjs';
import { say, step } from './steps.mjs';

export const wasmTarget = 'wasm32-unknown-unknown';
const buildFolder = projectPath('.tools', 'build');

/** wasm-bindgen's is the crate's own: program and library speak a private format. */
export const toolVersions = () => ({ 'wasm-pack': '0.15.1', 'wasm-bindgen': lockedVersion('wasm-bindgen') });

/** Rust's standard library for WebAssembly. */
export function addWasmTarget() {
  const library = capture('rustc', ['--print', 'target-libdir', '--target', wasmTarget]);
  return step(
    { title: `Rust target ${wasmTarget}`, isDone: () => library !== null && existsSync(library) },
    async () => {
      requireRustup(`target ${wasmTarget}`);
      await run('rustup', ['target', 'add', wasmTarget]);
    },
  );
}

/** Where tools that were built are kept for other clones on this machine. */
const keptFolder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'flashlab', 'tools');

/** Both tools: wasm-pack, and the wasm-bindgen that it would otherwise look for on the network, without what fetches web drivers. */
const tools = () => {
  const versions = toolVersions();
  return [
    { program: 'wasm-pack', crate: 'wasm-pack', version: versions['wasm-pack'], features: [] },
    {
      program: 'wasm-bindgen',
      crate: 'wasm-bindgen-cli',
      version: versions['wasm-bindgen'],
      features: ['--no-default-features'],
    },
  ];
};

const placeOf = ({ program }) => projectPath('.tools', 'bin', program);
const keptPlaceOf = ({ program, version }) =>
  join(keptFolder, `${program}-${version}-${process.platform}-${process.arch}`);
const isTool = (file, { program, version }) => capture(file, ['--version']) === `${program} ${version}`;

/** Whether no tool has to be built. */
export const hasWasmTools = () =>
  tools().every((tool) => isTool(placeOf(tool), tool) || isTool(keptPlaceOf(tool), tool));

/** Both tools, built into .tools/, once a machine. */
export async function installWasmTools() {
  for (const tool of tools()) await installTool(tool);
  rmSync(buildFolder, { recursive: true, force: true });
}

function installTool(tool) {
  const { program, crate, version, features } = tool;
  const [path, kept] = [placeOf(tool), keptPlaceOf(tool)];
  const isDone = () => isTool(path, tool);
  if (!isDone() && isTool(kept, tool)) copyWhole(kept, path);
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
