import { expect, test } from 'vitest';
import { ENTRY, measureOf, planOf } from '../../fixtures/figure';
import { curvesOf } from './points';

const RESPONSE = ENTRY.metrics[0] as (typeof ENTRY.metrics)[0];
const plan = planOf([1, 2, 3]);
const measures = plan.runs.map(measureOf);
const curve = (system: string, given: Parameters<typeof curvesOf>[2] = measures) =>
  curvesOf(ENTRY, plan, given, RESPONSE).find((each) => each.system === system)?.points ?? [];

test('a point is the median of its seeds, and knows the run that measured it', () => {
  const [first] = curve('clash');
  expect(first).toMatchObject({ x: 0, value: 40.1, low: 40, high: 40.2, seeds: 3, of: 3 });
  expect(plan.runs[first?.run ?? -1]).toMatchObject({ system: 'clash', x_index: 0, seed: 2 });
});

test('what has not been run is left out, and of two seeds the mean is taken', () => {
  const some = measures.map((measure, index) => {
    const { system, x_index, seed } = plan.runs[index] ?? { system: '', x_index: 0, seed: 0 };
    return system === 'clash' && (x_index > 1 || seed === 3) ? null : measure;
  });
  expect(curve('clash', some).map(({ x, value, seeds }) => [x, value, seeds])).toEqual([
    [0, 40.05, 2],
    [0.25, 32.05, 2],
  ]);
  expect(curve('dftl', some)).toHaveLength(5);
});

test('a number that does not apply makes no point', () => {
  const none = measures.map((measure) => ({ ...measure, erase_cv: null }));
  expect(curvesOf(ENTRY, plan, none, ENTRY.metrics[3] as typeof RESPONSE).flatMap(({ points }) => points)).toEqual([]);
});

test('where an axis is of sessions, a run is a whole curve', () => {
  const entry: typeof ENTRY = { ...ENTRY, x: { name: 'session', unit: '', scale: 'linear', over: 'sessions' } };
  const alpha: typeof RESPONSE = { ...RESPONSE, id: 'alpha', field: 'alphas', per_unit: 1 };
  const run = (seed: number) => ({ panel: 'all', system: 'clash', x_index: 0, seed, by: 'device', document: {} });
  const three = { ...plan, x: [1, 2, 3], runs: [run(1), run(2), run(3)] };
  const made = [
    [0, 1, 0.5],
    [0.25, 0],
    [-1, -1, 1],
  ].map((alphas) => ({ alphas, saturated: false }));
  const [sessions] = curvesOf(entry, three, made, alpha);
  expect(sessions?.points.map(({ x, value, seeds }) => [x, value, seeds])).toEqual([
    [1, 0, 3],
    [2, 0, 3],
    [3, 0.75, 2],
  ]);
  const [mean] = curvesOf(ENTRY, three, made, alpha);
  expect(mean?.points.map(({ value }) => value)).toEqual([0.125]);
});

test('a system without runs is at each point the one that comes to least, once all are there', () => {
  const least = { id: 'best', title: 'best', least: { of: ['dftl', 'fast'], by: RESPONSE.id } };
  const entry = { ...ENTRY, systems: [...ENTRY.systems, least] };
  const best = (given: typeof measures | (null | (typeof measures)[0])[]) =>
    curvesOf(entry, plan, given, ENTRY.metrics[1] as typeof RESPONSE).find(({ system }) => system === 'best')?.points;
  expect(best(measures)?.map(({ run }) => plan.runs[run ?? -1]?.system)).toEqual([
    'dftl',
    'dftl',
    'dftl',
    'dftl',
    'fast',
  ]);
  const without_fast = measures.map((measure, i) => (plan.runs[i]?.system === 'fast' ? null : measure));
  expect(best(without_fast)).toEqual([]);
});

test('a level line is one run at every place', () => {
  const systems = ENTRY.systems.map((system) => (system.id === 'page' ? { ...system, level: true as const } : system));
  const runs = plan.runs.filter(({ system, x_index }) => system !== 'page' || x_index === 0);
  const made = runs.map(measureOf);
  const curves = curvesOf({ ...ENTRY, systems }, { ...plan, runs }, made, RESPONSE);
  const level = curves.find(({ system }) => system === 'page')?.points ?? [];
  expect(level.map(({ x, value }) => [x, value])).toEqual([0, 0.25, 0.5, 0.75, 1].map((x) => [x, 16.1]));
  expect(new Set(level.map(({ run }) => run))).toEqual(
    new Set([runs.findIndex(({ system, seed }) => system === 'page' && seed === 2)]),
  );
});
