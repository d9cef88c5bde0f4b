/** Response time along the run: a bar a request while there are few, then the median, a band up to the 99th, and the worst. */

import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Charts, Position } from '../../../engine/protocol';
import { count, plural, time } from '../../../render/format';
import { baseline, gridLine, label, type Plot, path, playhead, rect } from '../../charts/marks';
import { requestEnds, requestScale, timeScale, timeTicks } from '../../charts/scales';
import { type Drawing, plotIn, type RailChart } from '../panel';

type Latency = Charts['latency'];

const TOP = 14;
const FOOT = 18;
/** Room for the marks of GC runs. */
const GC_ROOM = 6;
const BARS_MAX = 130;
const LEGEND_KEY = 14;
/** From the axis on. */
const LEGEND = [
  { kind: 'chart-line', text: 'median', x: 22 },
  { kind: 'chart-band', text: 'p99', x: 89 },
  { kind: 'chart-dotted', text: 'worst', x: 136 },
] as const;

export const CHART: RailChart = {
  name: 'response',
  title: 'Response time',
  height: 98,
  seeks: true,
  draw: ({ charts, position }, width, height) => drawLatency(charts.latency, position, width, height),
};

export function drawLatency(latency: Latency, position: Position, width: number, height: number): Drawing {
  const bins = latency.p50_ns.length;
  const worst_ns = Math.max(0, ...latency.max_ns);
  const few = latency.bin_requests === 1 && bins <= BARS_MAX;
  const nodes =
    bins === 0 ? [] : few ? bars(latency, position, width, height) : bands(latency, position, width, height);
  return {
    note: few
      ? eachRequest(latency)
      : latency.bin_requests === 1
        ? 'per request'
        : `per ${plural(latency.bin_requests, 'request')}`,
    figure: !few || bins === 0 ? '' : `worst **${time(worst_ns, 3)}**`,
    label: `Response time over the run: worst ${time(worst_ns, 3)}, latest median ${time(latency.p50_ns.at(-1) ?? 0, 3)}`,
    nodes,
    needs: bins === 0 ? 'No request has been served yet.' : null,
    table: () => tableOf(latency),
  };
}

/** Says what the red bars are, where there are any; there is no room for more. */
const eachRequest = ({ gc_runs }: Latency): string =>
  gc_runs.some((runs) => runs > 0) ? 'red waited for GC' : 'each request';

function bars(latency: Latency, position: Position, width: number, height: number): Node[] {
  const plot = plotIn(width, height, TOP, FOOT);
  const { top, foot } = plot;
  const x = requestScale([position], plot);
  const worst_ns = Math.max(0, ...latency.max_ns);
  // Where nothing took any time, the axis has no height to spread over, and nothing to say above its foot.
  const y = scaleLinear([0, Math.max(1, worst_ns)], [foot, top]).nice(3);
  const bar = Math.max(1, Math.min(12, x(1) - x(0)) - 1);
  return [
    ...timeGrid(worst_ns > 0 ? y.ticks(3) : [0], y, plot),
    ...latency.max_ns.map((value, i) => {
      const waited = (latency.gc_runs[i] ?? 0) > 0;
      return rect(waited ? 'chart-bar chart-bar-gc' : 'chart-bar', x(i), y(value), bar, foot - y(value));
    }),
    baseline(plot),
    ...requestEnds(x, height - 3),
    playhead(x(position.request), top - 4, foot),
  ];
}

/** Grid lines at times; the unit is said once, at the top one. */
function timeGrid(ticks_ns: readonly number[], y: (value_ns: number) => number, plot: Plot): SVGElement[] {
  const names = timeTicks(ticks_ns);
  return ticks_ns.flatMap((value, i) => gridLine(plot, y(value), names[i] ?? ''));
}

/** The least that anything took. Writes into RAM take no time: where half of all do, the median is no end for a logarithmic axis. */
function lowestOf({ p50_ns, p99_ns, max_ns }: Latency): number {
  const some = [p50_ns, p99_ns, max_ns].map((times) => times.filter((ns) => ns > 0)).find((times) => times.length > 0);
  return Math.max(1, Math.min(...(some ?? [1])));
}

function bands(latency: Latency, position: Position, width: number, height: number): Node[] {
  const plot = plotIn(width, height, TOP, FOOT + GC_ROOM);
  const { top, foot } = plot;
  const x = requestScale([position], plot);
  const lowest = lowestOf(latency);
  const { y, ticks_ns } = timeScale(lowest, Math.max(...latency.max_ns), plot);
  const at = (i: number): number => x((i + 0.5) * latency.bin_requests);
  const curve = line<number>(
    (_, i) => at(i),
    (value) => y(Math.max(value, lowest)),
  );
  const band = area<number>(
    (_, i) => at(i),
    (_, i) => y(Math.max(latency.p50_ns[i] ?? 0, lowest)),
    (value) => y(Math.max(value, lowest)),
  );
  return [
    ...timeGrid(ticks_ns, y, plot),
    path('chart-band', band(latency.p99_ns)),
    path('chart-p99', curve(latency.p99_ns)),
    path('chart-dotted', curve(latency.max_ns)),
    path('chart-line', curve(latency.p50_ns)),
    path(
      'chart-gc-tick',
      latency.gc_runs.map((runs, i) => (runs > 0 ? `M${at(i)} ${foot + 2}V${foot + 7}` : '')).join(''),
    ),
    ...legend(plot.left, height),
    ...requestEnds(x, height - 3, ''),
    playhead(x(position.request), top - 4, foot),
  ];
}

/** What the lines are: in the row of the axis, where no data can be under it. */
function legend(left: number, height: number): SVGElement[] {
  const y = height - 7;
  return LEGEND.flatMap(({ kind, text, x: away }) => {
    const x = left + away;
    return [
      kind === 'chart-band' ? rect(kind, x, y - 4, LEGEND_KEY, 8) : path(kind, `M${x} ${y}h${LEGEND_KEY}`),
      label(x + LEGEND_KEY + 4, height - 3, text, 'start', 'chart-tick'),
    ];
  });
}

function tableOf({ bin_requests, p50_ns, p99_ns, max_ns, gc_runs }: Latency) {
  const rows = p50_ns.map((p50, i) => [
    count(i * bin_requests),
    time(p50),
    time(p99_ns[i] ?? 0),
    time(max_ns[i] ?? 0),
    count(gc_runs[i] ?? 0),
  ]);
  return { head: ['from request', 'median', 'p99', 'worst', 'GC runs'], rows };
}
