/** How often the map answered at once, along the run: requests that had to wait for no map block; all look-ups and those of the journal in figures. */

import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { OpenChannelCharts } from '../../engine/core-types';
import type { Position } from '../../engine/protocol';
import { count, share } from '../../render/format';
import { requestScale } from './latency';
import { gridLine, label, path, playhead } from './marks';
import { AXIS_WIDTH, type Drawing, RIGHT_MARGIN } from './panel';
import { thinned } from './scales';

const TOP = 8;
const FOOT = 6;
const POINTS_MAX = 60;
const TABLE_ROWS_MAX = 60;

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

export function drawMapHits(
  { lookups, hits, journal_lookups, journal_hits, per_bin }: OpenChannelCharts,
  bin_requests: number,
  position: Position,
  width: number,
  height: number,
): Drawing {
  const points = hitPoints(per_bin, bin_requests, position.request);
  const x = requestScale(position, width);
  const y = scaleLinear([0, 1], [height - FOOT, TOP]);
  const curve = line<HitPoint>(
    ({ request }) => x(request),
    ({ at_once }) => y(at_once),
  );
  const all = hits / Math.max(1, lookups);
  const journal = journal_lookups === 0 ? null : journal_hits / journal_lookups;
  const of_journal = journal === null ? '' : `, journal **${share(journal)}**`;
  return {
    note: journal === null ? 'requests at once' : '',
    figure: lookups === 0 ? '' : `look-ups **${share(all)}**${of_journal}`,
    label: `${count(hits)} of ${count(lookups)} look-ups found their map block in memory: ${share(all)}${journal === null ? '' : `; of the journal ${share(journal)}`}`,
    nodes: [
      ...[0, 0.5, 1].flatMap((level) => gridLine(y(level), level === 1 ? '100 %' : String(level * 100), width)),
      ...(journal === null
        ? []
        : [
            path('chart-dotted', `M${AXIS_WIDTH} ${y(journal)}H${width - RIGHT_MARGIN}`),
            label(AXIS_WIDTH + 3, y(journal) + 12, 'journal', 'start', 'chart-note'),
          ]),
      path('chart-line', curve(points)),
      playhead(x(position.request), TOP - 4, height - FOOT),
    ],
    needs: lookups === 0 ? 'No map look-up yet.' : null,
    table: () => ({
      head: ['up to request', 'requests', 'answered at once'],
      rows: thinned(
        points.map(({ request, requests, at_once }) => [count(request), count(requests), share(at_once)]),
        TABLE_ROWS_MAX,
      ),
    }),
  };
}
