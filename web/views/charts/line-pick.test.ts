import { expect, test } from 'vitest';
import { dataWith, ENTRY, measureOf, planOf } from '../../fixtures/figure';
import { modelsOf } from '../figures/models';
import { chartLayout } from './line-layout';
import { axesOf } from './line-model';
import { nearest, neighbour } from './line-pick';

const plan = planOf([1]);
const [model] = modelsOf(ENTRY, dataWith(plan, plan.runs.map(measureOf)), null);
if (!model) throw new Error('no model');
const axes = axesOf(model, chartLayout(330, 330, 12.5, 3));

test('the point nearest along x is meant, and of those at it the nearest curve', () => {
  const at = { x: axes.x(0.5) + 9, y: axes.y(38) };
  expect(nearest(model, axes, at)).toEqual({ x_index: 2, system: 'fast' });
  expect(nearest(model, axes, { ...at, y: axes.y(9) })).toEqual({ x_index: 2, system: 'page' });
  expect(nearest(model, axes, { ...at, y: axes.y(36) })).toEqual({ x_index: 2, system: 'fast' });
  expect(nearest({ ...model, curves: [] }, axes, at)).toBeNull();
  const [curve] = model.curves;
  const alike = model.lanes.map(({ system }) => ({ panel: 'all', system, points: curve?.points ?? [] }));
  expect(nearest({ ...model, curves: alike }, axes, at)?.system).toBe(model.lanes[0]?.system);
});

test('arrows go along a curve and stop at its ends, and from curve to curve', () => {
  const start = neighbour(model, null, 'ArrowRight');
  expect(start).toEqual({ x_index: 0, system: 'clash' });
  const press = (key: string, x_index = 2, system = 'clash') => neighbour(model, { x_index, system }, key);
  expect(press('ArrowRight')).toEqual({ x_index: 3, system: 'clash' });
  expect(press('ArrowRight', 4)).toEqual({ x_index: 4, system: 'clash' });
  expect(press('Home')).toEqual({ x_index: 0, system: 'clash' });
  expect(press('End')).toEqual({ x_index: 4, system: 'clash' });
  expect(press('ArrowUp')).toEqual({ x_index: 2, system: 'dftl' });
  expect(press('ArrowDown')).toEqual({ x_index: 2, system: 'page' });
  expect(press('ArrowUp', 2, 'fast')).toEqual({ x_index: 2, system: 'page' });
  expect(press('ArrowLeft')).toEqual({ x_index: 1, system: 'clash' });
  expect(press('ArrowLeft', 0)).toEqual({ x_index: 0, system: 'clash' });
  for (const key of ['x', 'BrowserHome', 'EndCall']) expect(press(key)).toBeNull();
});

test('keys begin on the last curve that has been measured, at its first point', () => {
  const only = { ...model, curves: model.curves.filter(({ system }) => system === 'page') };
  expect(neighbour(only, null, 'End')).toEqual({ x_index: 0, system: 'page' });
  const later = only.curves.map((curve) => ({ ...curve, points: curve.points.slice(2) }));
  expect(neighbour({ ...model, curves: later }, null, 'End')).toEqual({ x_index: 2, system: 'page' });
  expect(neighbour({ ...model, curves: [] }, null, 'Home')).toBeNull();
});
