// npm run faults [-- NAME...]: plants faults one by one (.ci/faults; those whose names begin so) and tells whether the tests find each.
//
// It works in a copy of the sources, which stays for the next time, as does what is built there: only what a fault changes is built anew.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { capture, main, projectPath, SetupError } from './setup/commands.mjs';
import { requireNode, requireRust } from './setup/prerequisites.mjs';
import { faultsNamed, patchOf } from './testing/faults.mjs';
import { tally } from './testing/tally.mjs';

const COPY = 'sim-core/target/faults/sources';
const BUILT = projectPath('sim-core', 'target', 'faults', 'built');
/** What is installed or built beside the sources. */
const BESIDE = ['node_modules', '.tools', 'dist', 'web/pkg', 'web/pkg-first'];
/** A fault that takes longer to be found is not found. */
const LONGEST_MS = 300_000;

const cargo = (...args) => ({
  program: 'cargo',
  args: ['test', '--locked', '--no-fail-fast', '--config', 'profile.test.package.sim-core.opt-level=0', ...args],
  folder: 'sim-core',
  runner: 'cargo',
});
const SUITES = {
  unit: (filters) => cargo('--lib', '--', ...filters),
  tests: (filters) => cargo('--test', 'main', '--', ...filters),
  vitest: (files) => ({ program: 'vitest', args: ['run', ...files], folder: '.', runner: 'vitest' }),
};

main(() => {
  requireNode();
  requireRust();
  const faults = faultsNamed(process.argv.slice(2));
  if (faults.length === 0) throw new SetupError(`no fault of that name: ls ${patchOf('*')}`);
  if (faults.some(({ runner }) => runner === 'vitest') && !existsSync(projectPath('web/pkg')))
    throw new SetupError('the page is not built: npm run build');
  copySources();
  for (const runner of Object.keys(SUITES)) requireGreen(runner, faults);

  const survivors = faults.filter((fault) => {
    const { outcome, ms } = plant(fault);
    console.log(`${outcome.padEnd(14)} ${(ms / 1000).toFixed(0).padStart(4)} s  ${fault.name}: ${fault.what}`);
    return outcome !== 'found';
  });
  console.log(`${faults.length - survivors.length} of ${faults.length} planted faults found`);
  if (survivors.length > 0) process.exitCode = 1;
});

/** Makes the copy what the sources are: what is as it was keeps its time, and with it what was built of it. */
function copySources() {
  const list = (...args) =>
    capture('git', ['ls-files', '-z', ...args])
      .split('\0')
      .filter(Boolean);
  const gone = new Set(list('--deleted'));
  const files = list('--cached', '--others', '--exclude-standard').filter((file) => !gone.has(file));
  const listFile = projectPath(COPY, '..', 'sources.json');
  const before = existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : [];
  const now = new Set(files);
  for (const file of before) if (!now.has(file)) rmSync(projectPath(COPY, file), { force: true });
  for (const file of files) {
    const [from, to] = [readFileSync(projectPath(file)), projectPath(COPY, file)];
    if (existsSync(to) && readFileSync(to).equals(from)) continue;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, from);
  }
  writeFileSync(listFile, JSON.stringify(files));
  for (const folder of BESIDE) {
    if (!existsSync(projectPath(COPY, folder)) && existsSync(projectPath(folder)))
      symlinkSync(projectPath(folder), projectPath(COPY, folder));
  }
}

/** A test that fails anyway would find every fault. */
function requireGreen(runner, faults) {
  const where = new Set(faults.filter((fault) => fault.runner === runner).flatMap((fault) => fault.where));
  if (where.size === 0) return;
  const { status, output } = run(SUITES[runner]([...where]), 2 * LONGEST_MS);
  if (status !== 0) throw new SetupError(`tests fail with no fault planted:\n${output}`);
}

function plant({ name, runner, where }) {
  const start = performance.now();
  const outcome = () => {
    if (!patched(name)) return 'does not apply';
    try {
      const { status, output, late } = run(SUITES[runner](where), LONGEST_MS);
      if (late) return 'too slow';
      if (process.env.FLASHLAB_FAULTS_OUTPUT) console.log(output);
      const { passed, failed } = tally(SUITES[runner]([]).runner, output);
      if (failed > 0) return 'found';
      return status === 0 ? (passed > 0 ? 'NOT FOUND' : 'no such test') : 'does not build';
    } finally {
      patched(name, '--reverse');
    }
  };
  return { outcome: outcome(), ms: performance.now() - start };
}

function patched(name, ...flags) {
  const args = ['apply', `--directory=${COPY}`, ...flags, patchOf(name)];
  return spawnSync('git', args, { cwd: projectPath(), stdio: 'ignore' }).status === 0;
}

function run({ program, args, folder }, timeout) {
  const path = [projectPath('node_modules', '.bin'), process.env.PATH].join(':');
  const env = { ...process.env, PATH: path, NO_COLOR: '1', CARGO_TARGET_DIR: BUILT };
  const cwd = join(projectPath(COPY), folder);
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    timeout,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, output: `${stdout}${stderr}`, late: error?.code === 'ETIMEDOUT' };
}
