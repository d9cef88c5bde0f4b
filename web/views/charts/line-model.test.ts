import { expect, test } from 'vitest';
import { dataWith, ENTRY, measureOf, planOf } from '../../fixtures/figure';
import { modelsOf } from '../figures/models';
import type { ChartMark } from './claimed';
import { chartLayout } from './line-layout';
import { axesOf, levelOf, reachOf } from './line-model';

const plan = planOf([1]);
const [model] = modelsOf(ENTRY, dataWith(plan, plan.runs.map(measureOf)), null);
if (!model) throw new Error('no model');

test('a claim names its level, or a share of what the rival has between its ends', () => {
  const mark: ChartMark = { claim: 'C1', metric: model.metric.id, says: 'at most', from: 0.25, to: 0.5 };
  const against = { against: 'dftl' };
  expect(levelOf(model, mark)).toBeUndefined();
  expect(levelOf(model, { ...mark, level: 7 })).toBe(7);
  expect(levelOf(model, { ...mark, level: 7, share: 0.5, ...against })).toBe(7);
  expect(levelOf(model, { ...mark, share: 0.5 })).toBeUndefined();
  expect(levelOf(model, { ...mark, ...against })).toBeUndefined();
  expect(levelOf(model, { ...mark, share: 0.5, ...against })).toBe(15);
  expect(levelOf(model, { ...mark, from: 0.5, to: 1, share: 0.5, ...against })).toBe(11);
  expect(levelOf(model, { ...mark, from: 0.3, to: 0.4, share: 0.5, ...against })).toBeUndefined();
  expect(levelOf(model, { ...mark, from: 0.25, to: 0.25, share: 0.5, ...against })).toBe(15);
});

test('a chart has room for all seeds of all points, and for what is claimed', () => {
  const points = [
    { ...model.curves[0]?.points[0], low: 3, high: 5 },
    { low: 4, high: 9 },
  ];
  const curves = [{ panel: 'all', system: 'clash', points: points as (typeof model.curves)[0]['points'] }];
  const marks = [{ level: 20 }, {}] as ChartMark[];
  expect(reachOf({ curves, marks })).toEqual([3, 5, 4, 9, 20]);
});

test('charts that share an axis reach over the same values, others over their own', () => {
  const layout = chartLayout(330, 330, 12.5, 3);
  const own = axesOf(model, layout);
  expect([own.x(0), own.x(1), own.y(0)]).toEqual([layout.left, layout.right, layout.foot]);
  expect(own.y.invert(layout.top)).toBe(80);
  expect(axesOf({ ...model, shared: [0, 200] }, layout).y.invert(layout.top)).toBe(200);
});
