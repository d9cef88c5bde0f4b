import { expect, test } from 'vitest';
import type { Decision } from '../../../engine/protocol';
import { BLOCK_PAGES, COSTS, density } from '../../../fixtures/buffer';
import { axisOf, roundUp } from './fork-axis';
import { bothPrices, crossing, logEach, neverPlugs, plugOf } from './prices';

test('filling a block of 128 pages, and where logging costs as much', () => {
  expect(plugOf(COSTS, 0, BLOCK_PAGES)).toBe(111_580_000);
  expect(plugOf(COSTS, 37, BLOCK_PAGES)).toBe(111_580_000 - 37 * COSTS.read_ns);
  expect(crossing(COSTS, BLOCK_PAGES)).toBeCloseTo(11.6, 1);
  const lambda = crossing(COSTS, BLOCK_PAGES);
  expect(lambda * logEach(COSTS)).toBeCloseTo(plugOf(COSTS, lambda, BLOCK_PAGES));
});

test('without merges logging is always cheaper', () => {
  const free = { ...COSTS, merge_ns_per_page: 0 };
  expect(crossing(free, BLOCK_PAGES)).toBeCloseTo(129.7, 1);
  expect(neverPlugs(crossing(free, BLOCK_PAGES), BLOCK_PAGES)).toBe(true);
  expect(neverPlugs(null, BLOCK_PAGES)).toBe(true);
  expect(neverPlugs(11.6, BLOCK_PAGES)).toBe(false);
});

test('beyond λ a group is plugged, before it logged; the difference is what it saves', () => {
  const plugged = bothPrices(density(), 37, BLOCK_PAGES, null);
  expect(plugged.chosen).toBe('plug');
  expect(plugged.holes).toBe(91);
  expect((plugged.log_ns - plugged.plug_ns) / 1e6).toBeCloseTo(243.2, 0);
  expect(bothPrices(density(), 11, BLOCK_PAGES, null).chosen).toBe('log');
  expect(bothPrices(density({ lambda: null }), 37, BLOCK_PAGES, null).chosen).toBe('log');
});

test('what the device itself has reckoned counts', () => {
  const prices = [
    { label: 'log', reads: 2, programs: 5, erases: 0, ns: 50_000_000 },
    { label: 'plug', reads: 120, programs: 128, erases: 1, ns: 110_000_000 },
  ];
  const told = bothPrices(density(), 5, BLOCK_PAGES, { prices } as unknown as Decision);
  expect(told).toMatchObject({ chosen: 'log', log_ns: 50_000_000, plug_ns: 110_000_000, holes: 120 });
  expect(told.now_ns).toBe(2 * 60_000 + 5 * 800_000);
  expect(told.now_ns + told.later_ns).toBe(told.log_ns);
});

test('axes end at round places that seldom change', () => {
  expect([3, 15, 17, 60, 100].map((pages) => axisOf(pages, 128))).toEqual([4, 16, 32, 64, 128]);
  expect(axisOf(1, 4)).toBe(4);
  expect([0.9, 1.1, 2.2, 4, 7].map(roundUp)).toEqual([1, 2, 2.5, 5, 10]);
});
