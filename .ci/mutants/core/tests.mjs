// The core's tests, as mutants meet them: which come by a mutant, how long they take, and whether one of them notices it.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectPath, SetupError } from '../../setup/commands.mjs';
import { CORE } from './build.mjs';

const REACHED = projectPath('sim-core/target/mutants/reached');
/** A mutant that loops may ask for all memory there is. */
const MEMORY_KIB = 6 << 20;
/** Tests that draw whole devices for as long as they are given: what only they notice has no test of its own. */
const DRAWN = ['soak::', 'fuzz::'];
/** The share of the usual cases that property tests draw. */
const CASES = '0.1';
/** What no test notices in this time, quick ones first, none near it notices. */
const MOST_S = 12;
/** A mutant is noticed at last by a run that takes so much longer than without it. */
const PATIENCE = { times: 10, more_s: 10 };

/** Runs every test once and gives `[{ program, name, takes_s, numbers }]`, `numbers` being those of the mutants that it comes by. */
export async function record(programs) {
  const tests = [];
  for (const program of Object.values(programs)) {
    rmSync(REACHED, { recursive: true, force: true });
    mkdirSync(REACHED, { recursive: true });
    const left_out = DRAWN.flatMap((name) => ['--skip', name]);
    const { status, output } = await runTests(program, left_out, 'record', 3600);
    if (status !== 0) throw new SetupError(`tests fail without a mutant:\n${output}`);
    for (const name of readdirSync(REACHED).filter((file) => file.includes('::'))) {
      const [micros, numbers] = readFileSync(join(REACHED, name), 'utf8').split('\n');
      tests.push({ program, name, takes_s: micros / 1e6, numbers: numbers.split(' ').filter(Boolean).map(Number) });
    }
  }
  return tests.sort((one, other) => one.takes_s - other.takes_s);
}

/** What comes of a mutant in `tests`, quick ones first: `{ outcome, by }`, `by` being a test that notices it. */
export async function outcomeOf(number, tests) {
  if (tests.length === 0) return { outcome: 'not_covered', by: null };
  let spent_s = 0;
  for (const batch of batches(tests)) {
    if (spent_s > MOST_S) break;
    const expected_s = batch.reduce((sum, { takes_s }) => sum + takes_s, 0);
    spent_s += expected_s;
    const args = ['--exact', '--test-threads=1', ...batch.map(({ name }) => name)];
    const ended = await runTests(batch[0].program, args, number, PATIENCE.more_s + PATIENCE.times * expected_s);
    if (ended.late) return { outcome: 'timed_out', by: null };
    if (ended.status !== 0) return { outcome: 'killed', by: ended.failed ?? batch[0].name };
  }
  return { outcome: 'survived', by: null };
}

/** Tests of one program that together take little, in their order, and later more. */
function* batches(tests) {
  let most_s = 0.2;
  let rest = tests;
  while (rest.length > 0) {
    const batch = [];
    let sum_s = 0;
    for (const test of rest) {
      if (sum_s + test.takes_s > most_s || (batch.length > 0 && test.program !== batch[0].program)) continue;
      batch.push(test);
      sum_s += test.takes_s;
    }
    if (batch.length === 0) batch.push(rest.reduce((least, test) => (test.takes_s < least.takes_s ? test : least)));
    yield batch;
    const taken = new Set(batch);
    rest = rest.filter((test) => !taken.has(test));
    most_s = Math.min(4 * most_s, MOST_S / 2);
  }
}

/** Runs tests with one mutant, until the first fails: `{ status, failed, late, output }`. */
function runTests(program, args, mutant, longest_s) {
  const child = spawn('sh', ['-c', `ulimit -v ${MEMORY_KIB}; exec "$0" "$@"`, program, ...args], {
    cwd: CORE,
    env: {
      ...process.env,
      CARGO_MANIFEST_DIR: CORE,
      FLASHLAB_MUTANT: String(mutant),
      FLASHLAB_MUTANTS_REACHED: REACHED,
      FLASHLAB_CASES: CASES,
      PROPTEST_DISABLE_FAILURE_PERSISTENCE: 'true',
      PROPTEST_RNG_SEED: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = { status: null, failed: null, late: false, output: '' };
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  const timer = setTimeout(() => {
    ended.late = true;
    end();
  }, longest_s * 1000);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (ended.output += text));
  child.stdout.on('data', () => {
    const [, name] = ended.output.match(/^test (\S+).* \.\.\. FAILED$/m) ?? [];
    if (name === undefined || mutant === 'record') return;
    ended.failed = name;
    end();
  });
  process.on('exit', end);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new SetupError(`cannot start \`${program}\`: ${error.message}`)));
    child.on('close', (status) => resolve({ ...ended, status }));
  }).finally(() => {
    clearTimeout(timer);
    process.off('exit', end);
  });
}
