// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type Baseline, type BaselinesState, NO_BASELINES } from '../../../app/baselines/state';
import type { StripeCharts } from '../../../engine/core-types';
import { drawBlocked, stretches } from './blocked';
import { between, drawReadTail, nines, noteOf, shown, timeAt } from './reads';

const CHARTS: StripeCharts = {
  reads: 2000,
  gc_blocked: 10,
  queue_blocked: 4,
  rebuilt_pages: 90,
  waits_chosen: 3,
  waits_forced: 0,
  per_bin: Array.from({ length: 100 }, (_, at) => [at % 10 === 0 ? 1 : 0, 0, 20]),
  read_tail: [
    [0.5, 140_000],
    [0.9, 200_000],
    [0.99, 660_000],
    [0.999, 900_000],
    [0.9999, 950_000],
  ],
};

const BASE: Baseline = {
  name: 'base',
  reads: 2000,
  read_tail: [
    [0.9, 300_000],
    [0.99, 40_900_000],
    [0.9995, 55_000_000],
  ],
  gc_fraction: 0.04,
  queue_fraction: 0.012,
};

const BASELINES: BaselinesState = { ...NO_BASELINES, rival: BASE, rival_name: 'base' };
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const draw = (baselines = BASELINES) => drawReadTail(CHARTS, baselines, 'rgc', 352, 168);
const texts = (nodes: readonly Node[]): string[] => nodes.map((node) => plain(node.textContent ?? '')).filter(Boolean);

test('the tail is drawn from 90 % up, as far as there are reads for it', () => {
  expect(shown(CHARTS.read_tail, 2000).map(([share]) => share)).toEqual([0.9, 0.99, 0.999]);
  expect(shown(CHARTS.read_tail, 10_000)).toHaveLength(4);
  expect(nines(0.99)).toBeCloseTo(2);
  expect(timeAt(CHARTS.read_tail, 0.99)).toBe(660_000);
  expect(timeAt([[0.9, 1]], 0.99)).toBeNull();
});

test('between two shares the curve is straight', () => {
  const tail = [
    [0.9, 100],
    [0.99, 10_000],
  ] as const;
  expect(between(tail, 1 - 10 ** -1.5)).toBeCloseTo(1000);
  expect(between(tail, 0.9)).toBe(100);
  expect(between(tail, 0.5)).toBeNull();
  expect(between(tail, 0.999)).toBeNull();
});

test('both values at 99 % are written, and what lies between is named', () => {
  const drawing = draw();
  expect(plain(drawing.label)).toBe('99 % of the reads took at most 660 µs, 40.9 ms without ttFlash');
  expect(texts(drawing.nodes)).toEqual(
    expect.arrayContaining(['660 µs', '40.9 ms', 'time saved', 'ttFlash', 'without ttFlash']),
  );
  expect(draw(NO_BASELINES).nodes.some((node) => (node as Element).classList.contains('chart-saved'))).toBe(false);
});

test('the note says what is dashed, how far the baselines are, how many requests they have, or why there are none', () => {
  expect(plain(noteOf({ ...BASELINES, work: 0.43 }))).toBe('running the baselines: 43 %');
  expect(noteOf(BASELINES)).toBe('dashed: without ttFlash');
  expect(plain(noteOf({ ...BASELINES, nogc: BASE, limit: 500_000 }))).toBe(
    'dashed: without ttFlash; dotted: no GC, first 500 000 requests',
  );
  expect(noteOf({ ...NO_BASELINES, refused: 'no room' })).toBe('no baseline: no room');
});

test('too few reads are said instead of drawn', () => {
  const few = drawReadTail({ ...CHARTS, reads: 45 }, NO_BASELINES, 'rgc', 352, 168);
  expect(few.needs).toBe('Needs 100 reads; 45 so far.');
  expect(few.nodes).toEqual([]);
});

test('a bar of blocked reads stands for enough of them', () => {
  const list = stretches(CHARTS.per_bin, 4);
  expect(list.every(({ reads }) => reads >= 40)).toBe(true);
  expect(list.reduce((sum, { gc }) => sum + gc, 0)).toBe(10);
  expect(list.at(-1)?.end).toBe(400);
  expect(stretches([[0, 0, 3]], 4)).toHaveLength(1);
});

test('blocked reads are told beside those of the baseline', () => {
  const position = { request: 400, requests: 400 } as Parameters<typeof drawBlocked>[2];
  const drawing = drawBlocked(CHARTS, 4, position, BASELINES, 352, 96);
  expect(plain(drawing.label)).toBe(
    '10 of 2 000 reads waited for a collection, 4 behind one that did: 0.7 %; 5.2 % without ttFlash',
  );
  expect(texts(drawing.nodes)).toEqual(expect.arrayContaining(['here', 'Base', '5.2 %']));
});
