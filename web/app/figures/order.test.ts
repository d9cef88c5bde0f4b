import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/figure';
import { coarseToFine, workOrder } from './order';

test('places are taken from coarse to fine, each once', () => {
  expect(coarseToFine(5)).toEqual([0, 4, 2, 1, 3]);
  expect(coarseToFine(0)).toEqual([]);
  expect(coarseToFine(1)).toEqual([0]);
  for (const n of [2, 3, 8, 21]) {
    expect([...coarseToFine(n)].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
  }
});

test('one seed comes after another, and the systems of a point together', () => {
  const plan = planOf([1, 2]);
  const order = workOrder(plan).map((index) => plan.runs[index]);
  expect(order.slice(0, 8).map((run) => [run?.seed, run?.x_index, run?.system])).toEqual([
    ...['clash', 'dftl', 'fast', 'page'].map((system) => [1, 0, system]),
    ...['clash', 'dftl', 'fast', 'page'].map((system) => [1, 4, system]),
  ]);
  expect(order.map((run) => run?.seed).lastIndexOf(1)).toBe(19);
});
