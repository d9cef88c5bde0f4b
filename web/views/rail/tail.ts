/** The tail of response times: which share of requests was slower than a time, in nines, so that the tail is the picture. */

import { scaleLog } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import type { Charts } from '../../engine/protocol';
import { count, share as percent, time } from '../../render/format';
import { svg } from '../../ui/dom';
import { gridLine, label, path } from './marks';
import { AXIS_WIDTH, type Drawing, RIGHT_MARGIN } from './panel';
import { decades, thinned, timeAtShare } from './scales';

type Tail = Charts['tail'];

const TOP = 10;
const FOOT = 20;
const REQUESTS_NEEDED = 100;
const FEWEST = 1e-5;
/** Times on the axis keep this far apart. */
const TICK_PX = 62;
/** One level below the 99th percentile, where its label may stand. */
const LOWEST_LEVEL = 0.001;
const TABLE_ROWS_MAX = 60;
const SHARE_NAMES: readonly [number, string][] = [
  [1, 'all'],
  [0.1, '10 %'],
  [0.01, '1 %'],
  [0.001, '0.1 %'],
  [0.0001, '0.01 %'],
  [0.00001, ''],
];

export function drawTail(tail: Tail, width: number, height: number): Drawing {
  const too_few = tail.count < REQUESTS_NEEDED;
  const p99_ns = timeAtShare(tail, 0.01);
  return {
    note: 'share of requests slower than',
    figure: '',
    label:
      p99_ns === null
        ? 'Tail of response times'
        : `Tail of response times: 1 % of requests take longer than ${time(p99_ns, 3)}`,
    nodes: too_few ? [] : curve(tail, p99_ns, width, height),
    needs: too_few ? `Needs ${REQUESTS_NEEDED} requests; ${count(tail.count)} so far.` : null,
    table: () => ({
      head: ['slower than', 'share'],
      rows: thinned(
        tail.ns.map((ns, i) => [time(ns), percent(tail.share[i] ?? 0)]),
        TABLE_ROWS_MAX,
      ),
    }),
  };
}

function curve(tail: Tail, p99_ns: number | null, width: number, height: number): Node[] {
  const fewest = Math.max(FEWEST, 0.5 / tail.count);
  const points = tail.ns.map((ns, i) => ({ ns, share: tail.share[i] ?? 0 }));
  const first = Math.max(0, points.findIndex(({ share }) => share < 1) - 1);
  const after_last = points.findIndex(({ share }) => share < fewest);
  const seen = points.slice(first, after_last < 0 ? undefined : after_last + 1);
  const shown = seen.filter(({ ns }) => ns > 0);
  const ticks = decades(shown[0]?.ns ?? 1, shown.at(-1)?.ns ?? 10);
  const every = Math.ceil((ticks.length * TICK_PX) / width);
  const x = scaleLog([ticks[0] ?? 1, ticks.at(-1) ?? 10], [AXIS_WIDTH + 2, width - RIGHT_MARGIN]);
  const lowest = SHARE_NAMES.findLast(([share]) => share >= fewest)?.[0] ?? fewest;
  const y = scaleLog([Math.min(lowest, LOWEST_LEVEL), 1], [height - FOOT, TOP]).clamp(true);
  // Between two times that occurred, no request becomes slower: the share falls at a time, not towards it.
  const trace = line<{ ns: number; share: number }>(
    ({ ns }) => x(ns),
    ({ share }) => y(Math.max(share, fewest)),
  ).curve(curveStepAfter);
  return [
    ...SHARE_NAMES.filter(([share]) => share >= Math.min(lowest, LOWEST_LEVEL)).flatMap(([share, name]) =>
      gridLine(y(share), name, width),
    ),
    ...ticks.flatMap((ns, i) => {
      const anchor = i === 0 ? 'start' : i === ticks.length - 1 ? 'end' : 'middle';
      return (ticks.length - 1 - i) % every === 0 ? [label(x(ns), height - 4, time(ns, 1), anchor, 'chart-tick')] : [];
    }),
    path('chart-line chart-line-own', trace(shown)),
    // A response that took no time, as from RAM, has no place on this axis.
    ...(p99_ns === null || p99_ns === 0
      ? []
      : [
          svg('circle', { class: 'chart-dot', cx: x(p99_ns), cy: y(0.01), r: 3.5 }),
          percentileLabel(x(p99_ns), y(0.01), time(p99_ns, 3), width),
        ]),
  ];
}

/** The curve only falls: above it to the right there is room, and below it to the left. */
const percentileLabel = (x: number, y: number, text: string, width: number): SVGTextElement =>
  x > width * 0.75 ? label(x - 8, y + 12, text, 'end', 'chart-note') : label(x + 8, y - 6, text, 'start', 'chart-note');
