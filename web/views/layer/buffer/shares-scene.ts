/**
 * Room that single pages and groups share: a bar with the edge between them, and below it the line of pages and the groups, each
 * with what left it lately and would move the edge by coming back.
 */

import type { BufferGroup, BufferShare } from '../../../engine/core-types';
import { count, plural } from '../../../render/format';
import { clamp, type Rect } from '../../../render/geometry';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { pageName } from '../../stage-kit/page-name';
import { groupBox } from './columns';
import { drawLine } from './line-scene';
import { type LineView, lastUse, ordinal } from './line-words';
import { blockName } from './model';
import { placesInWords } from './pages';
import { blankScene, type SceneSize, type SceneWord, type ShelfScene } from './shelf-scene';

/** Heights, in sizes of text. */
const BAR_HEAD = 1.6;
const BAR = 1.5;
const BAR_FOOT = 3.3;
const HEAD = 3.2;
const FOOT = 1.7;
/** Between both lists. */
const APART_PX = 28;
/** The page list's part of the width. */
const PAGES_PART = 0.56;
const NARROW_PX = 620;
const COLUMN_MIN_PX = 20;
const COLUMN_MAX_PX = 92;
/** Columns as wide as this have larger letters, in sizes of text. */
const LARGE = 4.4;
const PAGE_MAX_PX = 52;

type Say = (x: number, y: number, text: string, anchor: SceneWord['anchor'], kind: SceneWord['kind']) => void;

export function sharesScene(buffer: LineView, share: BufferShare, { width, height, text_px }: SceneSize): ShelfScene {
  const scene = blankScene();
  const say: Say = (x, y, text, anchor, kind) => void scene.words.push({ x, y, text, anchor, kind });
  const bar_px = (BAR_HEAD + BAR + BAR_FOOT) * text_px;
  drawBar(scene, say, buffer, share, { x: 0, y: BAR_HEAD * text_px, width, height: BAR * text_px }, text_px);
  const narrow = width < NARROW_PX;
  const body: Rect = { x: 0, y: bar_px, width, height: height - bar_px };
  const pages: Rect = narrow
    ? { ...body, height: body.height / 2 }
    : { ...body, width: (width - APART_PX) * PAGES_PART };
  const groups: Rect = narrow
    ? { ...body, y: body.y + body.height / 2, height: body.height / 2 }
    : { ...body, x: pages.width + APART_PX, width: width - APART_PX - pages.width };
  const { pages_per_block } = buffer;
  title(say, pages, text_px, 'Page list', 'single pages: the one used least recently leaves');
  const line: Rect = { ...pages, y: pages.y + HEAD * text_px, height: pages.height - (HEAD + FOOT) * text_px };
  drawLine(scene, buffer, line, text_px);
  remembered(
    say,
    pages,
    text_px,
    share.left_pages.map((lpn) => pageName(lpn, pages_per_block)),
    'page list grows',
  );
  title(say, groups, text_px, 'Block list', 'half blocks and more: the largest leaves; then the oldest');
  drawGroups(
    scene,
    say,
    buffer,
    { ...groups, y: groups.y + HEAD * text_px, height: groups.height - (HEAD + FOOT) * text_px },
    text_px,
  );
  remembered(say, groups, text_px, share.left_groups.map(blockName), 'page list shrinks');
  return scene;
}

function title(say: Say, { x, y, width }: Rect, text_px: number, name: string, help: string): void {
  say(x, y + text_px * 1.1, name, 'start', 'is-bold');
  if (wordsWidth(help, text_px) <= width) say(x, y + text_px * 2.4, help, 'start', 'is-quiet');
}

/** What left lately: its return moves the edge. */
function remembered(
  say: Say,
  { x, y, width, height }: Rect,
  text_px: number,
  names: readonly string[],
  then: string,
): void {
  const fits = (text: string): boolean => wordsWidth(text, text_px) <= width;
  const words = (most: number): string =>
    names.length === 0
      ? 'Nothing has left it lately.'
      : `Left lately: ${names.slice(0, most).join(', ')}${names.length > most ? ', …' : '.'} One comes back: the ${then}.`;
  const most = [8, 5, 3, 2, 1].find((n) => fits(words(n))) ?? 1;
  say(x, y + height - text_px * 0.5, words(most), 'start', 'is-quiet');
}

/** The bar: what pages hold from the left, what groups hold from the right, and the edge between what both may have. */
function drawBar(scene: ShelfScene, say: Say, buffer: LineView, share: BufferShare, rect: Rect, text_px: number): void {
  const { line, pages } = buffer;
  const unit = rect.width / Math.max(1, share.most);
  const at = (size: number): number => rect.x + size * unit;
  const in_groups = pages - line.total;
  const before = line.steps.find((step) => step.share !== null)?.share?.[0] ?? share.now;
  scene.shares = {
    rect,
    edge_x: at(share.now),
    before_x: at(before),
    first_x: at(share.first),
    pages: { ...rect, width: line.total * unit },
    groups: { ...rect, x: rect.x + rect.width - in_groups * unit, width: in_groups * unit },
  };
  const top = rect.y - text_px * 0.55;
  const [left, right] = barWords(buffer, share, rect.width, text_px);
  say(rect.x, top, left, 'start', 'is-bold');
  say(rect.x + rect.width, top, right, 'end', 'is-bold');
  const foot = rect.y + rect.height + text_px * 1.7;
  const words = edgeInWords(buffer, share);
  const half = wordsWidth(words, text_px * BOLD) / 2;
  say(
    clamp(at(share.now), rect.x + half, rect.x + Math.max(half, rect.width - half)),
    foot,
    words,
    'middle',
    'is-bold',
  );
}

/** What both lists hold; shorter where there is less room. */
function barWords(
  { line, pages, groups }: LineView,
  { now }: BufferShare,
  width: number,
  text_px: number,
): [string, string] {
  const grouped = pages - line.total;
  const full: [string, string] = [
    `page list: ${plural(line.total, 'page')} of at most ${count(now)}`,
    `block list: ${plural(grouped, 'page')} in ${plural(groups.length, 'group')}`,
  ];
  if (wordsWidth(full.join('   '), text_px * BOLD) <= width) return full;
  return [`pages: ${count(line.total)} of ${count(now)}`, `in groups: ${count(grouped)}`];
}

/** Where the edge stands, and what has moved it. */
export function edgeInWords({ line, pages_per_block }: LineView, share: BufferShare): string {
  const moved = line.steps.findLast(({ share: of }) => of !== null && of[0] !== of[1]);
  if (moved?.share) {
    const [before, after] = moved.share;
    const name = pageName(moved.lpn, pages_per_block);
    return after > before
      ? `edge: ${count(before)} → ${count(after)}, since page ${name} came back soon after it left`
      : `edge: ${count(before)} → ${count(after)}, since B${Math.floor(moved.lpn / pages_per_block)} came back soon after it left`;
  }
  const since = share.now === share.first ? 'as it began' : `${count(share.first)} to begin with`;
  return `edge: ${plural(share.now, 'single page')} may stay (${since})`;
}

/** Groups from the one that stays longest, at the left, to the one that leaves first. */
function drawGroups(scene: ShelfScene, say: Say, buffer: LineView, area: Rect, text_px: number): void {
  const { groups, pages_per_block, next, flush } = buffer;
  if (groups.length === 0) {
    say(area.x, area.y + text_px * 1.15, 'No group yet.', 'start', 'is-quiet');
    return;
  }
  const pitch = clamp(
    area.width / Math.max(4, groups.length),
    Math.max(COLUMN_MIN_PX, text_px * 2.3),
    COLUMN_MAX_PX * (text_px / 12.5),
  );
  const shown = groups.slice(0, Math.max(1, Math.floor(area.width / pitch)));
  const foot_px = text_px * 2.9;
  const height = Math.min(area.height - foot_px - text_px, PAGE_MAX_PX * (text_px / 12.5) * pages_per_block);
  const ranks = new Map(next.flatMap(({ lbn, lpn }, rank) => (lpn === null ? [[lbn, rank]] : [])));
  const used = lastUse(buffer.line);
  for (const [place, group] of shown.entries()) {
    const rank = ranks.get(group.lbn);
    const rect = {
      x: area.x + (shown.length - 1 - place) * pitch,
      y: area.y + text_px * 0.6,
      width: pitch - 6,
      height,
    };
    const leaving = flush?.lbn === group.lbn && flush.offsets.length > 1;
    const gone = new Set(leaving ? flush?.written : []);
    const held = (page: number): 'gone' | 'part' | 'clean' | 'whole' =>
      gone.has(page) ? 'gone' : group.clean.includes(page) ? 'clean' : group.partial.includes(page) ? 'part' : 'whole';
    const state = { first: rank === 0 && !flush, leaving };
    const box = groupBox(group.lbn, group.pages, held, rect, pages_per_block, text_px, state);
    const is_used = used?.to === null && Math.floor(used.lpn / pages_per_block) === group.lbn;
    const letters = rect.width >= LARGE * text_px ? 'medium' : 'small';
    scene.boxes.push({ ...box, letters, used: is_used });
    const x = rect.x + rect.width / 2;
    say(x, rect.y + height + text_px * 1.3, blockName(group.lbn), 'middle', state.first || leaving ? 'is-bold' : '');
    const words = leaving ? 'leaves' : rank === 0 ? '◆ 1' : rank === undefined ? '' : String(rank + 1);
    if (words !== '') say(x, rect.y + height + text_px * 2.5, words, 'middle', rank === 0 ? 'is-bold' : 'is-tick');
    scene.standings.push({ rect, title: blockName(group.lbn), lines: linesOf(group, rank, pages_per_block) });
  }
  const board_y = area.y + text_px * 0.6 + height + 1;
  scene.board = { x: area.x - 3, y: board_y, width: shown.length * pitch };
}

function linesOf({ pages, age }: BufferGroup, rank: number | undefined, pages_per_block: number): string[] {
  const large = 2 * pages.length >= pages_per_block;
  return [
    `${plural(pages.length, 'page')} of ${count(pages_per_block)}: ${placesInWords(pages)}`,
    large ? 'half its block or more: the largest leaves first' : 'less than half its block: by last use',
    `untouched for ${plural(age, 'write')}`,
    ...(rank === undefined ? [] : [rank === 0 ? 'leaves next' : `leaves ${ordinal(rank + 1)}`]),
  ];
}
