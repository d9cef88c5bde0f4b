/** The block on its way to flash, lying: its pages out of RAM, those read up to fill its holes, those written so far. */

import type { BufferView } from '../../../engine/core-types';
import { count, plural } from '../../../render/format';
import type { AppearanceOf } from '../../../render/identity';
import { BOLD, wordsWidth } from '../../../render/text-width';
import type { Display } from '../../../ui/display';
import { h, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { type BufferPicture, blockName } from './model';
import { hueClass, overHue } from './owner-marks';
import { outlines } from './pages';

/** Blocks of more pages are drawn as outlines. */
const CELLS_MAX_PAGES = 16;
const CELL_MAX_PX = 84;
const EASE = 'cubic-bezier(.45,.05,.2,1)';

/** `changed`: its size is another, so it has to be drawn again. */
export function strip(
  changed: () => void,
): Display<[picture: Pick<BufferPicture, 'buffer' | 'appearances'>, travel_ms: number]> {
  const { element, note, body } = titled('shelf-strip', 'On its way to flash');
  const picture = svg('svg', { class: 'buffer-chart strip-picture', 'aria-hidden': 'true' });
  const said = h('p', { class: 'strip-said' });
  const box = h('div', { class: 'strip-box' }, picture);
  body.append(box, said);
  const size = boxOf(box, changed);
  let telling = 0;
  let before: { lbn: number; written: ReadonlySet<number>; read: ReadonlySet<number> } | null = null;

  return {
    element,
    show({ buffer, appearances }, travel_ms) {
      const { flush, pages_per_block } = buffer;
      setText(note, 'where, the layer below decides: V shows it');
      telling += 1;
      if (travel_ms === 0 || size.width === 0) setText(said, saidOf(buffer));
      if (size.width === 0) return;
      const pitch = Math.min(CELL_MAX_PX, size.width / pages_per_block);
      const same = before && before.lbn === flush?.lbn ? before : null;
      const nodes =
        pages_per_block > CELLS_MAX_PAGES
          ? largeBlock(buffer, pitch, size.height)
          : cells(buffer, appearances, pitch, size.height, size.text_px);
      picture.replaceChildren(...nodes.map(({ node }) => node));
      before = flush ? { lbn: flush.lbn, written: new Set(flush.written), read: new Set(flush.read_up) } : null;
      if (travel_ms === 0) return;
      const landing: Animation[] = [];
      for (const { node, page, state } of nodes) {
        if (page === null) continue;
        const is_new = state === 'written' ? !same?.written.has(page) : state === 'read' && !same?.read.has(page);
        // Pages fall from RAM; those read up come from below.
        if (is_new) landing.push(drop(node, state === 'written' ? -size.height : size.height * 0.7, travel_ms));
      }
      // What is said of the pages follows when they are there, unless the next step has come before.
      const mine = telling;
      void Promise.allSettled(landing.map(({ finished }) => finished)).then(() => {
        if (mine === telling) setText(said, saidOf(buffer));
      });
    },
  };
}

export type StripState = 'empty' | 'waits' | 'read' | 'written';

/** What a place of the block is at this moment. */
export function stripState(flush: NonNullable<BufferView['flush']>, page: number): StripState {
  if (flush.written.includes(page)) return 'written';
  if (flush.read_up.includes(page)) return 'read';
  return flush.offsets.includes(page) ? 'waits' : 'empty';
}

interface Piece {
  node: SVGElement;
  page: number | null;
  state: StripState;
}

function cells(
  { flush, pages_per_block }: BufferView,
  appearances: AppearanceOf,
  pitch: number,
  height: number,
  text_px: number,
): Piece[] {
  const owner = flush ? appearances(flush.lbn) : 0;
  return Array.from({ length: pages_per_block }, (_, page): Piece => {
    const state = flush ? stripState(flush, page) : 'empty';
    const x = page * pitch;
    const hue = flush ? ` ${hueClass(owner)}` : '';
    const label = flush ? `${flush.lbn}·${page}` : '';
    const fits = wordsWidth(label, text_px * 0.9 * BOLD) <= pitch - 4;
    const node = svg(
      'g',
      { class: `strip-cell is-${state}${hue}` },
      svg('rect', { x: (x + 1).toFixed(1), y: 2, width: (pitch - 4).toFixed(1), height: height - 4, rx: 1.5 }),
      ...(state === 'written' ? overHue(owner, { x: x + 1, y: 2, width: pitch - 4, height: height - 4 }) : []),
      ...(state === 'read'
        ? [
            svg('rect', {
              class: 'strip-ring',
              x: (x + 5).toFixed(1),
              y: 6,
              width: Math.max(1, pitch - 12).toFixed(1),
              height: height - 12,
            }),
          ]
        : []),
      svg(
        'text',
        {
          class: 'strip-label',
          x: (x + (pitch - 2) / 2).toFixed(1),
          y: (height / 2 + text_px * 0.34).toFixed(1),
          'text-anchor': 'middle',
        },
        fits ? label : flush ? String(page) : '',
      ),
    );
    return { node, page, state };
  });
}

/** A large block: outlines of its pages by what they are. */
function largeBlock({ flush, pages_per_block }: BufferView, pitch: number, height: number): Piece[] {
  const all = Array.from({ length: pages_per_block }, (_, page) => page);
  const heights: Record<StripState, [number, number]> = {
    empty: [0, 0],
    waits: [0.25, 0.75],
    read: [0.5, 1],
    written: [0, 1],
  };
  const ground = svg('rect', {
    class: 'strip-ground',
    x: 0,
    y: 0,
    width: (pages_per_block * pitch).toFixed(1),
    height,
  });
  const outline = (state: StripState): Piece => {
    const [top, foot] = heights[state];
    const pages = flush ? all.filter((page) => stripState(flush, page) === state) : [];
    const d = outlines(pages, top * height, foot * height, pitch);
    return { node: svg('path', { class: `strip-outline is-${state}`, d }), page: null, state };
  };
  return [{ node: ground, page: null, state: 'empty' }, ...(['waits', 'read', 'written'] as const).map(outline)];
}

function drop(node: SVGElement, from_px: number, ms: number): Animation {
  return node.animate(
    [
      { transform: `translateY(${from_px}px)`, opacity: 0.4 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: ms, easing: EASE },
  );
}

export function saidOf({ flush, pages_per_block, rule, groups }: BufferView): string {
  if (!flush) {
    return groups[0]
      ? `Nothing leaves now. Next: ${blockName(groups[0].lbn)}, ${rule}.`
      : 'Nothing leaves, and nothing is in RAM.';
  }
  const { lbn, plug, offsets, read_up, written } = flush;
  const filled = plug
    ? `; ${count(read_up.length)} of ${plural(pages_per_block - offsets.length, 'hole')} filled from flash`
    : '';
  return `${blockName(lbn)}: ${plural(offsets.length, 'page')} out of RAM${filled}; ${count(written.length)} of ${count(offsets.length)} written.`;
}
