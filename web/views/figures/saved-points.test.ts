import { expect, test } from 'vitest';
import { ENTRY, planOf, resultWith } from '../../fixtures/figure';
import { keptCurves } from './saved-points';

const entry = {
  ...ENTRY,
  systems: [...ENTRY.systems, { id: 'best', title: 'best', least: { of: ['dftl', 'fast'], by: 'erases' } }],
};
const plan = planOf([1, 2, 3, 4, 5]);
const series = (system: string, erases: (number | null)[]) => ({ panel: 'all', system, x: [0, 0.5, 0.6], erases });
const result = {
  ...resultWith([]),
  series: [series('dftl', [5, 9, 1]), series('fast', [6, 4, null]), series('best', [5, 4, 1])],
};
const curve = (system: string) =>
  keptCurves(entry, plan, result, 'erases').find((each) => each.system === system)?.points ?? [];
const runs = (system: string) => curve(system).map(({ run }) => (run === null ? null : plan.runs[run]));

test('a kept point leads to the first run of its place, if the plan has that place', () => {
  expect(curve('dftl').map(({ x, value, seeds, of }) => [x, value, seeds, of])).toEqual([
    [0, 5, 5, 5],
    [0.5, 9, 5, 5],
    [0.6, 1, 5, 5],
  ]);
  expect(runs('dftl')).toMatchObject([{ system: 'dftl', x_index: 0, seed: 1 }, { system: 'dftl', x_index: 2 }, null]);
});

test('what does not apply makes no point; a system without runs leads to the one it was', () => {
  expect(curve('fast')).toHaveLength(2);
  expect(runs('best')).toMatchObject([{ system: 'dftl' }, { system: 'fast' }, null]);
});

test('a level line leads to its one run everywhere', () => {
  const level = { ...entry, systems: [{ id: 'dftl', title: 'DFTL', level: true as const }] };
  const [curve] = keptCurves(level, plan, result, 'erases');
  expect(curve?.points.map(({ run }) => plan.runs[run ?? -1]?.x_index)).toEqual([0, 0, 0]);
});
