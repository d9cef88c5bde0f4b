// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { metricOf } from '../../app/sweep/metrics';
import { NO_SWEEP, type SweepResult, type SweepState } from '../../app/sweep/state';
import type { SweepAxis, SweepPlan } from '../../engine/sweep';
import { comparisonWith } from '../figures/model';
import { plain } from '../headline/marked';
import { axisModels, nameOf, placeWords } from './axes';
import { headlineText } from './headline-text';
import { bestModel, heatModels, scaleOf } from './heat-models';
import { cursorIndex, panelsOf, winnerAt } from './models';
import { progressWords } from './progress';
import { createTable } from './table';

const POLICIES: SweepAxis = {
  policies: [
    { title: 'Page mapping', set: { 'ftl.kind': 'page' } },
    { title: 'C-lash', set: { 'ftl.kind': 'clash' } },
  ],
};
const SHARES: SweepAxis = { path: 'workload.write_ratio', values: [0, 0.5, 1] };

function planOf(...axes: SweepAxis[]): SweepPlan {
  const lengths = axes.map((axis) => ('path' in axis ? axis.values.length : axis.policies.length));
  const count = lengths.reduce((product, length) => product * length, 1);
  const points = Array.from({ length: count }, (_, index) => ({
    index,
    settings: { policy: String(index), 'workload.write_ratio': index },
    document: {},
  }));
  return { id: 'id', count, axes, points };
}

const of = (mean_ms: number): SweepResult => ({ refused: null, figures: { mean_ms, erases: 1 }, saturated: false });
const sweep = (plan: SweepPlan, results: SweepState['results']): SweepState => ({
  ...NO_SWEEP,
  experiment: {},
  plan,
  results,
});

test('two lines that cross are told, with where', () => {
  const plan = planOf(POLICIES, SHARES);
  const state = sweep(plan, [1, 2, 5, 2, 3, 4].map(of));
  const [chart] = panelsOf(plan, state, metricOf('mean_ms'));
  expect(chart?.model.x.unit).toBe('%');
  expect(chart?.model.pairs).toEqual([{ of: '0', against: '1' }]);
  const [crossing] = chart ? comparisonWith(chart.model, '1', '0').crossings : [];
  expect(crossing?.x).toBeCloseTo(0.75);
  expect(plain(headlineText(state))).toBe(
    'Up to write ratio 50\u00a0% Page mapping has the lowest mean response; from 100\u00a0% on it is C-lash.',
  );
});

test('of several that take turns the one with the longest stretch is named', () => {
  const plan = planOf(POLICIES, { path: 'buffer.bytes', values: [1024, 2048, 4096, 8192, 16384] });
  expect(plain(headlineText(sweep(plan, [1, 3, 3, 3, 1, 2, 2, 2, 2, 2].map(of))))).toBe(
    'From buffer size 2\u00a0KiB to 8\u00a0KiB C-lash has the lowest mean response; elsewhere it is Page mapping.',
  );
});

test('one that leads everywhere, and by how much', () => {
  const plan = planOf(POLICIES, SHARES);
  expect(plain(headlineText(sweep(plan, [2, 4, 6, 1, 2, 3].map(of))))).toBe(
    'C-lash has the lowest mean response at every write ratio: 3\u00a0ms at 100\u00a0%, 2 times less than Page mapping.',
  );
});

test('points that have not been run are left out, refused ones lose', () => {
  const plan = planOf(POLICIES, SHARES);
  const state = sweep(plan, [of(1), null, of(5), { refused: 'no room' }, of(3), of(4)]);
  const [chart] = panelsOf(plan, state, metricOf('mean_ms'));
  expect(chart?.model.curves.map(({ points }) => points.map(({ run }) => run))).toEqual([
    [0, 2],
    [4, 5],
  ]);
  expect(winnerAt(plan, state, metricOf('mean_ms'), 0, 0)?.policy).toBe(0);
  expect(winnerAt(plan, state, metricOf('mean_ms'), 1, 0)).toBeNull();
  expect(progressWords(state)).toBe('5 of 6 runs');
});

test('with two fields each chart has one value of the second, on the same scale', () => {
  const plan = planOf(POLICIES, SHARES, { path: 'run.seed', values: [1, 2] });
  const state = sweep(
    plan,
    Array.from({ length: 12 }, (_, index) => of(index + 1)),
  );
  const charts = panelsOf(plan, state, metricOf('mean_ms'));
  expect(charts.map(({ title }) => title)).toEqual(['Mean response, seed 1', 'Mean response, seed 2']);
  expect(charts[0]?.model.shared).toEqual(charts[1]?.model.shared);
  expect(cursorIndex(plan, 1, '1', 2)).toBe(11);
  const ramp = { fill: (place: number) => String(place), on: () => 'ink' };
  const planes = heatModels(plan, state, metricOf('mean_ms'), ramp);
  expect(planes.map(({ title }) => title)).toEqual(['Page mapping', 'C-lash']);
  expect(planes[1]?.cells[1]?.[2]).toMatchObject({ index: 11, fill: '1', text: '12' });
  expect(scaleOf(state, metricOf('mean_ms'))).toMatchObject({ low: 1, high: 12 });
  const best = bestModel(plan, state, metricOf('mean_ms'), document.documentElement);
  expect(best.cells[0]?.[0]).toMatchObject({ index: 0, text: 'A 7×', short: 'A' });
});

test('values that are no numbers, or double, stand where they can be told apart', () => {
  const names = axisModels(planOf({ path: 'ftl.gc.policy', values: ['greedy', 'fifo'] })).x;
  expect(names.places).toEqual([0, 1]);
  expect(placeWords(names, 1)).toBe('fifo');
  const sizes = axisModels(planOf({ path: 'buffer.bytes', values: [32768, 65536, 131072, 1048576] })).x;
  expect(sizes.axis).toMatchObject({ name: 'buffer size', unit: 'B', scale: 'log' });
  expect(placeWords(sizes, 0)).toBe('32\u00a0KiB');
  expect(axisModels(planOf(POLICIES)).across).toBe(true);
  expect(nameOf('device.over_provisioning')).toBe('over-provisioning');
});

test('the table is in the order of the points until it is sorted; refused ones say why', () => {
  const plan = planOf(POLICIES, SHARES);
  const opened: number[] = [];
  const table = createTable((index) => opened.push(index));
  table.show(plan, sweep(plan, [of(3), of(1), null, { refused: 'no room' }, of(2), of(9)]));
  const rows = () => [...table.element.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
  expect(rows()[3]).toContain('refused: no room');
  expect(rows()[2]).toContain('not run');
  const [, , mean] = table.element.querySelectorAll<HTMLButtonElement>('thead button');
  mean?.click();
  expect(rows()[0]).toContain('11');
  table.element.querySelector<HTMLButtonElement>('tbody button')?.click();
  expect(opened).toEqual([1]);
});
