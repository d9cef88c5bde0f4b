/**
 * The tail of the reads: which share of them took no longer than a time, in nines, growing as the run does. Dashed beside it the same
 * requests on the other device, dotted the device without garbage collection; what lies between is the time that is saved.
 */

import { type ScaleLogarithmic, scaleLinear, scaleLog } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { Baseline, BaselinesState } from '../../../app/baselines/state';
import { valueAt } from '../../../app/experiment';
import type { RunCommand } from '../../../app/view';
import type { StripeCharts } from '../../../engine/core-types';
import { count, share as percent, time } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { anchorAt, dot, gridLine, label, type Plot, path } from '../../charts/marks';
import { decades } from '../../charts/scales';
import { seriesName } from '../../charts/series-names';
import { type Drawing, plotIn, type RailChart, type Told } from '../panel';

export type Tail = readonly (readonly [share: number, ns: number])[];

const TOP = 12;
const FOOT = 20;
const LOWEST = 0.9;
const HIGHEST = 0.9999;
const P99 = 0.99;
const READS_NEEDED = 100;
/** Between curves nearer than this nothing can be hatched, or named. */
const HATCH_MIN_PX = 24;
const NAMES_MIN_PX = 150;
/** Room for a time beside its dot. */
const WORDS_PX = 58;
/** Nines at which what lies between is named: above the values at 99 %, below the names of the curves. */
const NAMED_AT = 2.6;
const TICKS: readonly [number, string][] = [
  [0.9, '90 %'],
  [0.99, '99 %'],
  [0.999, '99.9 %'],
  [0.9999, '99.99 %'],
];

/** How many nines a share has: the axis. */
export const nines = (share: number): number => -Math.log10(1 - share);

/** The part of a tail that is drawn, and that there are reads enough for. */
export function shown(tail: Tail, reads: number): Tail {
  return tail.filter(([share, ns]) => share >= LOWEST && share <= HIGHEST && ns > 0 && reads * (1 - share) >= 0.999);
}

/** The time that a share of the reads does not exceed; null where there are too few. */
export const timeAt = (tail: Tail, share: number): number | null =>
  tail.find(([one]) => one >= share - 1e-9)?.[1] ?? null;

/** The time at any share between two that are told, straight on the chart. */
export function between(tail: Tail, share: number): number | null {
  const after = tail.findIndex(([one]) => one >= share - 1e-9);
  const [high, low] = [tail[after], tail[after - 1]];
  if (!high) return null;
  if (!low || high[0] <= share) return high[0] <= share + 1e-9 ? high[1] : null;
  const part = (nines(share) - nines(low[0])) / (nines(high[0]) - nines(low[0]));
  return low[1] * (high[1] / low[1]) ** part;
}

/** For the runs beside the lane, which take longer than a lane's own next moment. */
function runsButton(run: RunCommand): Display<[told: Told]> {
  const element = h('button', { class: 'link stripe-runs', type: 'button', onclick: () => run('baselines.runs') });
  return {
    element,
    show({ baselines: { work, refused } }) {
      setAttribute(element, 'hidden', work === null && refused === null);
      setText(element, work === null ? 'Run the baseline' : 'Stop');
    },
  };
}

export const CHART: RailChart = {
  name: 'reads',
  title: 'Read latency',
  height: 168,
  draw: ({ charts: { ttflash }, opened, baselines }, width, height) =>
    ttflash ? drawReadTail(ttflash, baselines, String(valueAt(opened.document, 'ftl.series')), width, height) : null,
  button: runsButton,
};

export function drawReadTail(
  charts: StripeCharts,
  baselines: BaselinesState,
  series: string,
  width: number,
  height: number,
): Drawing {
  const { reads } = charts;
  const own = shown(charts.read_tail, reads);
  const rival = baselines.rival && shown(baselines.rival.read_tail, baselines.rival.reads);
  const nogc = baselines.nogc && shown(baselines.nogc.read_tail, baselines.nogc.reads);
  const p99_ns = timeAt(own, P99);
  const rival_ns = rival && timeAt(rival, P99);
  const too_few = reads < READS_NEEDED;
  const than =
    baselines.rival_name && rival_ns !== null ? `, ${time(rival_ns, 3)} ${seriesName(baselines.rival_name)}` : '';
  return {
    note: noteOf(baselines),
    figure: '',
    label: p99_ns === null ? 'Tail of the reads' : `99 % of the reads took at most ${time(p99_ns, 3)}${than}`,
    nodes: too_few ? [] : curves({ own, rival, nogc, baselines, series, p99_ns, rival_ns, width, height }),
    needs: too_few ? `Needs ${READS_NEEDED} reads; ${count(reads)} so far.` : null,
    table: () => ({
      head: [
        'share',
        'here',
        ...(baselines.rival ? [seriesName(baselines.rival.name)] : []),
        ...(baselines.nogc ? ['no GC'] : []),
      ],
      rows: charts.read_tail.map(([share, ns]) => [
        percent(share, 4),
        time(ns),
        ...[baselines.rival, baselines.nogc]
          .filter((baseline) => baseline !== null)
          .map((baseline) => cell(baseline, share)),
      ]),
    }),
  };
}

function cell({ read_tail }: Baseline, share: number): string {
  const found = read_tail.find(([one]) => Math.abs(one - share) < 1e-9);
  return found ? time(found[1]) : '';
}

/** What is dashed and dotted, or how far it is from being there. */
export function noteOf({ rival, nogc, rival_name, work, limit, refused }: BaselinesState): string {
  if (work !== null) return `running the baselines: ${percent(work, 2)}`;
  if (refused !== null) return `no baseline: ${refused}`;
  if (!rival || !rival_name) return 'share of reads';
  const of = limit === null ? '' : `, first ${count(limit)} requests`;
  return `dashed: ${seriesName(rival_name)}${nogc ? '; dotted: no GC' : ''}${of}`;
}

interface Curves {
  own: Tail;
  rival: Tail | null;
  nogc: Tail | null;
  baselines: BaselinesState;
  series: string;
  p99_ns: number | null;
  rival_ns: number | null;
  width: number;
  height: number;
}

function curves({ own, rival, nogc, baselines, series, p99_ns, rival_ns, width, height }: Curves): Node[] {
  const all = [own, rival ?? [], nogc ?? []].flat().map(([, ns]) => ns);
  const ticks = decades(Math.min(...all, 1e9), Math.max(...all, 1));
  const plot = plotIn(width, height, TOP, FOOT);
  const x = scaleLog([ticks[0] ?? 1, ticks.at(-1) ?? 10], [plot.left + 8, plot.right]);
  const y = scaleLinear([nines(LOWEST), nines(HIGHEST)], [plot.foot, plot.top]);
  const place = (share: number): number => y(nines(share));
  const curve = line<readonly [number, number]>(
    ([, ns]) => x(ns),
    ([share]) => place(share),
  );
  return [
    ...TICKS.flatMap(([share, name]) => gridLine(plot, place(share), name)),
    ...ticks.map((ns, i) => label(x(ns), height - 4, time(ns, 1), anchorAt(i, ticks.length), 'chart-tick')),
    ...(rival ? saved(own, rival, x, place, series === 'base') : []),
    ...(nogc ? [path('chart-baseline-dotted', curve(nogc))] : []),
    ...(rival ? [path('chart-baseline', curve(rival))] : []),
    path('chart-line chart-line-own', curve(own)),
    ...(rival_ns === null
      ? []
      : mark(x(rival_ns), place(P99), time(rival_ns, 3), 'chart-baseline-dot', plot, rival_ns < (p99_ns ?? 0))),
    ...(p99_ns === null
      ? []
      : mark(x(p99_ns), place(P99), time(p99_ns, 3), 'chart-dot', plot, rival_ns === null || rival_ns >= p99_ns)),
    ...names(own, rival, baselines, series, x, place, plot),
  ];
}

/** A value at its dot: left of the faster one, right of the slower, so that they never meet. */
function mark(x: number, y: number, words: string, kind: string, { left, right }: Plot, is_faster: boolean): Node[] {
  const to_left = is_faster && x > left + WORDS_PX;
  const no_room = !to_left && x > right - WORDS_PX;
  const [at, anchor] = to_left
    ? ([x - 7, 'end'] as const)
    : no_room
      ? ([right, 'end'] as const)
      : ([x + 7, 'start'] as const);
  return [dot(x, y, kind), label(at, no_room ? y + 15 : y - 6, words, anchor, 'chart-note chart-strong')];
}

/** The time between the curves, hatched; upwards from where there is any. */
function saved(
  own: Tail,
  rival: Tail,
  x: ScaleLogarithmic<number, number>,
  place: (share: number) => number,
  would_be: boolean,
): Node[] {
  const shares = [...new Set([...own, ...rival].map(([share]) => share))].sort((a, b) => a - b);
  const bands = shares.flatMap((share) => {
    const [here, there] = [between(own, share), between(rival, share)];
    return here === null || there === null
      ? []
      : [{ share, left: Math.min(here, there), right: Math.max(here, there) }];
  });
  if (bands.length < 2) return [];
  const shape = area<(typeof bands)[number]>()
    .y(({ share }) => place(share))
    .x0(({ left }) => x(left))
    .x1(({ right }) => x(right));
  const middle = bands.reduce((best, band) =>
    Math.abs(nines(band.share) - NAMED_AT) < Math.abs(nines(best.share) - NAMED_AT) ? band : best,
  );
  const room = x(middle.right) - x(middle.left);
  return [
    svg(
      'defs',
      {},
      svg(
        'pattern',
        { id: 'chart-saved', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
        svg('path', { class: 'chart-saved-line', d: 'M0 0V6' }),
      ),
    ),
    svg('path', { class: 'chart-saved', d: shape(bands) }),
    ...(room < 3 * HATCH_MIN_PX
      ? []
      : [
          label(
            (x(middle.left) + x(middle.right)) / 2,
            place(middle.share) + 4,
            would_be ? 'time to save' : 'time saved',
            'middle',
            'chart-note chart-strong',
          ),
        ]),
  ];
}

/** Which line is which, at the upper ends. */
function names(
  own: Tail,
  rival: Tail | null,
  { rival_name }: BaselinesState,
  series: string,
  x: ScaleLogarithmic<number, number>,
  place: (share: number) => number,
  { top: highest, right }: Plot,
): Node[] {
  const top = own.at(-1);
  const end = rival?.at(-1);
  if (!top || !end || !rival_name) return [];
  const [own_x, end_x] = [x(top[1]), x(end[1])];
  if (Math.abs(end_x - own_x) < NAMES_MIN_PX) return [];
  const own_first = own_x < end_x;
  const at = (left: boolean, of_x: number, share: number, words: string): Node =>
    label(
      left ? of_x + 6 : Math.min(of_x - 6, right),
      Math.max(highest + 2, place(share) + 11),
      words,
      left ? 'start' : 'end',
      'chart-note',
    );
  return [
    at(own_first, own_x, top[0], series === 'rgc' ? 'ttFlash' : seriesName(series)),
    at(!own_first, end_x, end[0], seriesName(rival_name)),
  ];
}
