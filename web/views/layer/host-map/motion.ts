/** What travels in the picture of a look-up: the block that leaves, and the one that comes. The end of each motion is what stands there. */

import type { Point, Rect } from '../../../render/geometry';
import { svg } from '../../../ui/dom';
import { along, wholePath } from '../paths';
import { cellNode, type Mark } from './cells';
import type { Connector } from './connectors';
import type { HostMapPicture } from './model';
import type { Places } from './places';
import { blockCells, phaseOf } from './scene';

const FRAMES = 16;
const EASING = 'cubic-bezier(.45,.05,.2,1)';

/** Moves an element that stands at the end of a path along it. */
export function moveAlong(element: SVGElement, path: readonly Point[], duration_ms: number): void {
  const keys = Array.from({ length: FRAMES + 1 }, (_, i) => along(path, i / FRAMES));
  element.animate(
    keys.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
    { duration: duration_ms, easing: EASING },
  );
}

/** A map block, or one of its pages, on its way; it is gone when it has arrived. */
export function travellerOf(
  places: Places,
  connectors: readonly Connector[],
  picture: HostMapPicture,
  travel_ms: number,
): SVGElement[] {
  const { walk, map } = picture;
  if (!walk || !map) return [];
  const slot = places.slots.find(({ slot: one }) => one.slot === (walk.slot ?? walk.victim?.slot));
  const leaves = phaseOf(4, picture) === 'now' && (walk.pages === 1 || walk.written > 0);
  const comes = walk.pages > 1 ? phaseOf(5, picture) === 'now' && walk.read > 0 : phaseOf(6, picture) === 'now';
  const connector = connectors.find(({ step }) => step === (leaves ? 4 : 5));
  if (!slot || !connector || !(leaves || comes)) return [];
  const flash = places.blocks.find(({ box }) => touches(box, leaves ? connector.points.at(-1) : connector.points[0]));
  if (!flash) return [];
  const path = leaves
    ? wholePath(middleOf(slot.box), connector.points, flash.box)
    : wholePath(flash.box, connector.points, middleOf(slot.box));
  // Of a block of many pages one is on its way at a time; of one whose entries are told, all of them, by their numbers.
  const labels = walk.pages > 1 ? [''] : blockCells(flash.block, picture, flash.cells.length).map(({ label }) => label);
  const node = travelling(labels, leaves ? 'map' : 'reading', places.text_px);
  moveAlong(node, path, travel_ms);
  setTimeout(() => node.remove(), travel_ms);
  return [node];
}

const touches = ({ y, height }: Rect, at: Point | undefined): boolean =>
  at !== undefined && at.y >= y && at.y <= y + height;

const middleOf = (box: Rect): Rect => ({ ...box, y: box.y + box.height * 0.6, height: 0 });

/** Cells about their own middle. */
function travelling(labels: readonly string[], mark: Mark, t: number): SVGGElement {
  const size = { width: labels.some(Boolean) ? t * 1.9 : t * 1.1, height: t * 1.5 };
  const total = labels.length * (size.width + 2) - 2;
  return svg(
    'g',
    { class: 'host-traveller', 'aria-hidden': 'true' },
    ...labels.map((label, i) => {
      const box = { x: i * (size.width + 2) - total / 2, y: -size.height / 2, ...size };
      return cellNode(box, { mark, label }, t);
    }),
  );
}
