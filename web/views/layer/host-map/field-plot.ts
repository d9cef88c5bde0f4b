/** One map of all map blocks: cells on a canvas, and over them what the look-up and the cursor have to do with. */

import type { MapBlockWalk, MapCacheView } from '../../../engine/core-types';
import { type Colours, readColours, tokensOf } from '../../../render/colours';
import { count } from '../../../render/format';
import { centre, grown, type Point } from '../../../render/geometry';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { h, setAttribute, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { cellRect, type FieldLayout, fieldLayout, outlineOf, rowsOf } from './field-layout';
import { type FieldPaint, type FieldState, fieldPaint, fieldPixels } from './field-paint';

/** What a map shows. */
export interface FieldScene extends FieldState {
  journal: MapCacheView['journal'];
  /** The block being fetched, and the one that makes way. */
  fetched: number | null;
  victim: number | null;
  cursor: number | null;
}

export interface FieldPlot {
  readonly element: HTMLElement;
  show(scene: FieldScene, label: string): void;
  restyle(): void;
  layout(): FieldLayout | null;
}

/** Cells from this size on have their number. */
const NUMBER_FROM = 24;
const RING_PX = 6;

export function fieldPlot(): FieldPlot {
  const canvas = h('canvas', { role: 'img' });
  const over = svg('svg', { class: 'host-field-marks', 'aria-hidden': 'true' });
  const element = h('div', { class: 'host-field-plot' }, canvas, over);
  const box = boxOf(element, draw);
  let layout: FieldLayout | null = null;
  let last: FieldScene | null = null;
  let paint: FieldPaint | null = null;
  let colours: Colours | null = null;
  let painted: FieldState['state'] | null = null;

  function draw(): void {
    painted = null;
    paint = null;
    redraw();
  }

  function redraw(): void {
    if (!last || box.width === 0 || box.height === 0) return;
    const next = fieldLayout(last.state.length, box.width, box.height, devicePixelRatio);
    const other =
      !layout || next.columns !== layout.columns || next.pitch !== layout.pitch || next.cells !== layout.cells;
    layout = next;
    if (other || painted !== last.state) paintCells(last, next);
    marks(last, next);
  }

  function paintCells(scene: FieldScene, at: FieldLayout): void {
    const g = canvas.getContext('2d');
    if (!g) return;
    if (!paint || !colours) {
      colours = readColours(tokensOf(element));
      paint = fieldPaint(colours);
    }
    const { width, height, words } = fieldPixels(scene, at, paint, devicePixelRatio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    Object.assign(canvas.style, { width: `${width / devicePixelRatio}px`, height: `${height / devicePixelRatio}px` });
    g.putImageData(new ImageData(new Uint8ClampedArray(words.buffer as ArrayBuffer), width, height), 0, 0);
    if (at.pitch >= NUMBER_FROM) numbers(g, scene, at, colours);
    painted = scene.state;
  }

  function marks({ journal, fetched, victim, cursor }: FieldScene, at: FieldLayout): void {
    setAttribute(over, 'width', at.columns * at.pitch + 2 * RING_PX);
    setAttribute(over, 'height', rowsOf(at) * at.pitch + 2 * RING_PX);
    over.replaceChildren(
      ...(journal && journal.end > journal.first ? journalMarks(at, journal) : []),
      ...(victim === null || victim >= at.cells ? [] : cross(at, victim)),
      ...(fetched === null || fetched >= at.cells ? [] : ring(at, fetched)),
      ...(cursor === null || cursor >= at.cells
        ? []
        : [boxAbout('host-field-halo', at, cursor), boxAbout('host-field-cursor', at, cursor)]),
    );
  }

  return {
    element,
    show(scene, label) {
      last = scene;
      setAttribute(canvas, 'aria-label', label);
      redraw();
    },
    restyle: draw,
    layout: () => layout,
  };
}

/** Which steps of the look-up are seen on the map: the block that comes, and the one that goes. */
export function marksOf(walk: MapBlockWalk | null): Pick<FieldScene, 'fetched' | 'victim'> {
  if (!walk || walk.hit) return { fetched: null, victim: null };
  return { fetched: walk.step >= 2 ? walk.id : null, victim: walk.victim?.id ?? null };
}

function numbers(
  g: CanvasRenderingContext2D,
  { state, heat }: FieldState,
  layout: FieldLayout,
  colours: Colours,
): void {
  g.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  for (let id = 0; id < layout.cells; id++) {
    const rect = cellRect(layout, id);
    const px = Math.min(14, rect.width / (wordsWidth(count(id), BOLD) + 0.2));
    if (px < 8) continue;
    const { x, y } = centre(rect);
    const lit = state[id] === 1 || state[id] === 2;
    g.font = `600 ${px}px ${colours.sans}`;
    // On the ramp's middle neither ink nor paper would do without a plate.
    const half = g.measureText(String(id)).width / 2 + 3;
    g.fillStyle = colours.sheet;
    if (lit && (heat[id] ?? 0) >= 0) g.fillRect(x - half, y - px * 0.68, 2 * half, px * 1.36);
    g.fillStyle = colours.ink;
    g.fillText(count(id), x, y + px * 0.05);
  }
  g.setTransform(1, 0, 0, 1, 0, 0);
}

/** A rectangle about a cell, never smaller than can be seen. */
function boxAbout(kind: string, layout: FieldLayout, id: number): SVGRectElement {
  const cell = cellRect(layout, id);
  const { x, y, width, height } = grown(cell, Math.max(1.5, (9 - cell.width) / 2));
  return svg('rect', { class: kind, x: x + RING_PX, y: y + RING_PX, width, height, rx: 1.5 });
}

/** Cells from this size on are outlined themselves, as the rows of the directory are. */
const OUTLINED_FROM = 20;

function ring(layout: FieldLayout, id: number): SVGElement[] {
  if (layout.pitch >= OUTLINED_FROM)
    return [boxAbout('host-field-halo', layout, id), boxAbout('host-field-ring', layout, id)];
  const cell = cellRect(layout, id);
  const { x, y } = centre(cell);
  const place = { cx: x + RING_PX, cy: y + RING_PX, r: Math.max(RING_PX, cell.width * 0.72) };
  return [svg('circle', { class: 'host-field-halo', ...place }), svg('circle', { class: 'host-field-ring', ...place })];
}

function cross(layout: FieldLayout, id: number): SVGElement[] {
  const cell = cellRect(layout, id);
  const large = layout.pitch >= OUTLINED_FROM;
  const r = RING_PX - 1;
  // A large cell keeps its number: the cross stands in its lower corner.
  const { x, y } = large ? { x: cell.x + cell.width - r - 2, y: cell.y + cell.height - r - 2 } : centre(cell);
  const d = `M${x + RING_PX - r} ${y + RING_PX - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`;
  return [svg('path', { class: 'host-field-halo', d }), svg('path', { class: 'host-field-cross', d })];
}

function journalMarks(layout: FieldLayout, { first, end }: NonNullable<MapCacheView['journal']>): SVGElement[] {
  const points = outlineOf(layout, first, Math.min(end, layout.cells));
  const d = `M${points.map(({ x, y }: Point) => `${x + RING_PX} ${y + RING_PX}`).join('L')}Z`;
  return [svg('path', { class: 'host-field-halo', d }), svg('path', { class: 'host-field-journal', d })];
}
