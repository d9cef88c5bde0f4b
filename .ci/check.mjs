// npm run check: format, lints, types, links and the size of the page.

import { capture, main, run, runAndRead } from './setup/commands.mjs';
import { coreDirectory } from './setup/core.mjs';
import { buildPage } from './setup/page.mjs';
import { requireRustup } from './setup/prerequisites.mjs';
import { noteFailure, noteTime } from './setup/record.mjs';
import { step } from './setup/steps.mjs';

const wasm = '--target wasm32-unknown-unknown --no-default-features --features wasm';

const checks = [
  { name: 'Rust format', command: 'node .ci/checks/rust-format.mjs', mend: 'node .ci/checks/rust-format.mjs --write' },
  {
    name: 'Rust lints',
    command: 'cargo clippy --locked --all-targets --all-features -- -D warnings',
    cwd: coreDirectory,
  },
  { name: 'Rust lints for WebAssembly', command: `cargo clippy --locked ${wasm} -- -D warnings`, cwd: coreDirectory },
  { name: 'types', command: 'tsc --noEmit' },
  { name: 'format and lints', command: 'biome check --error-on-warnings', mend: 'npx biome check --write' },
  { name: 'imports', command: 'node .ci/checks/imports.mjs' },
  { name: 'links', command: 'node .ci/checks/links.mjs' },
  { name: 'page size', command: 'node .ci/checks/size.mjs' },
];

main(async () => {
  await buildPage();
  await addRustComponents();

  const failed = [];
  for (const check of checks) if (!(await passes(check))) failed.push(check);
  for (const { name, command, mend } of failed) console.log(`${name}: FAILED (${mend ? `mend: ${mend}` : command})`);
  console.log(`${checks.length - failed.length} checks passed, ${failed.length} failed`);
  if (failed.length > 0) process.exitCode = 1;
});

async function passes({ name, command, cwd }) {
  console.log(`\n== ${name}: ${command}`);
  const [program, ...args] = command.split(' ');
  const start = performance.now();
  const { succeeded } = await runAndRead(program, args, { cwd });
  noteTime(`check: ${name}`, performance.now() - start);
  if (!succeeded) noteFailure(`check: ${name}`);
  return succeeded;
}

/** rustup's minimal profile leaves out what the checks call. */
function addRustComponents() {
  const isDone = () => ['fmt', 'clippy'].every((name) => capture('cargo', [name, '--version']) !== null);
  return step({ title: 'rustfmt and clippy', isDone }, async () => {
    requireRustup('rustfmt and clippy');
    await run('rustup', ['component', 'add', 'rustfmt', 'clippy']);
  });
}
