// node .ci/same-cost.mjs CHECKOUT [TEXT]: whether a request costs this core more than that of another checkout, path by path; with TEXT, those
// whose name contains it. Both must be built (cargo build --release --bin flashlab, in sim-core), this one's bench too (--example bench).
//
// It counts rather than takes the time, which differs by a fifth between two runs of one program on a machine shared with others: instructions, and
// cycles as Valgrind's cachegrind estimates them, with caches of one size everywhere. A division counts as one instruction, and neither branches
// nor what runs side by side count: it is work, not time. Two lengths of a run are counted, and their difference is the cost of the requests
// between, without what it takes to set up; a large device that is only filled is counted whole.

import { resolve } from 'node:path';
import { main, projectPath, SetupError } from './setup/commands.mjs';
import { printed, released } from './setup/released.mjs';

const DEARER = 1.03;
const LENGTHS = [1 / 40, 1 / 10]; // of the bench's own
const COUNTED = [
  ...['valgrind', '--tool=cachegrind', '--cache-sim=yes', '--cachegrind-out-file=/dev/null'],
  ...['--I1=32768,8,64', '--D1=32768,8,64', '--LL=16777216,16,64'],
];
const CYCLES = { 'I *refs': 1, 'LL refs': 10, 'LL misses': 100 }; // an instruction, a miss of the first cache, one of the last

main(async () => {
  const [checkout, text = ''] = process.argv.slice(2);
  if (checkout === undefined) throw new SetupError('which checkout? node .ci/same-cost.mjs CHECKOUT [TEXT]');
  const roots = [projectPath(), resolve(checkout)];
  const { stdout } = await printed(roots[0], ['examples/bench', '--experiments']);
  const paths = JSON.parse(stdout).filter(({ name }) => name.includes(text));
  console.log('  cycles  instructions  (a request, of this core against the other)');
  let dearer = 0;
  for (const { name, experiment } of paths) {
    if (!(await isRunBy(roots[1], experiment))) {
      console.log(`${''.padStart(22)}          ${name}: only here`);
      continue;
    }
    const [ours, theirs] = await Promise.all(roots.map((root) => costs(root, experiment)));
    const cycles = ours.cycles / theirs.cycles;
    const is_dearer = cycles > DEARER;
    if (is_dearer) dearer += 1;
    const instructions = percent(ours.instructions / theirs.instructions);
    console.log(
      `${percent(cycles).padStart(8)}  ${instructions.padStart(12)}  ${is_dearer ? 'DEARER' : '      '}  ${name}`,
    );
  }
  console.log(`${paths.length} paths, ${dearer} of them dearer by more than 3 %`);
  if (dearer > 0) process.exitCode = 1;
});

/** Whether a core has what an experiment asks for. */
async function isRunBy(root, experiment) {
  const input = JSON.stringify({ ...experiment, workload: { ...experiment.workload, requests: 1 } });
  return (await released(root, ['flashlab', 'run', '-'], { input })).status === 0;
}

/** What the requests of an experiment cost. */
async function costs(root, experiment) {
  const { requests } = experiment.workload;
  const lengths = LENGTHS.map((share) => Math.floor(requests * share));
  if (lengths[0] === 0) return counted(root, experiment, requests);
  const [short, long] = [await counted(root, experiment, lengths[0]), await counted(root, experiment, lengths[1])];
  return { cycles: long.cycles - short.cycles, instructions: long.instructions - short.instructions };
}

async function counted(root, experiment, requests) {
  const workload = { ...experiment.workload, requests };
  const input = JSON.stringify({ ...experiment, workload });
  const { stderr } = await printed(root, ['flashlab', 'run', '-'], { input, through: COUNTED });
  const counts = Object.entries(CYCLES).map(([line, weight]) => ({ number: countOf(stderr, line), weight }));
  const cycles = counts.reduce((sum, { number, weight }) => sum + number * weight, 0);
  return { cycles, instructions: counts[0].number };
}

/** A count of cachegrind's, by what its line says. */
function countOf(report, line) {
  const found = new RegExp(`${line}: +([\\d,]+)`).exec(report);
  if (!found) throw new SetupError(`cachegrind says nothing of ${line.replace('*', '')}: ${report}`);
  return Number(found[1].replaceAll(',', ''));
}

function percent(ratio) {
  const change = (ratio - 1) * 100;
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} %`;
}
