// npm run faults [-- NAME...]: plants faults one by one (.ci/faults; those whose names begin so) and tells whether the tests find each.
//
// It works in a copy of the sources, which stays for the next time, as does what is built there: only what a fault changes is built anew.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { main, projectPath, SetupError } from './setup/commands.mjs';
import { requireNode, requireRust } from './setup/prerequisites.mjs';
import { copySources } from './testing/copy-of-sources.mjs';
import { faultsNamed, patchOf } from './testing/faults.mjs';
import { tally } from './testing/tally.mjs';

const COPY = 'sim-core/target/faults/sources';
const BUILT = projectPath('sim-core', 'target', 'faults', 'built');
/** A fault that takes longer to be found is not found. */
const LONGEST_MS = 300_000;
/** A fault that loops may ask for all memory there is. */
const MEMORY_KIB = 12 << 20;

const CARGO = ['--locked', '--no-fail-fast', '--config', 'profile.test.package.sim-core.opt-level=0'];

const cargo = (...args) => ({
  program: 'sh',
  args: ['-c', `ulimit -v ${MEMORY_KIB}; exec cargo test "$@"`, 'sh', ...CARGO, ...args],
  folder: 'sim-core',
  runner: 'cargo',
});
const SUITES = {
  unit: (filters) => cargo('--lib', '--', ...filters),
  tests: (filters) => cargo('--test', 'main', '--', ...filters),
  vitest: (files) => ({ program: 'vitest', args: ['run', ...files], folder: '.', runner: 'vitest' }),
};

main(async () => {
  requireNode();
  requireRust();
  const faults = faultsNamed(process.argv.slice(2));
  if (faults.length === 0) throw new SetupError(`no fault of that name: ls ${patchOf('*')}`);
  if (faults.some(({ runner }) => runner === 'vitest') && !existsSync(projectPath('web/pkg')))
    throw new SetupError('the page is not built: npm run build');
  copySources(COPY);
  for (const runner of Object.keys(SUITES)) await requireGreen(runner, faults);

  let found = 0;
  for (const fault of faults) {
    const { outcome, ms } = await plant(fault);
    console.log(`${outcome.padEnd(14)} ${(ms / 1000).toFixed(0).padStart(4)} s  ${fault.name}: ${fault.what}`);
    found += outcome === 'found' ? 1 : 0;
  }
  console.log(`${found} of ${faults.length} planted faults found`);
  if (found < faults.length) process.exitCode = 1;
});

/** A test that fails anyway would find every fault. */
async function requireGreen(runner, faults) {
  const where = new Set(faults.filter((fault) => fault.runner === runner).flatMap((fault) => fault.where));
  if (where.size === 0) return;
  const { status, output } = await run(SUITES[runner]([...where]), 2 * LONGEST_MS);
  if (status !== 0) throw new SetupError(`tests fail with no fault planted:\n${output}`);
}

async function plant({ name, runner, where }) {
  const start = performance.now();
  const outcome = patched(name) ? await outcomeOf(SUITES[runner](where)) : 'does not apply';
  if (outcome !== 'does not apply') patched(name, '--reverse');
  return { outcome, ms: performance.now() - start };
}

async function outcomeOf(suite) {
  const { status, output, late } = await run(suite, LONGEST_MS);
  const { passed, failed } = tally(suite.runner, output);
  if (late) return 'too slow';
  if (failed > 0 || /process didn't exit successfully.*\(signal: /.test(output)) return 'found'; // or the tests died of it
  return status === 0 ? (passed > 0 ? 'NOT FOUND' : 'no such test') : 'does not build';
}

function patched(name, ...flags) {
  const args = ['apply', `--directory=${COPY}`, ...flags, patchOf(name)];
  return spawnSync('git', args, { cwd: projectPath(), stdio: 'ignore' }).status === 0;
}

/** With a group of processes of its own: a fault may have a test run for ever, which would outlive its runner. */
function run({ program, args, folder }, longest_ms) {
  const path = [projectPath('node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(program, args, {
    cwd: join(projectPath(COPY), folder),
    env: { ...process.env, PATH: path, NO_COLOR: '1', CARGO_TARGET_DIR: BUILT },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let late = false;
  const end = () => process.kill(-child.pid, 'SIGKILL');
  const timer = setTimeout(() => {
    late = true;
    end();
  }, longest_ms);
  // What is planted then is taken out by the next run, which makes the copy anew.
  const interrupted = () => {
    end();
    process.exit(130);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, interrupted);
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new SetupError(`cannot start \`${program}\`: ${error.message}`)));
    child.on('close', (status) => resolve({ status, output, late }));
  }).finally(() => {
    clearTimeout(timer);
    for (const signal of signals) process.off(signal, interrupted);
  });
}
