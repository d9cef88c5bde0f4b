/** How often the map answered at once, along the run: requests that had to wait for no map block; all look-ups and those of the journal in figures. */

import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { OpenChannelCharts } from '../../../engine/core-types';
import type { Position } from '../../../engine/protocol';
import { count, share } from '../../../render/format';
import { gridLine, path, playhead } from '../../charts/marks';
import { requestScale } from '../../charts/scales';
import { type Drawing, plotIn, type RailChart } from '../panel';

const TOP = 8;
const FOOT = 6;
const POINTS_MAX = 60;

export interface HitPoint {
  /** Up to this request. */
  request: number;
  /** Requests of the stretch, and the share of them that waited for no map block. */
  requests: number;
  at_once: number;
}

/** Bins put together, so that no more points are drawn than can be told apart. */
export function hitPoints(per_bin: OpenChannelCharts['per_bin'], bin_requests: number, request: number): HitPoint[] {
  const size = Math.max(1, Math.ceil(per_bin.length / POINTS_MAX));
  return Array.from({ length: Math.ceil(per_bin.length / size) }, (_, at) => {
    const bins = per_bin.slice(at * size, (at + 1) * size);
    const requests = bins.reduce((sum, [number]) => sum + number, 0);
    const misses = bins.reduce((sum, [, missed]) => sum + missed, 0);
    // A request may wait for more than one.
    const at_once = requests === 0 ? 1 : Math.max(0, 1 - misses / requests);
    return { request: Math.min((at + 1) * size * bin_requests, request), requests, at_once };
  });
}

export const CHART: RailChart = {
  name: 'hits',
  title: 'Map hits',
  height: 70,
  draw: ({ charts: { openchannel, latency }, position }, width, height) =>
    openchannel ? drawMapHits(openchannel, latency.bin_requests, position, width, height) : null,
};

export function drawMapHits(
  { lookups, hits, journal_lookups, journal_hits, per_bin }: OpenChannelCharts,
  bin_requests: number,
  position: Position,
  width: number,
  height: number,
): Drawing {
  const points = hitPoints(per_bin, bin_requests, position.request);
  const plot = plotIn(width, height, TOP, FOOT);
  const x = requestScale([position], plot);
  const y = scaleLinear([0, 1], [plot.foot, plot.top]);
  const curve = line<HitPoint>(
    ({ request }) => x(request),
    ({ at_once }) => y(at_once),
  );
  const all = hits / Math.max(1, lookups);
  const journal = journal_lookups === 0 ? null : journal_hits / journal_lookups;
  return {
    note: journal === null ? 'requests at once' : '',
    figure: lookups === 0 ? '' : figureOf(all, journal),
    label: `${count(hits)} of ${count(lookups)} look-ups found their map block in memory: ${share(all)}${journal === null ? '' : `; of the journal ${share(journal)}`}`,
    nodes: [
      ...[0, 0.5, 1].flatMap((level) => gridLine(plot, y(level), level === 1 ? '100 %' : String(level * 100))),
      ...(journal === null ? [] : [path('chart-dotted', `M${plot.left} ${y(journal)}H${plot.right}`)]),
      path('chart-line', curve(points)),
      playhead(x(position.request), plot.top - 4, plot.foot),
    ],
    needs: lookups === 0 ? 'No map look-up yet.' : null,
    table: () => ({
      head: ['up to request', 'requests', 'answered at once'],
      rows: points.map(({ request, requests, at_once }) => [count(request), count(requests), share(at_once)]),
    }),
  };
}

/** Of all look-ups; where there is a journal its own share as well, which is the dotted line. */
const figureOf = (all: number, journal: number | null): string =>
  journal === null ? `look-ups **${share(all)}**` : `all **${share(all)}**, journal (dotted) **${share(journal)}**`;
