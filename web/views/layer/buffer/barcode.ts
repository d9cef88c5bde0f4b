/** The pages of a block as a strip, page 0 at the left: whole ones, those held in part, those that flash holds too. */

import type { BufferGroup } from '../../../engine/core-types';
import { setAttribute, svg } from '../../../ui/dom';
import { outlines } from './pages';

/** The strip's own units: a page is one wide. */
const HEIGHT = 10;
/** Of a page held in part the lower half is drawn; of one that flash holds too, its edges. */
const PART_TOP = 5;
const EDGE = 2.4;

export interface Barcode {
  readonly element: SVGSVGElement;
  show(pages: Pick<BufferGroup, 'pages' | 'partial' | 'clean'>, pages_per_block: number, label: string): void;
}

export function barcode(): Barcode {
  const bars = svg('path', { class: 'barcode-bars' });
  const element = svg('svg', { class: 'barcode', role: 'img', preserveAspectRatio: 'none' }, bars);
  return {
    element,
    show(group, pages_per_block, label) {
      setAttribute(element, 'viewBox', `0 0 ${pages_per_block} ${HEIGHT}`);
      setAttribute(element, 'aria-label', label);
      setAttribute(bars, 'd', barsOf(group));
    },
  };
}

/** Outlines of all pages in the strip. */
export function barsOf({ pages, partial, clean }: Pick<BufferGroup, 'pages' | 'partial' | 'clean'>): string {
  const part = new Set(partial);
  const copied = new Set(clean);
  const whole = pages.filter((page) => !part.has(page) && !copied.has(page));
  const hollow = pages.filter((page) => copied.has(page) && !part.has(page));
  return [
    outlines(whole, 0, HEIGHT),
    outlines(partial, PART_TOP, HEIGHT),
    outlines(hollow, 0, EDGE),
    outlines(hollow, HEIGHT - EDGE, HEIGHT),
  ].join('');
}
