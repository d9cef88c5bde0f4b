/** The map as a whole: a box a translation page, or a stretch of them, filled by how many of its entries are in the cache. */

import type { Frame, MapView } from '../../../engine/protocol';
import { outline } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import { count, share } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import type { Display } from '../../../ui/display';
import { h, setAttribute } from '../../../ui/dom';
import { emphasised } from '../../../ui/emphasis';
import type { LookUp } from './look-up';

/** Boxes are no larger than this. */
const BOX_MAX_PX = 64;
const GAP_PX = 2;
/** Boxes from this width on have their number in them. */
const LABEL_MIN_PX = 26;

export interface FieldLayout {
  columns: number;
  box: { width: number; height: number };
}

/** As many columns as make the boxes largest while all rows fit. */
export function fieldLayout(boxes: number, width: number, height: number): FieldLayout {
  let best: FieldLayout = { columns: Math.max(1, boxes), box: { width: 1, height: 1 } };
  let side = 0;
  for (let columns = 1; columns <= Math.max(1, boxes); columns += 1) {
    const rows = Math.ceil(boxes / columns);
    const box = { width: Math.min(BOX_MAX_PX, width / columns), height: Math.min(BOX_MAX_PX, height / rows) };
    const smaller = Math.min(box.width, box.height);
    if (smaller > side) [best, side] = [{ columns, box }, smaller];
  }
  return best;
}

export function fieldPanel(): Display<[frame: Frame, map: MapView, look_up: LookUp | null, colours: Colours]> {
  const figure = h('span', { class: 'panel-figure' });
  const canvas = h('canvas', { class: 'map-field-canvas', role: 'img' });
  const title = h('h2', { class: 'part-title' }, h('span', { class: 'part-words' }, 'The whole map'), figure);
  const scale = h('p', { class: 'note' });
  const element = h('section', { class: 'map-field', 'aria-label': 'The whole map' }, title, canvas, scale);
  let drawn: { map: MapView; layout: FieldLayout } | null = null;

  canvas.addEventListener('pointermove', (event) => {
    if (!drawn) return;
    const { map, layout } = drawn;
    const column = Math.floor(event.offsetX / layout.box.width);
    const box = Math.floor(event.offsetY / layout.box.height) * layout.columns + column;
    const known = column < layout.columns && box < map.resident.length;
    setAttribute(canvas, 'title', known ? boxWords(box, map) : null);
  });

  return {
    element,
    show({ charts }, map, look_up, colours) {
      const each = pagesOfBox(map);
      const most = Math.max(0, ...map.resident);
      const held = map.segments[0].entries + map.segments[1].entries;
      const of = each * map.entries_per_page;
      const hits = charts?.map_cache;
      figure.replaceChildren(
        ...emphasised(
          hits && hits.lookups > 0 ? `hits **${share(hits.hits / hits.lookups)}** of ${count(hits.lookups)}` : '',
        ),
      );
      const box = each === 1 ? 'a box is a translation page' : `a box is ${count(each)} translation pages`;
      const fullest = `a full one has ${count(most)} of ${count(of)} entries in the cache`;
      scale.textContent = `${box}; ${most === 0 ? 'nothing is in the cache' : fullest}`;
      setAttribute(
        canvas,
        'aria-label',
        `${count(map.pages)} translation pages, ${count(held)} entries in the cache; most in ${boxWords(map.resident.indexOf(most), map)}`,
      );
      draw(map, look_up, most, colours);
    },
  };

  function draw(map: MapView, look_up: LookUp | null, most: number, colours: Colours): void {
    const { clientWidth: width, clientHeight: height } = canvas;
    const g = canvas.getContext('2d');
    if (!g || width === 0) return;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    g.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    const layout = fieldLayout(map.resident.length, width, height);
    drawn = { map, layout };
    const asked = look_up ? Math.floor(look_up.page / pagesOfBox(map)) : -1;
    for (const [box, entries] of map.resident.entries()) {
      drawBox(g, rectOf(box, layout), entries / Math.max(1, most), String(box), colours, box === asked);
    }
  }
}

const pagesOfBox = ({ pages, resident }: MapView): number => Math.ceil(pages / Math.max(1, resident.length));

function boxWords(box: number, map: MapView): string {
  const each = pagesOfBox(map);
  const first = box * each;
  const last = Math.min(first + each, map.pages) - 1;
  const name =
    first === last ? `translation page ${count(first)}` : `translation pages ${count(first)} to ${count(last)}`;
  return `${name}: ${count(map.resident[box] ?? 0)} of ${count((last - first + 1) * map.entries_per_page)} entries cached`;
}

const rectOf = (i: number, { columns, box }: FieldLayout): Rect => ({
  x: (i % columns) * box.width,
  y: Math.floor(i / columns) * box.height,
  width: box.width - GAP_PX,
  height: box.height - GAP_PX,
});

function drawBox(
  g: CanvasRenderingContext2D,
  rect: Rect,
  level: number,
  label: string,
  colours: Colours,
  asked: boolean,
): void {
  const { x, y, width, height } = rect;
  g.fillStyle = colours.cells.free.fill;
  g.fillRect(x, y, width, height);
  const filled = level === 0 ? 0 : Math.max(2, height * level);
  g.fillStyle = colours.cells.translation.fill;
  g.fillRect(x, y + height - filled, width, filled);
  outline(g, rect, asked ? colours.ink : colours.freeEdge, asked ? 2.5 : 1);
  if (width < LABEL_MIN_PX || height < LABEL_MIN_PX) return;
  const px = Math.min(14, height * 0.42);
  g.font = `600 ${px}px ${colours.sans}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  // On a plate of its own, so that the number can be read at any level.
  g.fillStyle = colours.cells.free.fill;
  const half = g.measureText(label).width / 2 + 4;
  g.fillRect(x + width / 2 - half, y + height / 2 - px * 0.7, 2 * half, px * 1.4);
  g.fillStyle = colours.ink;
  g.fillText(label, x + width / 2, y + height / 2 + 0.5);
}
