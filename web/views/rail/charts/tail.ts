/** The tail of response times: which share of requests was slower than a time, in nines, so that the tail is the picture. */

import { scaleLog } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import type { Charts } from '../../../engine/protocol';
import { count, share as percent, time } from '../../../render/format';
import { dot, gridLine, label, path } from '../../charts/marks';
import { decades, ticksApart } from '../../charts/scales';
import { fewestShare, TAIL_REQUESTS, TAIL_SHARES, tailPoints, timeAtShare } from '../../charts/series';
import { type Drawing, plotIn, type RailChart } from '../panel';

type Tail = Charts['tail'];

const TOP = 10;
const FOOT = 20;
/** Times on the axis keep this far apart. */
const TICK_PX = 62;
/** One level below the 99th percentile, where its label may stand. */
const LOWEST_LEVEL = 0.001;

export const CHART: RailChart = {
  name: 'tail',
  title: 'Latency tail',
  height: 90,
  // A device with stripes has that of its reads instead.
  draw: ({ charts }, width, height) => (charts.ttflash ? null : drawTail(charts.tail, width, height)),
};

export function drawTail(tail: Tail, width: number, height: number): Drawing {
  const too_few = tail.count < TAIL_REQUESTS;
  const p99_ns = timeAtShare(tail, 0.01);
  return {
    note: 'share of requests slower than',
    figure: '',
    label:
      p99_ns === null
        ? 'Tail of response times'
        : `Tail of response times: 1 % of requests take longer than ${time(p99_ns, 3)}`,
    nodes: too_few ? [] : curve(tail, p99_ns, width, height),
    needs: too_few ? `Needs ${TAIL_REQUESTS} requests; ${count(tail.count)} so far.` : null,
    table: () => ({
      head: ['slower than', 'share'],
      rows: tail.ns.map((ns, i) => [time(ns), percent(tail.share[i] ?? 0)]),
    }),
  };
}

function curve(tail: Tail, p99_ns: number | null, width: number, height: number): Node[] {
  const plot = plotIn(width, height, TOP, FOOT);
  const fewest = fewestShare(tail.count);
  const points = tailPoints(tail, fewest);
  const ticks = decades(points[0]?.ns ?? 1, points.at(-1)?.ns ?? 10);
  const x = scaleLog([ticks[0] ?? 1, ticks.at(-1) ?? 10], [plot.left + 2, plot.right]);
  const lowest = Math.min(TAIL_SHARES.findLast(([share]) => share >= fewest)?.[0] ?? fewest, LOWEST_LEVEL);
  const y = scaleLog([lowest, 1], [plot.foot, plot.top]).clamp(true);
  // Between two times that occurred, no request becomes slower: the share falls at a time, not towards it.
  const trace = line<{ ns: number; share: number }>(
    ({ ns }) => x(ns),
    ({ share }) => y(Math.max(share, fewest)),
  ).curve(curveStepAfter);
  return [
    ...TAIL_SHARES.filter(([share]) => share >= lowest).flatMap(([share, name]) => gridLine(plot, y(share), name)),
    ...ticksApart(ticks, width / TICK_PX).map(({ value: ns, anchor }) =>
      label(x(ns), height - 4, time(ns, 1), anchor, 'chart-tick'),
    ),
    path('chart-line chart-line-own', trace(points)),
    // A response that took no time, as from RAM, has no place on this axis.
    ...(p99_ns === null || p99_ns === 0
      ? []
      : [dot(x(p99_ns), y(0.01)), percentileLabel(x(p99_ns), y(0.01), `P99 ${time(p99_ns, 3)}`, width)]),
  ];
}

/** The curve only falls: above it to the right there is room, and below it to the left. */
const percentileLabel = (x: number, y: number, text: string, width: number): SVGTextElement =>
  x > width * 0.75 ? label(x - 8, y + 12, text, 'end', 'chart-note') : label(x + 8, y - 6, text, 'start', 'chart-note');
