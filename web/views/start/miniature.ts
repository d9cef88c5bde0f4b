/** Small pictures of the ready examples: the shape of each device as its stage shows it. */

import { svg } from '../../ui/dom';

const WIDTH = 74;
const HEIGHT = 36;

interface Shape {
  columns: number;
  rows: number;
  gap: number;
  /** Every how many cells one is out of date. */
  stale_every: number;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  toy: { columns: 8, rows: 4, gap: 1.5, stale_every: 5 },
  'hot-cold': { columns: 37, rows: 12, gap: 0, stale_every: 4 },
};

/** Null for an example that has none. */
export function miniature(id: string): SVGSVGElement | null {
  const shape = SHAPES[id];
  if (!shape) return null;
  const { columns, rows, gap, stale_every } = shape;
  const width = WIDTH / columns;
  const height = HEIGHT / rows;
  const cells = Array.from({ length: columns * rows }, (_, cell) => {
    const column = Math.floor(cell / rows);
    const x = column * width;
    const y = HEIGHT - ((cell % rows) + 1) * height;
    const d = `M${x} ${y + gap / 2}h${width - gap}v${height - gap}h${gap - width}z`;
    return { d, stale: scattered(cell) % stale_every === 0 };
  });
  const drawn = (kind: string, stale: boolean): SVGPathElement =>
    svg('path', {
      class: kind,
      d: cells
        .filter((cell) => cell.stale === stale)
        .map(({ d }) => d)
        .join(''),
    });
  return svg(
    'svg',
    { class: 'miniature', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
    drawn('miniature-valid', false),
    drawn('miniature-invalid', true),
  );
}

/** Two curves that cross, and the ring where they do. */
export const crossing = (): SVGSVGElement =>
  svg(
    'svg',
    { class: 'miniature miniature-curves', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true' },
    svg('path', { class: 'miniature-rival', d: 'M2 9L26 16L48 20L72 25' }),
    svg('path', { class: 'miniature-subject', d: 'M2 3L26 14L48 24L72 33' }),
    svg('circle', { class: 'miniature-ring', cx: 33, cy: 17.2, r: 5 }),
  );

/** A number that looks random and is the same on every visit. */
function scattered(cell: number): number {
  const mixed = Math.imul((cell + 1) ^ (cell >>> 3), 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 17;
}
