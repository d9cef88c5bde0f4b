/** The flash: the block that this is about, as large as a tray, and the blocks of all pages in RAM, each with what is outdated. */

import { type CacheView, PAGE_STATES } from '../../../engine/protocol';
import type { Rect } from '../../../render/geometry';
import { type Ink, ownerOf } from '../../stage-kit/page-appearance';
import { tag } from './block-area';
import { type ClashLayout, placeOnFlash } from './layout';
import { type ClashPicture, inHand } from './picture';
import { fitting, keyOf, namedPage, type Scene, word } from './scene';
import { stripOf, stripRect } from './strip';

type Home = CacheView['flash'][number];

export function flashArea(scene: Scene, picture: ClashPicture, layout: ClashLayout, ink: Ink): void {
  const lbn = inHand(picture);
  const home = picture.cache.flash.find((one) => one.lbn === lbn);
  if (home) largeBlock(scene, picture, layout, ink, home);
  else nothingInHand(scene, picture, layout);
  smallBlocks(scene, picture, layout, ink, lbn);
}

const stateOf = ({ page_state }: Home, offset: number) => PAGE_STATES[page_state[offset] ?? 0] ?? 'free';

const HOME_WORDS: Partial<Record<string, string>> = {
  valid: 'on flash, the newest copy',
  invalid: 'outdated on flash: a newer copy is in RAM',
  free: 'erased, on flash',
  torn: 'torn: its program failed, or power was cut during it',
};

function largeBlock(scene: Scene, picture: ClashPicture, layout: ClashLayout, ink: Ink, home: Home): void {
  const { pages_per_block, cache } = picture;
  const { act, flush } = cache;
  const { lbn, block } = home;
  const tray = layout.work.rect;
  scene.boxes.push({ kind: flush ? 'leaving' : 'home', rect: tray });
  if (layout.work.tag > 0) scene.cells.push(tag(layout.work, ink, lbn, tray));
  for (let offset = 0; offset < pages_per_block; offset++) {
    const rect = placeOnFlash(layout, offset);
    const state = stateOf(home, offset);
    const lpn = lbn * pages_per_block + offset;
    const page = block * pages_per_block + offset;
    const ring = act?.to === page ? 'programming' : act?.kind === 'read' && act.from === page ? 'reading' : null;
    scene.cells.push({
      key: keyOf.work(block, offset),
      part: 'work',
      rect,
      appearance: namedPage(ink, state, lpn, rect, true),
      lpn,
      words: `${HOME_WORDS[state] ?? state}, block ${block}`,
      ...(ring ? { ring } : {}),
    });
  }
  const y = tray.y + tray.height + ink.text_px * 0.8;
  const texts = captionOf(picture, home);
  const room = Math.max(tray.width, layout.strip.y > tray.y ? layout.inner.width : tray.width);
  const tone = flush || isInRam(cache) ? 'bold' : 'plain';
  const text = fitting(texts, room, tone, ink.text_px);
  scene.words.push({
    ...word(tray.x + layout.work.pad, y, text, 'left', tone, 'now'),
    about: `B${lbn}`,
    ...until(picture, lbn),
  });
}

/** What has come of it is said when it has come about. */
const until = ({ cache }: ClashPicture, lbn: number): { until?: string } =>
  isInRam(cache) || cache.flush ? {} : { until: `B${lbn} on flash` };

/** Whether pages have changed places in RAM only. */
const isInRam = ({ act }: CacheView): boolean => act?.kind === 'swap' || act?.kind === 'set-evict';

function captionOf({ cache, pages_per_block }: ClashPicture, home: Home): string[] {
  const { flush, act } = cache;
  const { lbn } = home;
  const count = (state: string): number => home.page_state.filter((one) => PAGE_STATES[one] === state).length;
  const short = `B${lbn} on flash`;
  if (flush) {
    const left = flush.offsets.length - flush.programmed.length;
    if (!flush.erased && flush.programmed.length === 0) return [`${short}: to be erased and rewritten`, short];
    return [`${short}: ${flush.erased ? 'erased, ' : ''}${left} of ${flush.offsets.length} to program`, short];
  }
  if (isInRam(cache)) return ['nothing read, programmed or erased', 'not touched'];
  if (act?.kind === 'flush-end') return [`${short}: whole again`, short];
  const stale = count('invalid');
  if (stale === 0) return [`${short}: every page is the newest`, short];
  return [
    `${short}: ${stale} of ${pages_per_block} outdated by newer ones in RAM`,
    `${short}: ${stale} outdated`,
    short,
  ];
}

function nothingInHand(scene: Scene, { pages_per_block }: ClashPicture, layout: ClashLayout): void {
  scene.boxes.push({ kind: 'free', rect: layout.work.rect });
  for (let offset = 0; offset < pages_per_block; offset++) {
    const rect = placeOnFlash(layout, offset);
    const words = 'the block on flash that an operation is about is shown here';
    scene.cells.push({ key: '', part: 'work', rect, appearance: { mark: 'free' }, ghost: true, lpn: null, words });
  }
}

function smallBlocks(scene: Scene, picture: ClashPicture, layout: ClashLayout, ink: Ink, in_hand: number | null): void {
  const { pages_per_block, cache } = picture;
  const strip = stripOf(layout, ink);
  const all = cache.flash;
  const fit = all.length > strip.fit ? strip.fit - 1 : all.length;
  const { text_px } = ink;
  for (const [nth, home] of all.slice(0, Math.max(0, fit)).entries()) {
    const rect = stripRect(layout, strip, nth);
    if (home.lbn === in_hand)
      scene.boxes.push({
        kind: 'new',
        rect: { x: rect.x - 3, y: rect.y - 3, width: rect.width + 6, height: rect.height + 7 },
      });
    for (let offset = 0; offset < pages_per_block; offset++) {
      const { per_line, width, height, gap } = strip.cell;
      const cell: Rect = {
        x: rect.x + (offset % per_line) * (width + gap),
        y: rect.y + Math.floor(offset / per_line) * (height + gap),
        width,
        height,
      };
      const state = stateOf(home, offset);
      scene.cells.push({
        key: keyOf.home(home.block, offset),
        part: 'home',
        rect: cell,
        appearance: { mark: state },
        lpn: home.lbn * pages_per_block + offset,
        words: `${HOME_WORDS[state] ?? state}, block ${home.block}`,
      });
    }
    const bar = { x: rect.x, y: rect.y + rect.height - 4, width: rect.width - 0.8, height: 4 };
    scene.cells.push({
      key: '',
      part: 'tag',
      rect: bar,
      appearance: { mark: 'valid', ...ownerOf(ink, home.lbn) },
      lpn: null,
      words: `logical block ${home.lbn} on flash`,
    });
    const label = fitting([`B${home.lbn}`, `${home.lbn}`], strip.pitch.x, 'tick', text_px);
    scene.words.push(
      word(rect.x + rect.width / 2, rect.y + rect.height + text_px * 0.72, label, 'centre', 'tick', 'now'),
    );
  }
  if (fit < all.length && fit > 0) {
    const { x, y } = stripRect(layout, strip, fit);
    const more = all.length - fit;
    const room = layout.strip.x + layout.strip.width - x + text_px;
    scene.words.push(
      word(x, y + 10, fitting([`and ${more} more`, `+\u202f${more}`], room, 'quiet', text_px), 'left', 'quiet', 'now'),
    );
  }
}
