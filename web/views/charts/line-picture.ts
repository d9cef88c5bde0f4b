/** A chart of one metric: curves, the paper's claim on the axis, crossings, and under it where the paper's own system is ahead. */

import { curveStep, line } from 'd3-shape';
import { BOLD, wordsWidth } from '../../render/text-width';
import { svg } from '../../ui/dom';
import { type Axis, valueShort, xWords } from './axis';
import { type ChartMark, edgesOf, onPlot, shownMarks, workOf } from './claimed';
import type { Point } from './curve';
import { type Box, meet, placeLabel, spread } from './label-place';
import type { Lane } from './lanes';
import { type ChartLayout, LANES_FEW } from './line-layout';
import {
  type Axes,
  type ChartModel,
  type Cursor,
  comparisonWith,
  laneOf,
  levelOf,
  overruns,
  pointsOf,
} from './line-model';
import { strips } from './line-strips';
import { claimedWords } from './line-words';
import { gridLine, label, letter } from './marks';

const RING_RADIUS = 0.75;
const RINGS_MAX = 3;

export function picture(model: ChartModel, layout: ChartLayout, axes: Axes, cursor: Cursor | null): SVGElement[] {
  const shown = shownMarks(model.marks, model.claim);
  const measured = model.curves.some(({ points }) => points.length > 0);
  const pale = setAside(model, shown, cursor);
  const names = ends(model, layout, axes, cursor, pale);
  const levels = levelLines(model, shown, layout, axes);
  return [
    ...claimedBand(model, shown, layout, axes),
    ...(measured ? axes.y.ticks.flatMap(({ value, text }) => gridLine(layout, axes.y(value), text, layout.em)) : []),
    ...xNames(model, axes.x, layout),
    ...levels.flatMap((level) => levelLine(level, layout.em)),
    ...model.lanes.flatMap((lane) => curve(model, lane, axes, layout, pale.has(lane.system))),
    ...(cursor ? hairline(model, cursor, axes, layout) : []),
    ...model.lanes.flatMap((lane) => overrun(model, lane, axes, layout)),
    ...rings(model, shown, layout, axes, [
      ...names.map(({ box }) => box),
      ...levels.filter(({ lane }) => lane).map((level) => letterBox(level, layout.em)),
    ]),
    ...names.map(({ node }) => node),
    ...strips(model, shown, layout, axes),
  ];
}

function xNames(
  { x: axis, x_note }: ChartModel,
  x: Axis,
  { left, right, foot, x_ticks, x_name }: ChartLayout,
): SVGElement[] {
  const name = axis.unit === 'pages' ? `${axis.name}, pages` : axis.name;
  return [
    svg('path', { class: 'chart-axis', d: `M${left} ${foot + 0.5}H${right}` }),
    ...x.ticks.flatMap(({ value, text: words }) => [
      svg('path', { class: 'chart-axis', d: `M${x(value)} ${foot}v4` }),
      label(x(value), x_ticks, words, 'middle', 'chart-tick'),
    ]),
    label((left + right) / 2, x_name, x_note ? `${name}, ${x_note}` : name, 'middle', 'chart-words'),
  ];
}

/** Where there are many curves, those that are not spoken of, nor pointed at, step back. */
function setAside({ lanes, claim }: ChartModel, shown: readonly ChartMark[], cursor: Cursor | null): Set<string> {
  const chosen = claim !== null && shown.length > 0;
  if (lanes.length <= LANES_FEW || (!chosen && !cursor)) return new Set();
  const spoken = new Set(shown.flatMap(({ of, against }) => [of, against]));
  const stays = ({ system, subject }: Lane): boolean =>
    system === cursor?.system || (chosen && (spoken.has(system) || (subject && shown.some(({ of }) => !of))));
  return new Set(lanes.filter((lane) => !stays(lane)).map(({ system }) => system));
}

/** A value that the paper names, as far as it speaks of it. */
interface LevelLine {
  lane: Lane | undefined;
  y: number;
  from: number;
  to: number;
  /** Where its letter stands, and on which side of that. */
  beside: number;
  anchor: 'start' | 'end';
}

function levelLines(model: ChartModel, shown: readonly ChartMark[], layout: ChartLayout, { x, y }: Axes): LevelLine[] {
  return shown.flatMap((mark) => {
    const level = levelOf(model, mark);
    if (level === undefined) return [];
    const { from, to } = onPlot(mark, x, layout);
    const wider = mark.from === mark.to ? 0.7 * layout.em : 0;
    // At the right edge stand the names of the curves.
    const ends = to > layout.right - layout.em;
    const beside = ends ? from - wider - 0.3 * layout.em : to + wider + 0.3 * layout.em;
    const lane = laneOf(model, mark.of);
    return [{ lane, y: y(level), from: from - wider, to: to + wider, beside, anchor: ends ? 'end' : 'start' }];
  });
}

function levelLine({ lane, y, from, to, beside, anchor }: LevelLine, em: number): SVGElement[] {
  const line = svg('path', { class: 'chart-level', d: `M${from} ${y}H${to}` });
  line.style.stroke = lane?.colour ?? 'var(--ink)';
  return lane ? [line, letter(beside, y + 0.34 * em, lane, anchor)] : [line];
}

const letterBox = ({ y, beside, anchor }: LevelLine, em: number): Box => {
  const left = anchor === 'end' ? beside - 0.8 * em : beside;
  return { left, right: left + 0.8 * em, top: y - 0.6 * em, bottom: y + 0.6 * em };
};

function curve(
  model: ChartModel,
  { colour, dash, subject, system }: Lane,
  { x, y }: Axes,
  { em }: ChartLayout,
  pale: boolean,
) {
  const points = pointsOf(model, system);
  const path = line<Point>(
    (point) => x(point.x),
    (point) => y(point.value),
  );
  // A session has one value from its beginning to its end.
  if (model.x.over === 'sessions') path.curve(curveStep);
  const radius = (subject ? 0.25 : 0.2) * em;
  const parts = [
    svg('path', { class: 'chart-range', d: points.map((point) => range(point, x, y)).join(''), stroke: colour }),
    svg('path', {
      class: subject ? 'chart-curve chart-subject' : 'chart-curve',
      d: path(points),
      stroke: colour,
      'stroke-dasharray': dash,
    }),
    ...points.map((point) => {
      const fill = point.seeds === point.of ? colour : 'var(--paper)';
      return svg('circle', { cx: x(point.x), cy: y(point.value), r: radius, fill, stroke: colour });
    }),
  ];
  return [svg('g', { class: pale ? 'chart-lane chart-pale' : 'chart-lane' }, ...parts)];
}

/** What the seeds differ by, where they differ by more than a hair. */
function range({ x: at, low, high }: Point, x: Axis, y: Axis): string {
  return y(low) - y(high) < 2 ? '' : `M${x(at)} ${y(low)}V${y(high)}`;
}

/** Saturated points are squares; the word stands beside the first of a curve. */
function overrun(model: ChartModel, { system, colour }: Lane, { x, y }: Axes, { em }: ChartLayout): SVGElement[] {
  const points = overruns(model, pointsOf(model, system));
  const [first] = points;
  if (!first) return [];
  const [size, half] = [0.56 * em, 0.28 * em];
  const box = (point: Point) => ({ x: x(point.x) - half, y: y(point.value) - half, width: size, height: size });
  return [
    ...points.map((point) => svg('rect', { class: 'chart-saturated', ...box(point), stroke: colour })),
    label(x(first.x) - 0.7 * em, y(first.value) + 0.35 * em, 'saturated', 'end', 'chart-words'),
  ];
}

function hairline(model: ChartModel, cursor: Cursor, { x, y }: Axes, { top, bottom, em }: ChartLayout): SVGElement[] {
  const at = model.x_values[cursor.x_index];
  if (at === undefined) return [];
  const point = pointsOf(model, cursor.system).find(({ x_index }) => x_index === cursor.x_index);
  const ring = point && { cx: x(point.x), cy: y(point.value), r: 0.45 * em };
  return [
    svg('path', { class: 'chart-hairline', d: `M${x(at)} ${top}V${bottom}` }),
    ...(ring ? [svg('circle', { class: 'chart-cursor', ...ring })] : []),
  ];
}

/** The stretch of x that the paper speaks of, with its edges, and its words above the chart. */
function claimedBand(model: ChartModel, shown: readonly ChartMark[], layout: ChartLayout, { x }: Axes): SVGElement[] {
  const [mark] = shown;
  if (!mark) return [];
  const { top, foot, em } = layout;
  const { from, to } = onPlot(mark, x, layout);
  const pointed = shown.filter(({ level, from: first, to: last }) => level !== undefined && first === last);
  if (pointed.length > 1)
    return [label(layout.left, layout.top - 0.65 * layout.em, `${workOf(mark)}: dotted marks`, 'start', 'chart-words')];
  const of = laneOf(model, mark.of);
  const words = claimedWords(mark, { ...model, of, rival: { letter: rivalsOf(model, mark, shown) } });
  const edges = edgesOf(mark);
  const edge_path = edges.map((edge) => `M${x(edge)} ${top - 0.4 * em}V${foot}`).join('');
  return [
    ...(edges.length > 0
      ? [svg('rect', { class: 'chart-claimed', x: from, y: top, width: to - from, height: foot - top })]
      : []),
    svg('path', { class: 'chart-edge', d: edge_path }),
    claimedLabel(words, from, layout),
  ];
}

/** Words above the chart, from `from` on; without room for them there they end where the chart does, however wide they are. */
function claimedLabel(words: string, from: number, { top, width, em }: ChartLayout): SVGElement {
  const words_px = wordsWidth(words, em) + 0.5 * em;
  const spills = from + words_px > width;
  const [at, anchor] = !spills
    ? ([from, 'start'] as const)
    : words_px > width
      ? ([0, 'start'] as const)
      : ([width, 'end'] as const);
  return label(at, top - 0.65 * em, words, anchor, 'chart-words');
}

/** Each two curves that are spoken of together, once. */
function pairsOf(shown: readonly ChartMark[]): { of: string | undefined; against: string }[] {
  const pairs = shown.flatMap(({ of, against, says }) =>
    against === undefined || says === 'near' ? [] : [{ of, against }],
  );
  return pairs.filter((pair, i) => pairs.findIndex((p) => p.of === pair.of && p.against === pair.against) === i);
}

/** The letters of all that the same is claimed about. */
function rivalsOf(model: ChartModel, mark: ChartMark, shown: readonly ChartMark[]): string {
  const alike = shown.filter(
    ({ says, of, from, to, gain }) =>
      says === mark.says && of === mark.of && from === mark.from && to === mark.to && gain === mark.gain,
  );
  return alike.flatMap(({ against }) => laneOf(model, against)?.letter ?? []).join(', ');
}

/** Where the subject's curve, or another that a claim is about, meets those of the rivals spoken of. */
function rings(
  model: ChartModel,
  shown: readonly ChartMark[],
  layout: ChartLayout,
  { x, y }: Axes,
  names: readonly Box[],
): SVGElement[] {
  const { left, width, top, foot, em } = layout;
  // Among many curves a crossing says little unless it is asked about.
  const { pairs } = model;
  const found = (pairs ?? (model.lanes.length > LANES_FEW && model.claim === null ? [] : pairsOf(shown)))
    .flatMap(({ of, against }) => {
      const [lane, rival] = [laneOf(model, of), laneOf(model, against)];
      const { crossings } = comparisonWith(model, against, of);
      return rival ? crossings.map((crossing) => ({ lane, rival, crossing })) : [];
    })
    .slice(0, RINGS_MAX)
    .map(({ lane, rival, crossing }) => ({
      name: pairs
        ? `${lane?.letter} and ${rival.letter} cross at ${xWords(model.x, crossing.x, 2)}`
        : `${lane ? `${lane.letter} ` : ''}meets ${rival.letter} at ${xWords(model.x, crossing.x, 2)}`,
      at: { x: x(crossing.x), y: y(crossing.y) },
    }));
  const curves = model.curves.map(({ points }) => points.map((point) => ({ x: x(point.x), y: y(point.value) })));
  const edges = edgesOf(shown[0]).map((edge) => [top, foot].map((end) => ({ x: x(edge), y: end })));
  const radius = RING_RADIUS * em;
  const said = new Set<string>();
  const taken: Box[] = [...names, ...found.map(({ at }) => boxAround(at, radius))];
  return found.flatMap(({ name, at }) => {
    const size = { width: wordsWidth(name, em * BOLD), height: 1.1 * em, away: radius + 0.2 * em };
    const bounds = { left: left + 2, right: width - 2, top, bottom: foot - 2 };
    const title = svg('title', {});
    title.textContent = name;
    const ring = svg('circle', { class: 'chart-ring', cx: at.x, cy: at.y, r: radius }, title);
    const box = placeLabel(at, size, [...curves, ...edges], taken, bounds);
    // Where there is no room for a name, or another ring has it, the ring stands alone.
    if (said.has(name) || taken.some((other) => meet(box, other))) return [ring];
    said.add(name);
    taken.push(box);
    return [
      svg('path', { class: 'chart-leader', d: leader(at, radius, box) }),
      ring,
      label((box.left + box.right) / 2, box.bottom - 0.2 * em, name, 'middle', 'chart-strong'),
    ];
  });
}

/** From a ring to its name, where that stands off. */
function leader({ x, y }: { x: number; y: number }, radius: number, box: Box): string {
  const end = { x: Math.min(Math.max(x, box.left), box.right), y: Math.min(Math.max(y, box.top), box.bottom) };
  const away = Math.hypot(end.x - x, end.y - y);
  if (away < 1.8 * radius) return '';
  const edge = radius / away;
  return `M${x + (end.x - x) * edge} ${y + (end.y - y) * edge}L${end.x} ${end.y}`;
}

const boxAround = ({ x, y }: { x: number; y: number }, radius: number): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

/** Names at the line ends; under the cursor, values. */
function ends(
  model: ChartModel,
  { width, right, top, foot, em }: ChartLayout,
  { x, y }: Axes,
  cursor: Cursor | null,
  pale: ReadonlySet<string>,
): { node: SVGElement; box: Box }[] {
  const labels = model.lanes.flatMap((lane) => {
    const points = pointsOf(model, lane.system);
    const last = points.at(-1);
    const at = cursor && points.find(({ x_index }) => x_index === cursor.x_index);
    const words = at ? valueShort(at.value) : cursor ? '' : lane.short;
    const height = y((at ?? last)?.value ?? 0);
    return last ? [{ y: height, line: height, begins: cursor ? right : x(last.x), lane, words }] : [];
  });
  // Names of many curves stand off their ends: a thin line leads to each.
  const crowded = labels.length > LANES_FEW;
  const [away, room] = crowded ? [1.6, 1.08] : [0.75, 1.15];
  return spread(labels, Math.min(room * em, (foot + 0.5 * em - top) / Math.max(1, labels.length - 1)), top, foot).map(
    ({ lane, words, y: at, line: end, begins }) => {
      const left = begins + away * em;
      const name = letter(left, at + 0.34 * em, lane, 'start');
      name.append(svg('tspan', { class: 'chart-name', dx: 0.35 * em }, words));
      const way = `M${begins + 0.4 * em} ${end}L${left - 0.2 * em} ${at}`;
      const lead = crowded && !cursor ? svg('path', { class: 'chart-lead', d: way, stroke: lane.colour }) : null;
      const node = svg('g', { class: pale.has(lane.system) ? 'chart-pale' : null }, ...(lead ? [lead] : []), name);
      return { node, box: { left, right: width, top: at - 0.55 * em, bottom: at + 0.55 * em } };
    },
  );
}
