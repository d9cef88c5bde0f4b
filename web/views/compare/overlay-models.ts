/** What the charts over all lanes show: response times, their tail, write amplification and erases. Pure. */

import { scaleLinear, scaleLog } from 'd3-scale';
import { binRequests } from '../../app/timeline-bins';
import type { Charts, Frame } from '../../engine/protocol';
import { count, countShort, ratio, time } from '../../render/format';
import type { Plot } from '../charts/marks';
import { decades, requestScale, type Scale, ticksApart, timeScale, timeTicks } from '../charts/scales';
import {
  amplificationPoints,
  fewestShare,
  TAIL_REQUESTS,
  TAIL_SHARES,
  tailPoints,
  timeAtShare,
} from '../charts/series';
import { letterOf } from './lane-appearance';
import type { OverlayLine, OverlayModel } from './overlay';

/** Lanes by number; null while one has nothing to show. */
export type LaneFrames = readonly (Frame | null)[];

const COLUMNS = 3;
const TIME_COLUMNS = 5;

const chartsOf = (lanes: LaneFrames): readonly { lane: number; frame: Frame; charts: Charts }[] =>
  lanes.flatMap((frame, lane) => (frame?.charts ? [{ lane, frame, charts: frame.charts }] : []));

/** The x axis of charts over the run: as far as any lane has come, in round steps. */
export const runScale = (lanes: LaneFrames, plot: Plot): Scale =>
  requestScale(
    lanes.flatMap((frame) => frame?.position ?? []),
    plot,
  );

function overRun(lanes: LaneFrames, plot: Plot): Pick<OverlayModel, 'columns' | 'playhead'> & { x: Scale } {
  const x = runScale(lanes, plot);
  const end = x.domain()[1] ?? 1;
  return {
    x,
    columns: [
      { x: plot.left, text: '0', anchor: 'start' },
      { x: plot.right, text: `${countShort(end)} requests`, anchor: 'end' },
    ],
    // One that stops early stays behind.
    playhead: x(Math.max(0, ...lanes.map((frame) => frame?.position.request ?? 0))),
  };
}

export function latencyModel(lanes: LaneFrames, plot: Plot): OverlayModel {
  const { x, ...axis } = overRun(lanes, plot);
  const all = chartsOf(lanes);
  const times = all.flatMap(({ charts: { latency } }) => [...latency.p50_ns, ...latency.p99_ns]).filter((ns) => ns > 0);
  const low_ns = times.length === 0 ? 1 : times.reduce((least, ns) => Math.min(least, ns));
  const high_ns = times.length === 0 ? 10 : times.reduce((most, ns) => Math.max(most, ns));
  const { y, ticks_ns } = timeScale(low_ns, high_ns, plot);
  const names = timeTicks(ticks_ns);
  const bin_requests = Math.max(1, ...all.map(({ charts }) => charts.latency.bin_requests));
  return {
    ...axis,
    note: bin_requests === 1 ? 'each request' : 'p99, thin: median',
    label: `Response time over the run, by lane. ${endsInWords(
      all,
      ({ latency }) => latency.p99_ns.at(-1) ?? null,
      (ns) => time(ns, 3),
    )}`,
    lines: all.flatMap(({ lane, frame, charts: { latency } }) => {
      const at = (bin: number): number => x(Math.min((bin + 0.5) * latency.bin_requests, frame.position.request));
      const along = (values: readonly number[], is_second: boolean): OverlayLine => ({
        lane,
        is_second,
        points: gathered(values).map(({ bin, value }) => [at(bin), y(Math.max(value, low_ns * 0.8))] as const),
      });
      return bin_requests === 1
        ? [along(latency.max_ns, false)]
        : [along(latency.p50_ns, true), along(latency.p99_ns, false)];
    }),
    rows: ticks_ns.map((ns, at) => ({ y: y(ns), text: names[at] ?? '' })),
    needs: times.length === 0 ? 'No request of the host has been served yet.' : null,
  };
}

/** A dashed line of more points than this is a cloud of dots. */
const POINTS_MAX = 90;

/** Means of as many neighbouring bins as leave few enough points, each in their middle. */
export function gathered(values: readonly number[]): readonly { bin: number; value: number }[] {
  const step = Math.max(1, Math.ceil(values.length / POINTS_MAX));
  return Array.from({ length: Math.ceil(values.length / step) }, (_, at) => {
    const part = values.slice(at * step, (at + 1) * step);
    return { bin: at * step + (part.length - 1) / 2, value: part.reduce((sum, value) => sum + value, 0) / part.length };
  });
}

export function tailModel(lanes: LaneFrames, plot: Plot): OverlayModel {
  const all = chartsOf(lanes);
  const most = Math.max(0, ...all.map(({ charts }) => charts.tail.count));
  const fewest = fewestShare(most);
  const curves = all.map(({ lane, charts }) => ({ lane, points: tailPoints(charts.tail, fewest) }));
  const times = curves.flatMap(({ points }) => points.map(({ ns }) => ns));
  const low_ns = times.length === 0 ? 1 : times.reduce((least, ns) => Math.min(least, ns));
  const high_ns = times.length === 0 ? 10 : times.reduce((longest, ns) => Math.max(longest, ns));
  const ticks = decades(low_ns, high_ns);
  const lowest = Math.min(0.01, TAIL_SHARES.findLast(([share]) => share >= fewest)?.[0] ?? 0.01);
  const x = scaleLog([ticks[0] ?? 1, ticks.at(-1) ?? 10], [plot.left, plot.right]);
  const y = scaleLog([lowest, 1], [plot.foot, plot.top]).clamp(true);
  return {
    note: 'share of requests slower than',
    label: `Tail of response times, by lane. ${endsInWords(
      all,
      ({ tail }) => timeAtShare(tail, 0.01),
      (ns) => `1 % take longer than ${time(ns, 3)}`,
    )}`,
    lines: curves.map(({ lane, points }) => ({
      lane,
      is_second: false,
      points: points.map(({ ns, share }) => [x(ns), y(Math.max(share, lowest))] as const),
    })),
    rows: TAIL_SHARES.filter(([share]) => share >= lowest).map(([share, text]) => ({ y: y(share), text })),
    columns: ticksApart(ticks, TIME_COLUMNS).map(({ value, anchor }) => ({
      x: x(value),
      text: time(value, 1),
      anchor,
    })),
    playhead: null,
    needs: most < TAIL_REQUESTS ? `Needs ${TAIL_REQUESTS} requests; ${count(most)} so far.` : null,
  };
}

export function amplificationModel(lanes: LaneFrames, plot: Plot): OverlayModel {
  const { x, ...axis } = overRun(lanes, plot);
  const all = chartsOf(lanes);
  const curves = all.map(({ lane, frame, charts }) => ({
    lane,
    points: amplificationPoints(charts, frame.position.request),
  }));
  const values = curves.flatMap(({ points }) => points.map(({ value }) => value));
  // The first few pages written make ratios that say nothing: the scale is that of the second half.
  const settled = curves.flatMap(({ points }) => points.slice(points.length >> 1).map(({ value }) => value));
  const highest = Math.max(1.2, ...settled);
  const lowest = values.some((value) => value < 1) ? 0 : 1;
  const y = scaleLinear([lowest, highest], [plot.foot, plot.top]).nice(COLUMNS).clamp(true);
  return {
    ...axis,
    note: 'programs per page written',
    label: `Write amplification over the run, by lane. ${endsInWords(all, (charts) => charts.write_amplification.now, ratio)}`,
    lines: curves.map(({ lane, points }) => ({
      lane,
      is_second: false,
      points: points.map(({ request, value }) => [x(request), y(value)] as const),
    })),
    rows: y.ticks(COLUMNS).map((value) => ({ y: y(value), text: String(value) })),
    needs: values.length === 0 ? 'Counting begins with the next page that the host writes.' : null,
  };
}

export function erasesModel(lanes: LaneFrames, plot: Plot): OverlayModel {
  const { x, ...axis } = overRun(lanes, plot);
  const all = chartsOf(lanes);
  const curves = all.map(({ lane, frame, charts }) => ({ lane, points: erasesOverRun(frame, charts.so_far.erases) }));
  const most = Math.max(1, ...all.map(({ charts }) => charts.so_far.erases));
  const y = scaleLinear([0, most], [plot.foot, plot.top]).nice(COLUMNS);
  return {
    ...axis,
    note: 'blocks since the start',
    label: `Erases over the run, by lane. ${endsInWords(all, ({ so_far }) => so_far.erases, count)}`,
    lines: curves.map(({ lane, points }) => ({
      lane,
      is_second: false,
      points: points.map(({ request, erases }) => [x(request), y(erases)] as const),
    })),
    rows: y
      .ticks(COLUMNS)
      .filter(Number.isInteger)
      .map((value) => ({ y: y(value), text: countShort(value) })),
    needs: all.every(({ charts }) => charts.so_far.erases === 0) ? 'No block has been erased.' : null,
  };
}

/** Erases up to the present request, from the marks of the timeline; the end is the count itself. */
export function erasesOverRun(
  { marks, position }: Pick<Frame, 'marks' | 'position'>,
  now: number,
): readonly { request: number; erases: number }[] {
  const bins = marks?.erase ?? [];
  const a_bin = binRequests(position.requests, bins.length);
  const whole = bins.slice(0, Math.floor(position.request / a_bin));
  let sum = 0;
  const points = whole.map((erases, bin) => {
    sum += erases;
    return { request: (bin + 1) * a_bin, erases: Math.min(sum, now) };
  });
  return [{ request: 0, erases: 0 }, ...points, { request: position.request, erases: now }];
}

/** "A: 36 ms; B: 40 ms." */
function endsInWords(
  all: readonly { lane: number; charts: Charts }[],
  value: (charts: Charts) => number | null,
  words: (value: number) => string,
): string {
  const known = all.flatMap(({ lane, charts }) => {
    const end = value(charts);
    return end === null ? [] : [`${letterOf(lane)}: ${words(end)}`];
  });
  return known.length === 0 ? '' : `${known.join('; ')}.`;
}
