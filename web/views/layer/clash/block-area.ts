/** Block slots as trays: every page of a logical block in its place, how many there are, and whose turn it is. */

import { plural } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import { type Ink, labelSize, ownerOf } from '../../stage-kit/page-appearance';
import { type ClashLayout, placeIn, trayRect } from './layout';
import { type ClashPicture, decisionHere, decisionNext, emptiest, isFull, movesHere } from './picture';
import { type Box, type ClashCell, fitting, keyOf, namedPage, type Scene, word } from './scene';

/** What is in a tray: pages in RAM, or a block on its way to flash. */
interface Content {
  lbn: number | null;
  offsets: readonly number[];
  read_up: readonly number[];
  programmed: readonly number[];
  leaving: boolean;
}

function contentOf({ cache: { blocks, flush } }: ClashPicture, slot: number): Content {
  if (flush?.slot === slot) return { ...flush, leaving: true };
  const { lbn = null, offsets = [], clean = [] } = blocks[slot] ?? {};
  return { lbn, offsets, read_up: clean, programmed: [], leaving: false };
}

export function blockArea(scene: Scene, picture: ClashPicture, layout: ClashLayout, ink: Ink): void {
  for (const slot of picture.cache.blocks.keys()) {
    const content = contentOf(picture, slot);
    const rect = trayRect(layout, slot);
    scene.boxes.push({ kind: boxKind(picture, slot, content), rect });
    places(scene, picture, layout, ink, slot, content, rect);
    if (content.lbn !== null && layout.trays.tag > 0)
      scene.cells.push({ ...tag(layout.trays, ink, content.lbn, rect), key: keyOf.tag(slot) });
    caption(scene, picture, layout, ink, slot, content, rect);
  }
}

function boxKind(picture: ClashPicture, slot: number, { lbn, leaving }: Content): Box['kind'] {
  if (leaving) return 'leaving';
  const takes = movesHere(picture).some(({ to }) => to.place === 'block' && to.slot === slot);
  if (takes) return decisionHere(picture) ? 'marked' : 'new';
  const yields = decisionNext(picture)?.moved.some(({ from_slot }) => from_slot === slot);
  if (yields) return 'marked';
  return lbn === null ? 'free' : 'tray';
}

function places(
  scene: Scene,
  picture: ClashPicture,
  layout: ClashLayout,
  ink: Ink,
  slot: number,
  { lbn, offsets, read_up, programmed }: Content,
  tray: Rect,
): void {
  const { pages_per_block, cache } = picture;
  const left = movesHere(picture).find(({ from_slot, to }) => from_slot === slot && to.place === 'pages');
  for (let offset = 0; offset < pages_per_block; offset++) {
    const rect = placeIn(layout, tray, offset);
    const base = { key: keyOf.tray(slot, offset), part: 'tray' as const, rect };
    const lpn = lbn === null ? null : lbn * pages_per_block + offset;
    if (lpn !== null && offsets.includes(offset) && !programmed.includes(offset)) {
      const clean = read_up.includes(offset);
      const reads = cache.act?.kind === 'read' && cache.act.lpn === lpn;
      scene.cells.push({
        ...base,
        lpn,
        appearance: namedPage(ink, 'valid', lpn, rect, true),
        ...(clean ? { copied: true } : {}),
        words: clean ? 'read from flash, in the block slot' : `in block slot ${slot + 1}`,
        ...(reads ? { ring: 'reading' as const } : {}),
      });
      continue;
    }
    const was = left?.offsets.includes(offset) ? `${left.lbn}\u00b7${offset}` : '';
    const text = was || String(offset);
    const label_px = labelSize(text, rect, ink.text_px, was ? 1 : 0.9);
    const words = was
      ? `page ${was} was here until this step`
      : programmed.includes(offset)
        ? 'is on flash now'
        : lbn === null
          ? 'a free block slot'
          : `no page ${offset} of B${lbn} here`;
    scene.cells.push({
      ...base,
      lpn: was && left ? left.lbn * pages_per_block + offset : lpn,
      ghost: true,
      appearance: { mark: 'free', label: label_px > 0 ? text : '', label_px },
      words,
    });
  }
}

/** Between a name and the edges of its tag, both sides together, in sizes of the name. */
const TAG_EDGES = 0.3;

/** "B21", in its hue, at the left of a tray. */
export function tag(trays: Pick<ClashLayout['trays'], 'tag' | 'pad'>, ink: Ink, lbn: number, tray: Rect): ClashCell {
  const height = Math.min(tray.height - 2 * trays.pad, ink.text_px * 1.9);
  const rect = {
    x: tray.x + trays.pad,
    y: tray.y + (tray.height - height) / 2,
    width: trays.tag - trays.pad - 2,
    height,
  };
  const label = `B${lbn}`;
  const label_px = labelSize(label, { ...rect, height: height * 1.45 }, ink.text_px, 1.1, TAG_EDGES);
  return {
    key: '',
    part: 'tag',
    rect,
    appearance: { mark: 'valid', ...ownerOf(ink, lbn), label, label_px },
    lpn: null,
    words: `logical block ${lbn}`,
  };
}

function caption(
  scene: Scene,
  picture: ClashPicture,
  { trays }: ClashLayout,
  { text_px }: Ink,
  slot: number,
  { lbn, offsets, leaving, programmed }: Content,
  tray: Rect,
): void {
  const { cache, pages_per_block } = picture;
  const y = tray.y + tray.height + text_px * 0.8;
  const room = tray.width;
  const say = (texts: readonly string[], bold: boolean, phase?: 'before' | 'moving' | 'landed'): void => {
    const tone = bold ? 'bold' : 'plain';
    const text = fitting(texts, room, tone, text_px);
    if (text !== '') scene.words.push(word(tray.x + trays.pad, y, text, 'left', tone, phase));
  };
  if (leaving && lbn !== null) {
    const left = offsets.length - programmed.length;
    say([`B${lbn} on its way to flash: ${left} to go`, `B${lbn}: ${left} to go`, `B${lbn}`], true);
    return;
  }
  if (lbn === null) {
    say(['free block slot', 'free'], false);
    return;
  }
  const pages = `${offsets.length} of ${pages_per_block}`;
  const move = movesHere(picture).find(({ to }) => to.place === 'block' && to.slot === slot);
  const rises = movesHere(picture).find(({ from_slot, to }) => from_slot === slot && to.place === 'pages');
  if (rises) say([`fewest: B${rises.lbn}, ${plural(rises.offsets.length, 'page')}`, `B${rises.lbn}`], true, 'before');
  const is_emptiest = isFull(cache) && emptiest(cache) === slot && cache.flush === null && !move;
  const turn = rankWords(cache.blocks[slot]?.rank ?? 0, cache.blocks.length, is_emptiest);
  say(
    [
      `B${lbn}: ${pages} pages${turn}`,
      `B${lbn}: ${pages}${turn}`,
      `B${lbn}: ${pages}`,
      `B${lbn} ${offsets.length}`,
      `B${lbn}`,
    ],
    is_emptiest || move !== undefined,
    move ? 'landed' : undefined,
  );
}

/** Whose turn it is to be flushed. */
function rankWords(rank: number, slots: number, is_emptiest: boolean): string {
  const turn =
    slots === 1 ? '' : rank === 0 ? 'used least recently' : rank === slots - 1 ? 'used last' : `used ${nth(rank + 1)}`;
  return [is_emptiest ? ', fewest pages' : '', turn === '' ? '' : `, ${turn}`].join('');
}

const nth = (n: number): string => `${n}${n % 10 === 2 && n !== 12 ? 'nd' : n % 10 === 3 && n !== 13 ? 'rd' : 'th'}`;
