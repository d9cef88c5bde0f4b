/** Draws channels and planes over time: who works, what waits in red hatching, what is expected in dashes. */

import type { GanttBar } from '../../engine/core-types';
import type { Colours, Paint } from '../../render/colours';
import { count, time } from '../../render/format';
import type { Rect } from '../../render/geometry';
import { AXIS_PX, type LaneRow, place, type Stretch, ticksOf } from './layout';
import type { GanttModel } from './model';

export interface GanttScene {
  model: GanttModel;
  rows: readonly LaneRow[];
  stretch: Stretch;
  width: number;
  height: number;
  /** Room for the names of lanes. */
  left: number;
  text_px: number;
  chosen: GanttBar | null;
}

/** A waiting stretch takes the foot of its row, work the rest. */
const WAIT_SHARE = 0.34;
const WAIT_MIN_PX = 3;
const GAP_PX = 1.5;
const LABEL_PAD_PX = 4;
const HATCH_PX = 5;
/** Narrower bars have no room for a pattern. */
const PATTERN_MIN_PX = 4;
const TICK_PX = 110;
const DASH = [3, 2.5];

export function paintGantt(g: CanvasRenderingContext2D, scene: GanttScene, colours: Colours): void {
  const { model, rows, stretch, width, height, left } = scene;
  const x = place(stretch, left, width);
  const foot = height - AXIS_PX;
  const by_lane = new Map(rows.map((row) => [row.lane, row]));
  g.clearRect(0, 0, width, height);
  paintRows(g, scene, colours);
  paintAxis(g, scene, x, foot, colours);
  g.save();
  g.beginPath();
  g.rect(left, 0, width - left, foot + 1);
  g.clip();
  for (const held of model.held) {
    const row = by_lane.get(held.lane);
    if (!row || held.to_ns < stretch.from_ns || held.from_ns > stretch.to_ns) continue;
    const over_ns = held.over ? held.to_ns : Math.min(held.to_ns, Math.max(held.from_ns, model.view.now_ns));
    hatch(
      g,
      { x: x(held.from_ns), y: row.y + 1, width: x(over_ns) - x(held.from_ns), height: row.height - 2 },
      colours.cells.erasing.fill,
      colours,
    );
    if (held.to_ns > over_ns)
      outline(
        g,
        { x: x(over_ns), y: row.y + 1, width: x(held.to_ns) - x(over_ns), height: row.height - 2 },
        colours.cells.erasing.fill,
      );
  }
  for (const bar of model.view.bars) {
    const row = by_lane.get(bar.lane);
    if (row && bar.end_ns >= stretch.from_ns && bar.start_ns <= stretch.to_ns) paintBar(g, bar, row, x, scene, colours);
  }
  for (const { lane, from_ns, to_ns, behind_gc, over, request } of model.waiting) {
    const row = by_lane.get(lane);
    if (!row || to_ns < stretch.from_ns || from_ns > stretch.to_ns) continue;
    const strip = Math.max(WAIT_MIN_PX, row.height * WAIT_SHARE);
    const colour = behind_gc ? colours.cells.erasing.fill : colours.ink3;
    const is_served = request === model.view.request;
    const seen_ns = over ? to_ns : Math.min(to_ns, Math.max(from_ns, model.view.now_ns));
    const y = row.y + row.height - strip - 0.5;
    if (is_served) {
      g.fillStyle = colours.mark;
      g.fillRect(x(from_ns), y - 1, x(to_ns) - x(from_ns), strip + 1);
    }
    hatch(g, { x: x(from_ns), y, width: x(seen_ns) - x(from_ns), height: strip }, colour, colours);
    if (to_ns > seen_ns) outline(g, { x: x(seen_ns), y, width: x(to_ns) - x(seen_ns), height: strip }, colour);
  }
  const { avoided } = model;
  const avoiding = avoided && by_lane.get(avoided.lane);
  if (avoiding) {
    const strip = Math.max(WAIT_MIN_PX, avoiding.height * WAIT_SHARE);
    const y = avoiding.y + avoiding.height - strip - 0.5;
    const width = x(avoided.to_ns) - x(avoided.from_ns);
    g.fillStyle = colours.mark;
    g.fillRect(x(avoided.from_ns), y, width, strip);
    outline(g, { x: x(avoided.from_ns), y, width, height: strip }, colours.ink);
  }
  paintUnseen(g, scene, x, foot, colours);
  paintNow(g, scene, x, foot, colours);
  g.restore();
}

/** Rows lower than this have one name together. */
const NAME_MIN_PX = 11;

function paintRows(
  g: CanvasRenderingContext2D,
  { model, rows, width, left, text_px }: GanttScene,
  colours: Colours,
): void {
  const kindOf = ({ lane }: LaneRow): string => model.view.lanes[lane]?.kind ?? '';
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  for (const { y, height } of rows) {
    g.fillStyle = colours.rule;
    g.fillRect(left, Math.round(y + height) - 1, width - left, 1);
  }
  for (const kind of ['channel', 'plane']) {
    const of = rows.filter((row) => kindOf(row) === kind);
    const [first, last] = [of[0], of.at(-1)];
    if (!first || !last) continue;
    g.fillStyle = kind === 'plane' ? colours.ink : colours.ink2;
    g.font = `${Math.min(text_px, 12)}px ${colours.sans}`;
    if (first.height < NAME_MIN_PX) {
      g.fillText(`${kind}s`, left - 6, (first.y + last.y + last.height) / 2);
      continue;
    }
    for (const { lane, y, height } of of) g.fillText(model.names[lane] ?? '', left - 6, y + height / 2);
  }
}

function paintAxis(
  g: CanvasRenderingContext2D,
  { model, stretch, width, left, text_px }: GanttScene,
  x: (ns: number) => number,
  foot: number,
  colours: Colours,
): void {
  const { now_ns } = model.view;
  g.font = `${Math.min(11, text_px)}px ${colours.sans}`;
  g.textBaseline = 'alphabetic';
  for (const tick of ticksOf(stretch, now_ns, Math.max(2, (width - left) / TICK_PX))) {
    const at = x(now_ns + tick);
    g.fillStyle = colours.rule;
    g.fillRect(Math.round(at), 0, 1, foot);
    const words = tick === 0 ? 'now' : `${tick < 0 ? '−' : '+'}${time(Math.abs(tick), 3)}`;
    const half = g.measureText(words).width / 2;
    g.fillStyle = tick === 0 ? colours.ink : colours.ink2;
    g.textAlign = at - half < left ? 'left' : at + half > width ? 'right' : 'center';
    g.fillText(words, g.textAlign === 'left' ? left : g.textAlign === 'right' ? width : at, foot + AXIS_PX - 6);
  }
}

const PAINT: Readonly<Record<GanttBar['what'], (colours: Colours, purpose: string) => Paint>> = {
  read: (colours) => colours.cells.reading,
  program: (colours, purpose) => (purpose === 'parity' ? colours.cells.parity : colours.cells.programming),
  // A block in reserve that is filled is no collection: nobody gains room.
  copy: (colours, purpose) => (purpose === 'replace' ? colours.cells.programming : colours.cells.erasing),
  erase: (colours) => colours.cells.erasing,
  transfer: (colours, purpose) => (purpose === 'parity' ? colours.cells.parity : colours.cells.valid),
};

/** What a bar is filled with. */
export const paintOf = ({ what, purpose }: Pick<GanttBar, 'what' | 'purpose'>, colours: Colours): Paint =>
  PAINT[what](colours, purpose);

function paintBar(
  g: CanvasRenderingContext2D,
  bar: GanttBar,
  row: LaneRow,
  x: (ns: number) => number,
  { model, chosen, text_px }: GanttScene,
  colours: Colours,
): void {
  const is_served = bar.request === model.view.request && bar.purpose !== 'gc';
  const rect = {
    x: x(bar.start_ns),
    y: row.y + GAP_PX,
    width: Math.max(1, x(bar.end_ns) - x(bar.start_ns)),
    height: Math.max(2, row.height - 2 * GAP_PX),
  };
  const { fill, on } = paintOf(bar, colours);
  if (!bar.over) {
    g.save();
    g.globalAlpha = 0.25;
    g.fillStyle = fill;
    g.fillRect(rect.x, rect.y, rect.width, rect.height);
    g.restore();
    outline(g, rect, fill);
  } else {
    g.fillStyle = fill;
    g.fillRect(rect.x, rect.y, rect.width, rect.height);
    pattern(g, bar, rect, on);
  }
  if (is_served && rect.width >= 2) {
    g.strokeStyle = colours.ink;
    g.lineWidth = 1.6;
    g.strokeRect(rect.x, rect.y, rect.width, rect.height);
  }
  if (bar === chosen) {
    g.strokeStyle = colours.paper;
    g.lineWidth = 5;
    g.strokeRect(rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2);
    g.strokeStyle = colours.ink;
    g.lineWidth = 2.5;
    g.strokeRect(rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2);
  }
  label(g, bar, rect, {
    logical_pages: model.view.logical_pages,
    ink: bar.over ? on : colours.ink,
    ground: bar.over ? fill : null,
    text_px,
    sans: colours.sans,
  });
}

/** The second cue beside colour: copies are cut page by page, erases combed, programs filled from below, reads ringed. */
function pattern(g: CanvasRenderingContext2D, bar: GanttBar, { x, y, width, height }: Rect, on: string): void {
  if (bar.what === 'transfer' || width < PATTERN_MIN_PX) return;
  g.save();
  g.strokeStyle = on;
  g.lineWidth = 1;
  g.beginPath();
  if (bar.what === 'copy' && width / bar.pages >= 3) {
    for (let page = 1; page < bar.pages; page += 1) {
      g.moveTo(x + (width * page) / bar.pages, y);
      g.lineTo(x + (width * page) / bar.pages, y + height);
    }
  }
  if (bar.what === 'erase' && width >= 6 && height >= 6) {
    for (const share of [0.3, 0.5, 0.7]) {
      g.moveTo(x, y + height * share);
      g.lineTo(x + width, y + height * share);
    }
  }
  if (bar.what === 'read' && width >= 6 && height >= 7) g.rect(x + 1.5, y + 1.5, width - 3, height - 3);
  g.globalAlpha = 0.75;
  g.stroke();
  if (bar.what === 'program' && width >= 4) {
    g.globalAlpha = 0.85;
    g.fillStyle = on;
    g.fillRect(x, y, width, 1);
    g.fillRect(x, y + height - 1, width, 1);
  }
  g.restore();
}

interface LabelInk {
  logical_pages: number;
  ink: string;
  ground: string | null;
  text_px: number;
  sans: string;
}

function label(g: CanvasRenderingContext2D, bar: GanttBar, rect: Rect, ink_of: LabelInk): void {
  const { logical_pages, ink, ground, text_px, sans } = ink_of;
  const size = Math.min(text_px, 11.5, rect.height - 1);
  if (size < 9 || bar.what === 'transfer' || rect.width < 2 * LABEL_PAD_PX) return;
  const words =
    bar.pages > 1
      ? `${bar.pages} copies`
      : bar.what === 'erase'
        ? 'erase'
        : bar.lpn === null
          ? ''
          : bar.lpn >= logical_pages
            ? 'P'
            : count(bar.lpn);
  g.font = `600 ${size}px ${sans}`;
  const needs = g.measureText(words).width + 2 * LABEL_PAD_PX;
  if (words === '' || needs > rect.width) return;
  const middle = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
  if (ground) {
    g.fillStyle = ground;
    g.fillRect(middle.x - needs / 2 + 1, rect.y + 2, needs - 2, rect.height - 4);
  }
  g.fillStyle = ink;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(words, middle.x, middle.y + 0.5);
}

function hatch(g: CanvasRenderingContext2D, rect: Rect, colour: string, colours: Colours): void {
  if (rect.width <= 0) return;
  g.save();
  g.beginPath();
  g.rect(rect.x, rect.y, Math.max(rect.width, 1.5), rect.height);
  g.clip();
  g.fillStyle = colours.paper;
  g.fillRect(rect.x, rect.y, rect.width, rect.height);
  g.strokeStyle = colour;
  g.lineWidth = 2.4;
  g.beginPath();
  const from = Math.max(rect.x - rect.height, 0) - (Math.max(rect.x - rect.height, 0) % HATCH_PX);
  const to = Math.min(rect.x + rect.width, 4096);
  for (let at = from; at < to + rect.height; at += HATCH_PX) {
    g.moveTo(at, rect.y + rect.height);
    g.lineTo(at + rect.height, rect.y);
  }
  g.stroke();
  g.lineWidth = 2;
  g.strokeRect(rect.x, rect.y, rect.width, rect.height);
  g.restore();
}

/** What is expected, and has not happened. */
function outline(g: CanvasRenderingContext2D, rect: Rect, colour: string): void {
  g.save();
  g.setLineDash(DASH);
  g.strokeStyle = colour;
  g.lineWidth = 1.2;
  g.strokeRect(rect.x + 0.5, rect.y + 0.5, Math.max(0, rect.width - 1), Math.max(0, rect.height - 1));
  g.restore();
}

function paintUnseen(
  g: CanvasRenderingContext2D,
  { model, left, text_px, rows }: GanttScene,
  x: (ns: number) => number,
  foot: number,
  colours: Colours,
): void {
  const end = x(model.view.seen_from_ns);
  if (end <= left) return;
  g.save();
  g.globalAlpha = 0.82;
  g.fillStyle = colours.paper;
  g.fillRect(left, 0, end - left, foot);
  g.restore();
  g.strokeStyle = colours.rule2;
  g.setLineDash(DASH);
  g.lineWidth = 1;
  g.beginPath();
  g.moveTo(end, 0);
  g.lineTo(end, foot);
  g.stroke();
  g.setLineDash([]);
  g.font = `${Math.min(text_px, 12)}px ${colours.sans}`;
  const words = 'what began before is not shown';
  if (g.measureText(words).width + 12 > end - left || rows.length === 0) return;
  g.fillStyle = colours.ink2;
  g.textAlign = 'right';
  g.textBaseline = 'middle';
  g.fillText(words, end - 6, foot / 2);
}

function paintNow(
  g: CanvasRenderingContext2D,
  { model }: GanttScene,
  x: (ns: number) => number,
  foot: number,
  colours: Colours,
): void {
  g.fillStyle = colours.ink;
  g.fillRect(Math.round(x(model.view.now_ns)) - 0.75, 0, 1.5, foot);
}
