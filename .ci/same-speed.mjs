// node .ci/same-speed.mjs CHECKOUT [TEXT]: whether this core is slower than that of another checkout, path by path; with TEXT, those whose name
// contains it. Both must be built (cargo build --release --bin flashlab, in sim-core), this one's bench too (--example bench).
//
// The two run by turns, since other work on the machine slows both alike. Of the ratios of the pairs the median counts, and the interval in which
// the true one lies in 95 of 100 cases. A path is run until that interval lies on one side of 3 % slower, at most 61 times.

import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { main, projectPath, SetupError } from './setup/commands.mjs';

const FEWEST_PAIRS = 9;
const MOST_PAIRS = 61;
const SLOWER = 1.03;

main(async () => {
  const [checkout, text = ''] = process.argv.slice(2);
  if (checkout === undefined) throw new SetupError('which checkout? node .ci/same-speed.mjs CHECKOUT [TEXT]');
  const [here, there] = [projectPath(), resolve(checkout)];
  const paths = JSON.parse(output(here, ['examples/bench', '--experiments'])).filter(({ name }) => name.includes(text));
  const verdicts = paths.map((path) => compared(path, here, there));
  const count = (verdict) => verdicts.filter((one) => one === verdict).length;
  console.log(
    `${paths.length} paths: ${count('')} not slower, ${count('slower')} slower, ${count('undecided')} undecided`,
  );
});

/** Runs a path by turns and prints its line; its verdict, '' where it is not slower. */
function compared({ name, experiment }, here, there) {
  const document = JSON.stringify(experiment);
  const ratios = [];
  let [low, median, high] = [0, 1, Number.POSITIVE_INFINITY];
  const isDecided = () => low > SLOWER || high < SLOWER;
  while (ratios.length < FEWEST_PAIRS || (ratios.length < MOST_PAIRS && !isDecided())) {
    ratios.push(ratio(document, here, there, ratios.length % 2 === 0));
    [low, median, high] = medianWithBounds(ratios);
  }
  const verdict = high < SLOWER ? '' : low > SLOWER ? 'slower' : 'undecided';
  const bounds = `(${percent(low)} to ${percent(high)}, ${ratios.length} pairs)`;
  console.log(`${percent(median).padStart(8)}  ${bounds.padEnd(34)} ${verdict.padEnd(9)}  ${name}`);
  return verdict;
}

/** How many times as long this core takes for an experiment as the other one. */
function ratio(document, here, there, isOursFirst) {
  if (isOursFirst) {
    const ours = seconds(here, document);
    return ours / seconds(there, document);
  }
  const theirs = seconds(there, document);
  return seconds(here, document) / theirs;
}

/** The median, between the bounds of its 95 % interval: the values so many places from the middle. */
function medianWithBounds(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const places = 0.98 * Math.sqrt(sorted.length);
  return [
    Math.max(0, Math.floor(middle - places)),
    Math.round(middle),
    Math.min(sorted.length - 1, Math.ceil(middle + places)),
  ].map((place) => sorted[place]);
}

function percent(ratio) {
  const change = (ratio - 1) * 100;
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} %`;
}

function seconds(root, document) {
  const begun = performance.now();
  output(root, ['flashlab', 'run', '-'], document);
  return (performance.now() - begun) / 1000;
}

function output(root, [program, ...args], input) {
  const path = resolve(root, 'sim-core', 'target', 'release', program);
  const { stdout, stderr, status, error } = spawnSync(path, args, { input, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (error) throw new SetupError(`${path}: ${error.message}`);
  if (status !== 0) throw new SetupError(`${path}: ${stderr}`);
  return stdout;
}
