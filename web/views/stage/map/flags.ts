/** Flags: a single column of a map cannot be seen, so what is in action gets a ring, a leader and a label. */

import type { BenchBlock, MapLayout } from '../../../engine/protocol';
import { count } from '../../../render/format';
import { clamp, type Point } from '../../../render/geometry';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { svg } from '../../../ui/dom';
import { placeOf } from './layout';

export interface Flag {
  at: Point;
  label: string;
  chosen: boolean;
}

const LABEL_HEIGHT = 23;
const RING_RADIUS = 7;

/** The blocks in action, the victim last so that it lies on top. At most one of each role. */
export function flagsOf(
  bench: readonly BenchBlock[],
  layout: MapLayout,
  pages_per_block: number,
  ratio: number,
): Flag[] {
  const roles = [
    { role: 'frontier', words: 'writing here:' },
    { role: 'victim', words: 'victim' },
  ] as const;
  return roles.flatMap(({ role, words }) => {
    const found = bench.find((block) => block.role === role);
    if (!found) return [];
    const place = placeOf(layout, found.block * pages_per_block + Math.floor(pages_per_block / 2), pages_per_block);
    const at = { x: place.x / ratio, y: place.y / ratio };
    return [{ at, label: `${words} ${count(found.block)}`, chosen: role === 'victim' }];
  });
}

/** Draws flags into an SVG of the map's size. Labels stay inside it and off each other. */
export function drawFlags(
  root: SVGSVGElement,
  flags: readonly Flag[],
  width: number,
  height: number,
  text_px: number,
): void {
  const plates = placeLabels(flags, width, height, text_px);
  root.replaceChildren(...flags.map((flag, index) => drawFlag(flag, plates[index] as Plate)));
}

/** Where a label stands. */
export interface Plate {
  x: number;
  y: number;
  width: number;
}

/** A plate for each flag: near its ring, inside the map, on no other plate and on no ring. */
export function placeLabels(flags: readonly Flag[], width: number, height: number, text_px: number): Plate[] {
  const plates: Plate[] = [];
  for (const { at, label } of flags) {
    const plate_width = wordsWidth(label, text_px * BOLD) + 18;
    const x = clamp(at.x + 12, 0, width - plate_width);
    const outward = at.y > height / 2 ? -1 : 1;
    const candidates = [1, -1].flatMap((side) =>
      [0, 1, 2, 3].map((row) => at.y + side * outward * (35 + row * (LABEL_HEIGHT + 5)) - LABEL_HEIGHT / 2),
    );
    const plate = (y: number): Plate => ({ x, y: clamp(y, 2, height - LABEL_HEIGHT - 2), width: plate_width });
    const free = candidates.map(plate).find((candidate) => !collides(candidate, plates, flags));
    plates.push(free ?? plate(candidates[0] ?? at.y));
  }
  return plates;
}

const collides = (plate: Plate, plates: readonly Plate[], flags: readonly Flag[]): boolean =>
  plates.some(
    (other) =>
      Math.abs(other.y - plate.y) < LABEL_HEIGHT + 4 &&
      plate.x < other.x + other.width + 4 &&
      other.x < plate.x + plate.width + 4,
  ) ||
  flags.some(
    ({ at }) =>
      at.x > plate.x - RING_RADIUS - 3 &&
      at.x < plate.x + plate.width + RING_RADIUS + 3 &&
      at.y > plate.y - RING_RADIUS - 3 &&
      at.y < plate.y + LABEL_HEIGHT + RING_RADIUS + 3,
  );

function drawFlag({ at, label, chosen }: Flag, plate: Plate): SVGGElement {
  const { x: label_x, y: label_y, width: label_width } = plate;
  const below = label_y > at.y;
  const leader_end = {
    x: clamp(at.x + 16, label_x + 6, label_x + label_width - 6),
    y: below ? label_y : label_y + LABEL_HEIGHT,
  };
  const angle = Math.atan2(leader_end.y - at.y, leader_end.x - at.x);
  const leader_start = { x: at.x + Math.cos(angle) * RING_RADIUS, y: at.y + Math.sin(angle) * RING_RADIUS };
  const line = `M${leader_start.x} ${leader_start.y}L${leader_end.x} ${leader_end.y}`;
  return svg(
    'g',
    { class: chosen ? 'flag flag-chosen' : 'flag' },
    svg('path', { class: 'flag-halo', d: line }),
    svg('path', { class: 'flag-leader', d: line }),
    svg('circle', { class: 'flag-halo', cx: at.x, cy: at.y, r: RING_RADIUS }),
    svg('circle', { class: 'flag-ring', cx: at.x, cy: at.y, r: RING_RADIUS }),
    svg('rect', { class: 'flag-plate', x: label_x, y: label_y, width: label_width, height: LABEL_HEIGHT, rx: 3 }),
    svg(
      'text',
      {
        class: 'flag-text',
        x: label_x + label_width / 2,
        y: label_y + LABEL_HEIGHT / 2,
        'text-anchor': 'middle',
        dy: '0.35em',
      },
      label,
    ),
  );
}
