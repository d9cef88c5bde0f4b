import { expect, test } from 'vitest';
import type { MapCacheView, MapCosts } from '../../../engine/core-types';
import type { ExperimentDocument } from '../../../engine/protocol';
import { figure4 } from '../../../fixtures/host-map-figure-4';
import { largeFrame } from '../../../fixtures/host-map-large';
import { missPrice, perfOf, pointAt, scatteredHits, togetherHits, tradeoffLines, tradeoffOf } from './tradeoff';

const VIRTUAL = { read_ns: 10_000, program_ns: 30_000, transfer_ns: 320, command_ns: 0, clock: 'serial' };
const NAND = { read_ns: 40_000, program_ns: 800_000, transfer_ns: 5_000, command_ns: 0, clock: 'event' };
const PARETO = { kind: 'pareto', h: 0.2, scatter: false, write_ratio: 1, address_pages: null };
const ALL_DIRTY = { loads: 10, write_backs: 10 };
const PAGES = 104_857_600;

function pictureOf(document: ExperimentDocument, frame = largeFrame(), costs: Partial<MapCosts> = {}) {
  const view = frame.layer.openchannel;
  if (!view?.map || !view.costs) throw new Error('no map');
  const map: MapCacheView = view.map;
  return {
    view,
    map,
    costs: { ...view.costs, ...costs },
    document,
    logical_pages: PAGES,
    walk: null,
    under_way: false,
    request: 0,
    requests: 0,
    asked: null,
  };
}

test('the ideal hit ratios', () => {
  const table: readonly [number, number, number][] = [
    [0.2, 0.32, 0.8539],
    [0.2, 0.64, 0.94],
    [0.2, 0.96, 0.9944],
    [0.1, 0.32, 0.9492],
    [0.3, 0.32, 0.7135],
  ];
  for (const [h, x, hit] of table) expect(togetherHits(x, h)).toBeCloseTo(hit, 4);
});

test('scattered, what is measured with an even hash is nearly met', () => {
  expect(scatteredHits(2048, 6400, PAGES, 0.2)).toBeGreaterThan(0.44);
  expect(scatteredHits(2048, 6400, PAGES, 0.2)).toBeLessThan(0.48);
  expect(scatteredHits(6400, 6400, PAGES, 0.2)).toBe(1);
  expect(scatteredHits(0, 6400, PAGES, 0.2)).toBe(0);
});

test('the price of a miss on both devices', () => {
  const price = (device: object, dirty = ALL_DIRTY) =>
    missPrice({ device, workload: { write_ratio: 1 } }, { block_pages: 16 }, dirty);
  expect(price(VIRTUAL)).toBeCloseTo(1.657, 3);
  expect(price(NAND)).toBeCloseTo(16.8, 6);
  expect(price(VIRTUAL, { loads: 10, write_backs: 0 })).toBeCloseTo(15.12 / 30.32, 6);
  expect(missPrice({}, { block_pages: 16 }, ALL_DIRTY)).toBeNull();
});

test('the speed that the model gives is the published one', () => {
  const k = 1.657;
  expect(perfOf(togetherHits(0.32, 0.2), k)).toBeCloseTo(0.805, 3);
  expect(perfOf(1, k)).toBe(1);
});

test('both curves end at the whole table, and the workload’s own is marked', () => {
  const tradeoff = tradeoffOf(pictureOf({ device: VIRTUAL, workload: PARETO }));
  expect(tradeoff?.curves.map(({ name, own }) => [name, own])).toEqual([
    ['together', true],
    ['scattered', false],
  ]);
  for (const { points } of tradeoff?.curves ?? []) {
    expect(points.at(-1)).toEqual({ bytes: 6400 * 65_536, hit: 1, perf: 1 });
    const perfs = points.map(({ perf }) => perf);
    expect(perfs).toEqual(perfs.toSorted((a, b) => a - b));
    const sizes = points.map(({ bytes }) => bytes);
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  }
});

test('the point is measured where time tells, else it stands on the model', () => {
  const document = { device: VIRTUAL, workload: PARETO };
  expect(tradeoffOf(pictureOf(document))?.now).toMatchObject({ measured: true, perf: 30_320 / 40_400 });
  const model = tradeoffOf(pictureOf(document, largeFrame(), { full_page_ns: null }))?.now;
  expect(model).toMatchObject({ measured: false });
  expect(model?.perf).toBeCloseTo(perfOf(328_600 / 412_345, tradeoffOf(pictureOf(document))?.k ?? 0), 6);
  expect(tradeoffOf(pictureOf(document, largeFrame(), { lookups: 0 }))?.now).toBeNull();
});

test('without a closed form there is the point alone, and nothing for a table that is told whole', () => {
  expect(tradeoffOf(pictureOf({ device: VIRTUAL, workload: { kind: 'trace' } }))?.curves).toEqual([]);
  expect(tradeoffOf(pictureOf({ device: VIRTUAL, workload: PARETO }, figure4(5)))).toBeNull();
});

test('between two reckoned sizes a curve is straight', () => {
  const points = [
    { bytes: 0, hit: 0, perf: 0.4 },
    { bytes: 100, hit: 0.5, perf: 0.6 },
  ];
  const middle = pointAt(points, 50);
  expect(middle?.hit).toBeCloseTo(0.25);
  expect(middle?.perf).toBeCloseTo(0.5);
  expect(pointAt(points, 500)).toEqual(points[1]);
});

test('in words', () => {
  const lines = tradeoffLines(pictureOf({ device: VIRTUAL, workload: PARETO })).map((line) =>
    line.replaceAll('\u00a0', ' '),
  );
  expect(lines[0]).toBe('the whole table: 400 MiB, 100 %');
  expect(lines[1]).toBe("this run: 75 % of the full table's speed from 128 MiB, 32.1 % of the memory; hits 79.7 %");
});
