// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { OpenChannelCharts } from '../../../engine/core-types';
import type { Position } from '../../../engine/protocol';
import { drawMapHits, hitPoints } from './hits';

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

test('a stretch without requests has missed nothing', () => {
  expect(hitPoints([[0, 0]], 10, 10)).toEqual([{ request: 10, requests: 0, at_once: 1 }]);
});

test('the share is drawn over the run, from nothing to all, that of the journal dotted', () => {
  const per_bin: OpenChannelCharts['per_bin'] = [
    [10, 4],
    [10, 0],
  ];
  const position = { ...POSITION, request: 20, requests: 20 };
  const draw = (journal_lookups: number) =>
    drawMapHits({ ...CHARTS, per_bin, journal_lookups, journal_hits: 50 }, 10, position, 358, 70);
  const paths = (journal_lookups: number, kind: string) =>
    (draw(journal_lookups).nodes as Element[])
      .filter(({ classList }) => classList.contains(kind))
      .map((node) => node.getAttribute('d'));
  // The plot is 300 px wide and 56 px high.
  expect(paths(0, 'chart-line')).toEqual(['M202,30.4L352,8']);
  expect(paths(0, 'chart-playhead')).toEqual(['M352 4V64']);
  expect(paths(0, 'chart-dotted')).toEqual([]);
  expect(paths(100, 'chart-dotted')).toEqual(['M52 36H352']);
  const names = (draw(0).nodes as Element[]).filter(({ classList }) => classList.contains('chart-tick'));
  expect(names.map(({ textContent }) => textContent)).toEqual(['0', '50', '100 %']);
  expect(draw(0).table?.()).toEqual({
    head: ['up to request', 'requests', 'answered at once'],
    rows: [
      ['10', '10', '60\u00a0%'],
      ['20', '10', '100\u00a0%'],
    ],
  });
});

test('the journal has its figure where there is one', () => {
  const draw = (charts: OpenChannelCharts) => drawMapHits(charts, 10, POSITION, 352, 70);
  expect(plain(draw(CHARTS).figure)).toBe('look-ups **80 %**');
  const with_journal = draw({ ...CHARTS, journal_lookups: 200, journal_hits: 199 });
  expect(plain(with_journal.figure)).toBe('all **80 %**, journal (dotted) **99.5 %**');
  expect([draw(CHARTS).note, with_journal.note]).toEqual(['requests at once', '']);
  expect(plain(draw(CHARTS).label)).toBe('800 of 1 000 look-ups found their map block in memory: 80 %');
  expect(plain(with_journal.label)).toMatch(/: 80 %; of the journal 99\.5 %$/);
  expect(draw(CHARTS).needs).toBeNull();
  expect(draw({ ...CHARTS, lookups: 0 })).toMatchObject({ needs: 'No map look-up yet.', figure: '' });
});
