// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { OpenChannelCharts } from '../../../engine/core-types';
import type { Position } from '../../../engine/protocol';
import { drawMapHits, hitPoints } from './map-hits';

const CHARTS: OpenChannelCharts = {
  lookups: 1000,
  hits: 800,
  journal_lookups: 0,
  journal_hits: 0,
  per_bin: Array.from({ length: 100 }, (_, at) => [10, at < 50 ? 4 : 0]),
};
const POSITION: Position = {
  op: 1,
  request: 1000,
  requests: 2000,
  simulated_ns: 0,
  gc_runs: 0,
  known_ops: 1,
  ended: null,
};
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

test('bins are put together, each request once', () => {
  const points = hitPoints(CHARTS.per_bin, 10, 1000);
  expect(points).toHaveLength(50);
  expect(points.reduce((sum, { requests }) => sum + requests, 0)).toBe(1000);
  expect(points[0]).toEqual({ request: 20, requests: 20, at_once: 0.6 });
  expect(points.at(-1)).toEqual({ request: 1000, requests: 20, at_once: 1 });
});

test('a request that waits for several blocks counts no less than nothing', () => {
  expect(hitPoints([[10, 25]], 10, 10)[0]?.at_once).toBe(0);
});

test('the journal has its figure where there is one', () => {
  const draw = (charts: OpenChannelCharts) => drawMapHits(charts, 10, POSITION, 352, 70);
  expect(plain(draw(CHARTS).figure)).toBe('look-ups **80 %**');
  const with_journal = draw({ ...CHARTS, journal_lookups: 200, journal_hits: 199 });
  expect(plain(with_journal.figure)).toBe('all **80 %**, journal (dotted) **99.5 %**');
  expect(draw({ ...CHARTS, lookups: 0 }).needs).toBe('No map look-up yet.');
});
