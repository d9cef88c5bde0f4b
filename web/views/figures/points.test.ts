import { expect, test } from 'vitest';
import { ENTRY, measureOf, planOf } from './fixture';
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
