/** A moving picture of each paper's idea, small enough for a card. What moves is in `pictures.css`; with reduced motion it stands. */

import { svg } from '../../ui/dom';
import './pictures.css';

const WIDTH = 132;
const HEIGHT = 76;

const picture = (...parts: SVGElement[]): SVGSVGElement =>
  svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'picture' }, ...parts);

const cell = (x: number, y: number, kind: string, size = 9): SVGRectElement =>
  svg('rect', { x, y, width: size, height: size, class: kind });

/** `count` cells from the foot at `y` upwards. */
const stack = (x: number, y: number, count: number, kind: string): SVGRectElement[] =>
  Array.from({ length: count }, (_, at) => cell(x, y - at * 11, kind));

const moving = (kind: string, ...parts: SVGElement[]): SVGGElement => svg('g', { class: kind }, ...parts);

/** The tallest stack of pages goes down into a block slot, and what was there comes up. */
const swap = (): SVGSVGElement =>
  picture(
    ...stack(8, 33, 2, 'pic-a'),
    ...stack(34, 33, 1, 'pic-b'),
    moving('pic-down', ...stack(60, 33, 3, 'pic-c')),
    svg('path', { class: 'pic-rule', d: `M0 45H${WIDTH}` }),
    ...[8, 60].flatMap((x) => Array.from({ length: 4 }, (_, at) => cell(x + at * 11, 58, 'pic-empty'))),
    ...Array.from({ length: 3 }, (_, at) => cell(8 + at * 11, 58, 'pic-d')),
    moving('pic-up', cell(60, 58, 'pic-b')),
  );

/** Erases per block grow alike. */
const wear = (): SVGSVGElement =>
  picture(
    svg('path', { class: 'pic-rule', d: `M4 68H${WIDTH - 4}` }),
    moving(
      'pic-grow',
      ...Array.from({ length: 11 }, (_, at) =>
        svg('rect', {
          x: 6 + at * 11,
          y: 26 + ((at * 7) % 5),
          width: 8,
          height: 42 - ((at * 7) % 5),
          class: 'pic-wear',
        }),
      ),
    ),
  );

/** Of the groups in the buffer the least dense one leaves. */
const density = (): SVGSVGElement =>
  picture(
    ...[4, 3, 1, 4, 2].map((filled, row) => {
      const y = 6 + row * 13;
      const cells = Array.from({ length: 4 }, (_, at) => cell(8 + at * 11, y, at < filled ? 'pic-c' : 'pic-empty'));
      return moving(filled === 1 ? 'pic-leave' : 'pic-stay', ...cells);
    }),
    svg('path', { class: 'pic-rule', d: 'M62 4V72' }),
  );

/** A turn goes from plane to plane; the others answer for the one that has it. */
const parity = (): SVGSVGElement =>
  picture(
    ...[0, 1, 2, 3].flatMap((plane) => stack(14 + plane * 30, 58, 4, plane === 3 ? 'pic-parity' : 'pic-c')),
    moving('pic-turn', svg('rect', { x: 9, y: 20, width: 19, height: 52, rx: 2, class: 'pic-ring' })),
  );

/** The part of the table that is in memory moves with what is hot. */
const table = (): SVGSVGElement =>
  picture(
    ...Array.from({ length: 48 }, (_, at) => cell(6 + (at % 12) * 10, 10 + Math.floor(at / 12) * 15, 'pic-empty', 8)),
    ...[1, 2, 14, 15, 16, 27, 40].map((at, nth) =>
      moving(nth % 2 ? 'pic-blink' : 'pic-stay', cell(6 + (at % 12) * 10, 10 + Math.floor(at / 12) * 15, 'pic-hot', 8)),
    ),
    ...[20, 33, 45].map((at) =>
      moving('pic-blink-other', cell(6 + (at % 12) * 10, 10 + Math.floor(at / 12) * 15, 'pic-hot', 8)),
    ),
  );

export const PICTURES = { swap, wear, density, parity, table } as const;
