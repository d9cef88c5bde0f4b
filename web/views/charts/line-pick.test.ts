import { expect, test } from 'vitest';
import { dataWith, ENTRY, measureOf, planOf } from '../figures/figure.fixture';
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
  expect(nearest({ ...model, curves: [] }, axes, at)).toBeNull();
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
  expect(press('x')).toBeNull();
});
