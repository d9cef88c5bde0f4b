/** Cache slots and map blocks on the SSD in the picture. */

import { count } from '../../../render/format';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { svg } from '../../../ui/dom';
import { boxed } from '../../stage-kit/svg-marks';
import { type BlockPlace, PLACE_PX } from './block-places';
import { cellNode } from './cells';
import type { HostMapPicture } from './model';
import { address, placeWords, rangeWords } from './names';
import type { Places } from './places';
import { words } from './rows';
import { blockCells, phaseOf, slotCells, slotWords } from './scene';
import type { SlotPlace } from './slot-places';

/** The bit of a slot in the bitmap, in sizes of text. */
const BIT = 1.25;
const NAME = 1.9;

export function slotNode({ slot, box, cells }: SlotPlace, picture: HostMapPicture, t: number): SVGGElement {
  const { map, walk, logical_pages } = picture;
  const range = slot.id === null ? '' : rangeWords(slot.id, map?.entries_per_block ?? 1, logical_pages);
  const name = address(slot.address);
  const bit = { x: box.x + box.width - (BIT + 0.35) * t, y: box.y + 0.33 * t, width: BIT * t, height: BIT * t };
  const room = bit.x - box.x - wordsWidth(name, t * BOLD) - 1.4 * t;
  const texts = slotWords(slot, picture, range);
  const text = texts.find((one) => wordsWidth(one, t * 0.94) <= room) ?? '';
  const concerned = walk !== null && slot.slot === (walk.slot ?? walk.victim?.slot);
  const appearances = slotCells(slot, picture, cells.length);
  const bit_turns = concerned && !walk.hit && phaseOf(7, picture) === 'now';
  return svg(
    'g',
    { class: `host-slot${concerned ? ' is-concerned' : ''}${slot.dirty ? ' is-changed' : ''}` },
    svg('title', {}, `Cache slot ${name}: ${texts[0]}`),
    boxed('host-slot-body', box),
    words(box.x + 0.6 * t, box.y + (NAME / 2) * t, name, t, 'is-bold'),
    words(bit.x - 0.5 * t, box.y + (NAME / 2) * t, text, t * 0.94, 'is-quiet', 'end'),
    svg(
      'g',
      { class: `host-bit${slot.used ? ' is-used' : ''}${bit_turns ? ' is-now' : ''}` },
      svg('title', {}, `Bitmap: ${slot.used ? 'used' : 'free'}`),
      boxed('host-bit-body', bit),
      words(bit.x + bit.width / 2, bit.y + bit.height / 2, slot.used ? '1' : '0', t * 0.88, 'host-bit-words', 'middle'),
    ),
    ...cells.map((cell, i) => cellNode(cell, appearances[i] ?? { mark: 'free', label: '' }, t)),
  );
}

export function blockNode({ block, box, left, cells }: BlockPlace, picture: HostMapPicture, t: number): SVGGElement {
  const { map, logical_pages } = picture;
  const appearances = blockCells(block, picture, cells.length);
  const range = rangeWords(block.id, map?.entries_per_block ?? 1, logical_pages);
  const y = box.y + box.height / 2;
  const two_lines = box.height >= 2.1 * t && wordsWidth(range, t * 0.88) < 4.6 * t;
  const beside = box.x + box.width + 0.5 * t;
  const state = block.state === 'current' ? '' : block.state;
  const second = state === '' ? (two_lines ? range : '') : state;
  return svg(
    'g',
    { class: `host-block is-${block.state}` },
    svg(
      'title',
      {},
      `Map block ${count(block.id)}, LBN ${range}, at ${placeWords([block.line, block.offset])}${state === '' ? '' : `: ${state}`}`,
    ),
    words(left, y, count(block.offset), t * PLACE_PX, 'is-quiet'),
    ...cells.map((cell, i) => cellNode(cell, appearances[i] ?? { mark: 'free', label: '' }, t)),
    words(beside, second && box.height >= 2 * t ? y - 0.58 * t : y, blockName(block.id, t), t * 0.94),
    second && box.height >= 2 * t ? words(beside, y + 0.62 * t, second, t * 0.88, 'is-quiet') : null,
  );
}

function blockName(id: number, t: number): string {
  const whole = `block ${count(id)}`;
  return wordsWidth(whole, t * 0.94) <= 4.4 * t ? whole : count(id);
}

/** Names of the parts, with a plain word where there is room. */
export function sectionNodes(
  { sections, text_px: t }: Places,
  notes: Readonly<Record<string, string[]>>,
): SVGElement[] {
  return sections.flatMap(({ name, x, y, width }) => {
    const left = x + wordsWidth(name, t * 1.12 * BOLD) + 0.7 * t;
    const note = (notes[name] ?? []).find((one) => wordsWidth(one, t * 0.94) <= x + width - left) ?? '';
    return [words(x, y, name, t * 1.12, 'is-bold'), words(left, y, note, t * 0.94, 'is-quiet')];
  });
}
