/** Groups as columns of their blocks' pages, page 0 at the foot, in order of leaving from the left; the one that leaves steps off. */

import type { BufferGroup, BufferView } from '../../../engine/core-types';
import { count, countShort, plural } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import { BOLD, digitsWidth, wordsWidth } from '../../../render/text-width';
import { blockName } from './model';
import { placesInWords, runsOf } from './pages';
import { sectionName, stretches } from './sections';
import {
  type Box,
  blankScene,
  type Held,
  type PageCell,
  type SceneSize,
  type SceneWord,
  type ShelfScene,
} from './shelf-scene';

/** Blocks of more pages are drawn as outlines: their pages could not be told apart. */
const CELLS_MAX_PAGES = 16;
/** In sizes of text, as high as a page gets. */
const CELL_MAX = 5.5;
/** In sizes of text, as wide as columns get. */
const PITCH_MAX = 14;
const GAP_PX = 8;
/** Between the place of the one that leaves and the others. */
const APART_PX = 22;
/** How far below the others the one that leaves stands. */
const STEP_PX = 20;
/** Heights, in sizes of text. */
const HEAD = 1.9;
const NAME = 1.6;
const SCORE_TEXT = 1.5;
const SCORE_BAR = 2.4;
const MORE = 1.5;
/** Least room between the names of two columns. */
const APART_NAMES_PX = 6.5;
/** Labels in cells, of small text; guessed a little wide, they are taken to fit that seem to be wider than the cell by so much. */
const LABEL = 0.92;
const TOUCH_PX = 0.5;
const LABEL_MIN_PX = 14;
/** Pages of this size have larger letters. */
const MEDIUM = 6;
const MEDIUM_HIGH = 2;

export function columnsScene(buffer: BufferView, { width, height, text_px }: SceneSize): ShelfScene {
  const { flush, groups, pages_per_block } = buffer;
  const staying = groups.filter(({ lbn }) => lbn !== flush?.lbn);
  const room = width - APART_PX;
  const { name, least } = namesThatFit(staying, room, text_px);
  const fits = Math.max(1, Math.floor(room / least) - 1);
  const seen = staying.slice(0, fits);
  // The one that leaves had its place among the others: they keep their widths until it is gone.
  const seats = Math.max(seen.length + (flush ? 1 : 0), 3) + 1;
  const pitch = Math.min(PITCH_MAX * text_px, Math.max(least, room / seats));
  const column_px = pitch - Math.min(GAP_PX, pitch * 0.2);
  const above = HEAD * text_px;
  const below = (NAME + SCORE_TEXT + SCORE_BAR + MORE) * text_px;
  const block_px = Math.max(40, Math.min(height - above - below, CELL_MAX * text_px * pages_per_block));
  const top = above + Math.max(0, height - above - below - block_px) / 3;
  const foot = top + block_px;
  const scene = blankScene();
  const shelf_x = pitch + APART_PX;
  const place = (rank: number): number => shelf_x + rank * pitch;
  scene.board = { x: shelf_x - 4, y: foot + 1, width: Math.max(pitch, seen.length * pitch) };
  scene.words.push({
    x: 0,
    y: top - text_px * 0.7,
    text: 'leaves',
    anchor: 'start',
    kind: flush ? 'is-bold' : 'is-quiet',
  });
  if (flush) {
    const told = groups.find(({ lbn }) => lbn === flush.lbn);
    const gone = new Set(flush.written);
    const held = (page: number): Held => (gone.has(page) ? 'gone' : told?.partial.includes(page) ? 'part' : 'whole');
    const rect = { x: 0, y: top + STEP_PX, width: column_px, height: block_px };
    const words = [nameBelow(blockName(flush.lbn), rect, text_px, true)];
    scene.boxes.push(
      groupBox(flush.lbn, flush.offsets, held, rect, pages_per_block, text_px, {
        first: true,
        leaving: true,
        words,
      }),
    );
    scene.standings.push({
      rect,
      title: blockName(flush.lbn),
      lines: ['on its way to flash', placesInWords(flush.offsets)],
    });
  } else {
    scene.empty = { x: 0, y: top + STEP_PX, width: column_px, height: block_px };
  }
  const scale = scoreScale(buffer, seen);
  const score_foot = foot + (NAME + SCORE_BAR) * text_px;
  for (const [rank, group] of seen.entries()) {
    const rect = { x: place(rank), y: top, width: column_px, height: block_px };
    const first = rank === 0 && !flush;
    const held = (page: number): Held =>
      group.clean.includes(page) ? 'clean' : group.partial.includes(page) ? 'part' : 'whole';
    const bar_px = scale(group.score) * (SCORE_BAR - 0.5) * text_px;
    const bar_foot = score_foot - top;
    const words: SceneWord[] = [
      nameBelow(name(group.lbn), rect, text_px, first),
      {
        x: column_px / 2,
        y: bar_foot + text_px * 1.15,
        text: shortest(group.score, pitch, text_px),
        anchor: 'middle',
        kind: 'is-tick',
      },
    ];
    const score = { x: column_px * 0.2, y: bar_foot - bar_px, width: column_px * 0.6, height: bar_px };
    scene.boxes.push(
      groupBox(group.lbn, group.pages, held, rect, pages_per_block, text_px, { first, leaving: false, words, score }),
    );
    scene.standings.push({
      rect: { ...rect, height: score_foot - top },
      title: blockName(group.lbn),
      lines: linesOf(buffer, group, rank),
    });
  }
  if (seen.length > 0)
    scene.words.push({
      x: shelf_x,
      y: score_foot + text_px * 2.5,
      text: `bars: ${buffer.score}`,
      anchor: 'start',
      kind: 'is-quiet',
    });
  for (const { name: part, first, length } of stretches(buffer, seen)) {
    const x = place(first);
    const bracket = { x, y: top - text_px * 0.35, width: length * pitch - GAP_PX };
    scene.brackets.push(bracket);
    const told = shortened(part, bracket.width + GAP_PX, text_px * BOLD);
    scene.words.push({ x, y: top - text_px * 0.7, text: told, anchor: 'start', kind: 'is-bold' });
  }
  if (buffer.sections.length === 0 && seen.length > 0)
    scene.words.push({ x: shelf_x, y: top - text_px * 0.7, text: '◆ next', anchor: 'start', kind: 'is-next' });
  const more = buffer.groups_total - seen.length - (flush && staying.length < groups.length ? 1 : 0);
  if (more > 0)
    scene.words.push({
      x: width,
      y: score_foot + text_px * 2.5,
      text: `and ${count(more)} more behind →`,
      anchor: 'end',
      kind: 'is-quiet',
    });
  if (seen.length === 0 && !flush)
    scene.words.push({
      x: shelf_x + 10,
      y: top + block_px / 2,
      text: 'Nothing in RAM.',
      anchor: 'start',
      kind: 'is-quiet',
    });
  return scene;
}

/** A name, or as much of its beginning as there is room for. */
function shortened(name: string, room_px: number, text_px: number): string {
  const beginnings = Array.from(name, (_, left) => (left === 0 ? name : `${name.slice(0, -left)}…`));
  return beginnings.find((words) => wordsWidth(words, text_px) <= room_px) ?? beginnings.at(-1) ?? '';
}

/** The name of a column, under it. */
const nameBelow = (text: string, { width, height }: Rect, text_px: number, bold: boolean): SceneWord => ({
  x: width / 2,
  y: height + text_px * 1.35,
  text,
  anchor: 'middle',
  kind: bold ? 'is-bold' : '',
});

/** Whole names where all columns have room for them, else the numbers alone, which take less. */
function namesThatFit(
  groups: readonly BufferGroup[],
  room_px: number,
  text_px: number,
): { name: (lbn: number) => string; least: number } {
  const width = (name: (lbn: number) => string): number =>
    digitsWidth(Math.max(3, ...groups.map(({ lbn }) => name(lbn).length)), text_px) + APART_NAMES_PX;
  const whole = width(blockName);
  if (room_px / whole >= groups.length + 1) return { name: blockName, least: whole };
  return { name: String, least: Math.max(18, width(String) - 4) };
}

/** A score in as many letters as there is room for. */
function shortest(score: number, room_px: number, text_px: number): string {
  const long = Number.isInteger(score) ? count(score) : score.toPrecision(3);
  return wordsWidth(long, text_px) <= room_px ? long : countShort(score).replace(/\s/g, '');
}

/** Length of a score's bar, of 1: from nothing, or, for moments of the run, from the earliest in sight. */
function scoreScale({ score }: BufferView, groups: readonly BufferGroup[]): (score: number) => number {
  const values = groups.map((group) => group.score);
  const most = Math.max(...values, 0);
  const base = /used|touched/.test(score) ? Math.min(...values) : 0;
  return (value) => (most === base ? 1 : Math.max(0.06, (value - base) / (most - base)));
}

export function linesOf(buffer: BufferView, group: BufferGroup, rank: number): string[] {
  const { pages, partial, clean, age, score, section } = group;
  return [
    rank === 0 ? `leaves first: ${buffer.rule}` : `${plural(rank, 'group')} leave before it`,
    `${plural(pages.length, 'page')}: ${placesInWords(pages)}`,
    ...(partial.length > 0 ? [`${plural(partial.length, 'page')} partly held`] : []),
    ...(clean.length > 0 ? [`${plural(clean.length, 'page')} the same on flash`] : []),
    ...(section === null ? [] : [sectionName(buffer, section)]),
    `untouched for ${plural(age, 'write')}`,
    `${buffer.score}: ${Number.isInteger(score) ? count(score) : score.toPrecision(3)}`,
  ];
}

export function groupBox(
  lbn: number,
  pages: readonly number[],
  held: (page: number) => Held,
  rect: Box['rect'],
  pages_per_block: number,
  text_px: number,
  state: Pick<Box, 'first' | 'leaving' | 'words' | 'score'>,
): Box {
  const key = blockName(lbn);
  if (pages_per_block > CELLS_MAX_PAGES)
    return { key, lbn, rect, cells: [], bars: standing(pages, held, rect, pages_per_block), ...state };
  const there = new Set(pages);
  const height = rect.height / pages_per_block;
  const cells = Array.from({ length: pages_per_block }, (_, page): PageCell => {
    const cell = { x: 0, y: rect.height - (page + 1) * height, width: rect.width, height: height - 2 };
    const is_held = there.has(page);
    const name = `${lbn}·${page}`;
    const fits = wordsWidth(name, text_px * LABEL * BOLD) <= rect.width + TOUCH_PX;
    const label = cell.height < LABEL_MIN_PX ? '' : fits ? name : String(page);
    return { rect: cell, held: is_held ? held(page) : 'hole', label: is_held ? label : '' };
  });
  const letters = rect.width >= MEDIUM * text_px && height >= MEDIUM_HIGH * text_px ? 'medium' : 'small';
  return { key, lbn, rect, cells, bars: '', letters, ...state };
}

/** The pages of a large block, standing: whole ones as wide as the block, those partly held half as wide, copies as two edges. */
function standing(
  pages: readonly number[],
  held: (page: number) => Held,
  rect: Box['rect'],
  pages_per_block: number,
): string {
  const page_px = rect.height / pages_per_block;
  const bars = (wanted: Held, from: number, to: number): string =>
    runsOf(pages.filter((page) => held(page) === wanted))
      .map(({ first, length }) => {
        const y = rect.height - (first + length) * page_px;
        return `M${(from * rect.width).toFixed(1)} ${y.toFixed(2)}H${(to * rect.width).toFixed(1)}v${(length * page_px).toFixed(2)}H${(from * rect.width).toFixed(1)}z`;
      })
      .join('');
  return bars('whole', 0, 1) + bars('part', 0, 0.5) + bars('clean', 0, 0.2) + bars('clean', 0.8, 1);
}
