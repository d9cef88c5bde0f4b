// npm test: everything from a fresh clone to the results of all tests.

import { findChromium } from './setup/chromium.mjs';
import { main, runAndRead } from './setup/commands.mjs';
import { coreDirectory } from './setup/core.mjs';
import { cargoEnvironment } from './setup/native.mjs';
import { buildPage } from './setup/page.mjs';
import { requireNode, requireRust } from './setup/prerequisites.mjs';
import { noteFailure, noteTime } from './setup/record.mjs';
import { failures } from './testing/failures.mjs';
import { tally } from './testing/tally.mjs';

const cargo = (name, args) => ({
  name,
  runner: 'cargo',
  args: ['test', '--locked', '--no-fail-fast', ...args],
  options: { cwd: coreDirectory, env: cargoEnvironment, atEnd: true },
});
// Unit tests run for seconds, and the crate is compiled once more for them: not optimised, that takes a sixth of the time.
const unitTests = cargo('Rust, unit', ['--lib', '--config', 'profile.test.package.sim-core.opt-level=0']);
// Examples have no tests: clippy compiles them.
const rust = cargo('Rust', ['--bins', '--test', '*']);
const typescript = { name: 'TypeScript', runner: 'vitest', args: ['run'] };
const endToEnd = { name: 'End to end', runner: 'playwright', args: ['test', '--config', 'e2e'] };

main(async () => {
  requireNode();
  requireRust();
  // Rust's tests need nothing of the page, and each of the two leaves processor time to the other. Browsers have the machine to themselves.
  const [core, page] = await Promise.all([testCore(), testPage()]);
  const results = [...core, page, await runSuite(endToEnd)];
  for (const result of results) console.log(summaryOf(result));
  const total = (count) => results.reduce((sum, result) => sum + result[count], 0);
  console.log(`${total('passed')} passed, ${total('failed')} failed`);
  if (!results.every((result) => result.succeeded)) process.exitCode = 1;
});

/** One after the other: they share a folder. */
async function testCore() {
  return [await runSuite(unitTests), await runSuite(rust)];
}

async function testPage() {
  await buildPage();
  await findChromium();
  return runSuite(typescript);
}

async function runSuite({ name, runner, args, options }) {
  console.log(`\n== ${name}: ${runner} ${args.join(' ')}`);
  const start = performance.now();
  const { succeeded, output } = await runAndRead(runner, args, options);
  const { passed, failed } = tally(runner, output);
  // A suite that could not even be built counts as one failure, so that the total never looks better than it is.
  const ms = performance.now() - start;
  noteTime(`tests: ${name}`, ms);
  if (!succeeded) noteFailure(`tests: ${name}`, failures(runner, output));
  return { name, succeeded, passed, failed: succeeded ? failed : Math.max(failed, 1), ms };
}

function summaryOf({ name, succeeded, passed, failed, ms }) {
  return `${name}: ${succeeded ? 'ok' : 'FAILED'}, ${passed} passed, ${failed} failed, ${(ms / 1000).toFixed(1)} s`;
}
