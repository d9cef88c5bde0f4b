/** Reads that garbage collection held up, along the run: those that waited for a collection, and those behind them; the other device's total beside. */

import { scaleLinear } from 'd3-scale';
import type { BaselineName, BaselinesState } from '../../../app/baselines/state';
import type { StripeCharts } from '../../../engine/core-types';
import type { Position } from '../../../engine/protocol';
import { count, plural, share } from '../../../render/format';
import { baseline, gridLine, label, path, playhead, rect } from '../../charts/marks';
import { requestEnds, requestScale } from '../../charts/scales';
import { seriesName } from '../../charts/series-names';
import { type Drawing, plotIn, type RailChart } from '../panel';

const TOP = 12;
const FOOT = 18;
/** Room at the right for the totals. */
const TOTALS = 88;
const TOTAL_WIDTH = 22;
const HERE = 'here';
/** The series that is compared with, as short as there is room for. */
const TOTAL_NAMES: Readonly<Record<BaselineName, string>> = { base: 'Base', rgc: 'ttFlash', nogc: 'no GC' };
const BARS_MAX = 60;
/** A share of fewer reads would jump between nothing and all. */
const READS_A_BAR = 40;
const LEAST_TOP = 0.001;

export interface Stretch {
  /** Requests. */
  first: number;
  end: number;
  gc: number;
  queue: number;
  reads: number;
}

/** Bins put together, so that a bar stands for enough reads. */
export function stretches(per_bin: StripeCharts['per_bin'], bin_requests: number): Stretch[] {
  const reads = per_bin.reduce((sum, bin) => sum + bin[2], 0);
  const bars = Math.max(1, Math.min(BARS_MAX, Math.floor(reads / READS_A_BAR), per_bin.length));
  const size = Math.ceil(per_bin.length / bars);
  return Array.from({ length: Math.ceil(per_bin.length / size) }, (_, at) => {
    const bins = per_bin.slice(at * size, (at + 1) * size);
    const sum = (of: 0 | 1 | 2): number => bins.reduce((total, bin) => total + bin[of], 0);
    const first = at * size * bin_requests;
    return { first, end: first + bins.length * bin_requests, gc: sum(0), queue: sum(1), reads: sum(2) };
  });
}

export const CHART: RailChart = {
  name: 'blocked',
  title: 'Blocked reads',
  height: 96,
  draw: ({ charts: { ttflash, latency }, position, baselines }, width, height) =>
    ttflash ? drawBlocked(ttflash, latency.bin_requests, position, baselines, width, height) : null,
};

export function drawBlocked(
  charts: StripeCharts,
  bin_requests: number,
  position: Position,
  baselines: BaselinesState,
  width: number,
  height: number,
): Drawing {
  const { reads, gc_blocked, queue_blocked } = charts;
  const all = (gc_blocked + queue_blocked) / Math.max(1, reads);
  const { rival } = baselines;
  const other = rival && `${share(rival.gc_fraction + rival.queue_fraction, 2)} ${seriesName(rival.name)}`;
  const list = stretches(charts.per_bin, bin_requests);
  return {
    note: 'held up by GC',
    figure: reads === 0 ? '' : `**${share(all, 2)}**`,
    label: `${count(gc_blocked)} of ${plural(reads, 'read')} waited for a collection, ${count(queue_blocked)} behind one that did: ${share(all, 2)}${other ? `; ${other}` : ''}`,
    nodes: reads === 0 ? [] : bars(list, charts, position, baselines, width, height),
    needs: reads === 0 ? 'No read has been served yet.' : null,
    table: () => ({
      head: ['requests', 'reads', 'for GC', 'behind those'],
      rows: list.map((one) => [
        `${count(one.first)} to ${count(one.end)}`,
        count(one.reads),
        count(one.gc),
        count(one.queue),
      ]),
    }),
  };
}

function bars(
  list: readonly Stretch[],
  { reads, gc_blocked, queue_blocked }: StripeCharts,
  position: Position,
  { rival }: BaselinesState,
  width: number,
  height: number,
): Node[] {
  const plot = { ...plotIn(width, height, TOP, FOOT), right: width - TOTALS };
  const { right, foot } = plot;
  const x = requestScale([position], plot);
  const of = (n: number, all: number): number => n / Math.max(1, all);
  const totals = [of(gc_blocked + queue_blocked, reads), rival ? rival.gc_fraction + rival.queue_fraction : 0];
  const most = Math.max(LEAST_TOP, ...list.map(({ gc, queue, reads: among }) => of(gc + queue, among)), ...totals);
  const y = scaleLinear([0, most], [foot, TOP]).nice(3);
  const ticks = y.ticks(3);
  const stack = (at: number, wide: number, gc: number, queue: number): Node[] => [
    rect('chart-blocked-gc', at, y(gc), wide, foot - y(gc)),
    rect('chart-blocked-queue', at, y(gc + queue), wide, y(gc) - y(gc + queue)),
  ];
  return [
    ...ticks.flatMap((tick) => gridLine(plot, y(tick), tick === 0 ? '0' : share(tick, 2))),
    ...list.flatMap(({ first, end, gc, queue, reads: among }) =>
      stack(
        x(first),
        Math.max(1, x(Math.min(end, x.domain()[1] ?? end)) - x(first) - 1),
        of(gc, among),
        of(queue, among),
      ),
    ),
    baseline(plot),
    ...requestEnds(x, height - 4),
    playhead(x(position.request), TOP - 4, foot),
    ...total(right + 14, HERE, of(gc_blocked, reads), of(queue_blocked, reads)),
    ...(rival ? total(right + 56, TOTAL_NAMES[rival.name], rival.gc_fraction, rival.queue_fraction) : []),
  ];

  function total(at: number, name: string, gc: number, queue: number): Node[] {
    return [
      ...stack(at, TOTAL_WIDTH, gc, queue),
      path(
        name === HERE ? 'chart-axis' : 'chart-baseline-frame',
        name === HERE
          ? `M${at} ${foot + 0.5}h${TOTAL_WIDTH}`
          : `M${at} ${foot}V${y(gc + queue)}h${TOTAL_WIDTH}V${foot}`,
      ),
      label(at + TOTAL_WIDTH / 2, Math.max(TOP - 2, y(gc + queue) - 3), share(gc + queue, 2), 'middle', 'chart-tick'),
      label(at + TOTAL_WIDTH / 2, height - 4, name, 'middle', 'chart-tick'),
    ];
  }
}
