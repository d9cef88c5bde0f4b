/** One row a rebuild: what it takes from the logs, its old block, the block that becomes of it, and the time. */

import type { MergeRow } from '../../../engine/protocol';
import type { CellAppearance } from '../../../render/cell';
import { plural, time } from '../../../render/format';
import { clamp, type Rect } from '../../../render/geometry';
import { type Ink, ownerOf, pageAppearance } from '../../stage-kit/page-appearance';
import { widthOf } from '../../stage-kit/words-layer';
import { rowCost } from './cost';
import { hasLogs, type LogsPicture, oldBlockOf, ridesAlong } from './picture';
import { isNarrow, ROW_MIN_PX, type RowsLayout, rowsLayout } from './rows-layout';
import { type Scene, type SceneCell, tagCell } from './scene';

/** Blocks of more pages lie in several lines, in rows of this height, in sizes of text. */
const LARGE_PAGES = 16;
const LARGE_ROW = 3.9;

/** Places whose page comes, or came, from a log block. */
export function fromLogs(row: MergeRow, old_block: number | null): number[] {
  return row.from.flatMap((block, place) =>
    block !== null && block !== old_block && block !== row.new_block ? [place] : [],
  );
}

/** Rows that fit, around the one that runs. */
function inSight(
  rows: readonly MergeRow[],
  most: number,
): { shown: readonly MergeRow[]; before: number; after: number } {
  if (rows.length <= most) return { shown: rows, before: 0, after: 0 };
  const running = rows.findIndex(({ state }) => state !== 'done');
  const at = running < 0 ? rows.length - 1 : running;
  const before = clamp(at - Math.floor(most / 2), 0, rows.length - most);
  return { shown: rows.slice(before, before + most), before, after: rows.length - before - most };
}

/** Draws the rows into `area`. `fan`: where the lines to the rows start. */
export function rebuilds(
  scene: Scene,
  picture: LogsPicture,
  ink: Ink,
  area: Rect,
  fan: { x: number; y: number } | null,
): void {
  const { merges, pages_per_block } = picture;
  if (!merges) return;
  const { text_px } = ink;
  // Pages fly above their row: those of the first keep clear of the heads.
  const head_px = text_px * 2.3;
  const foot_px = text_px * 1.5;
  // Pages of a large block can be told apart only where fewer rows share the height.
  const least = pages_per_block > LARGE_PAGES ? LARGE_ROW * text_px : ROW_MIN_PX;
  const most = Math.max(1, Math.floor((area.height - head_px - foot_px) / least));
  const { shown, before, after } = inSight(merges.rows, most);
  const more = before + after + merges.more_rows;
  const rows_area = { ...area, y: area.y + head_px, height: area.height - head_px - (more > 0 ? foot_px : 0) };
  const taken = Math.max(
    hasLogs(picture) ? 1 : 0,
    ...merges.rows.map((row) => fromLogs(row, oldBlockOf(row, picture)).length),
  );
  const highest = Math.max(0, ...merges.rows.map(({ lbn }) => lbn));
  const layout = rowsLayout(rows_area, shown.length, Math.min(taken, pages_per_block), highest, ink);

  const { sources } = layout;
  const heads: [string, number, 'left' | 'right'][] = sources
    ? [
        ['from logs', sources.from.x, 'left'],
        ['old block', sources.old_x, 'left'],
        ['rebuilt block', layout.new_x, 'left'],
        ['time', layout.right, 'right'],
      ]
    : [['rebuilt block', layout.new_x, 'left']];
  const narrow = sources !== null && isNarrow(area, text_px);
  for (const [text, x, align] of heads) {
    if (text === 'from logs' && !hasLogs(picture)) continue;
    const short = narrow ? text.replace('from ', '').replace(' block', '') : text;
    scene.words.push({ x, y: area.y + text_px * 0.77, text: short, align, tone: 'head' });
  }
  for (const [at, row] of shown.entries()) {
    drawRow(
      scene,
      picture,
      ink,
      layout,
      row,
      { ...rows_area, y: rows_area.y + at * layout.row_px, height: layout.row_px },
      fan,
    );
  }
  if (more > 0) {
    const y = rows_area.y + shown.length * layout.row_px + foot_px / 2;
    scene.words.push({ x: layout.tag.x, y, text: `and ${plural(more, 'more rebuild')}`, align: 'left', tone: 'quiet' });
  }
}

function drawRow(
  scene: Scene,
  picture: LogsPicture,
  ink: Ink,
  layout: RowsLayout,
  row: MergeRow,
  area: Rect,
  fan: { x: number; y: number } | null,
): void {
  const { text_px, colours } = ink;
  const block_px = layout.lines * (layout.cell.height + layout.cell.gap) - layout.cell.gap;
  const caption_px = layout.captions ? text_px * 1.25 : 0;
  const top = area.y + Math.max(3, (Math.min(area.height, 120) - block_px - caption_px) / 2);
  const middle = top + block_px / 2;
  const running = row.state === 'running';
  if (running && picture.merges && picture.merges.rows.length > 1) {
    scene.boxes.push({
      kind: 'running',
      rect: { x: area.x + 4, y: area.y + 1, width: area.width - 4, height: area.height - 2 },
    });
  }
  const tag_px = Math.min(text_px * 2.4, area.height - 6);
  const tag: Rect = { x: layout.tag.x, y: middle - tag_px / 2, width: layout.tag.width, height: tag_px };
  if (fan) {
    const { paint, pattern } = ownerOf(ink, row.lbn);
    scene.lines.push({
      from: fan,
      to: { x: tag.x, y: middle },
      colour: paint.fill,
      width: running ? 5 : 3,
      curved: true,
      arrow: false,
      pattern,
    });
  }
  scene.cells.push(tagCell(ink, row.lbn, tag));

  const old_block = oldBlockOf(row, picture);
  const stations: Stations = { picture, ink, layout, row, old_block, top };
  const is_switch = row.merge === 'switch';
  const { sources } = layout;
  if (sources) scene.cells.push(...fromCells(stations, sources), ...oldCells(stations, sources));
  scene.cells.push(...newCells(stations));
  if (!sources) return;
  const arrow_colour = row.state === 'waiting' ? colours.rule2 : colours.ink;
  if (!is_switch) {
    const { x, width } = sources.arrow;
    scene.lines.push({
      from: { x, y: middle },
      to: { x: x + width, y: middle },
      colour: arrow_colour,
      width: 2.2,
      curved: false,
      arrow: true,
    });
  }
  if (layout.captions) captions(scene, stations, sources, top + block_px + text_px * 0.75);
  times(scene, picture, ink, layout, row, middle);
}

interface Stations {
  picture: LogsPicture;
  ink: Ink;
  layout: RowsLayout;
  row: MergeRow;
  old_block: number | null;
  top: number;
}

/** The cell of a place in a block that starts at `x`. */
function placeRect({ layout: { cell, per_line }, top }: Stations, x: number, place: number, in_line = per_line): Rect {
  const { width, height, gap } = cell;
  return {
    x: x + (place % in_line) * (width + gap),
    y: top + Math.floor(place / in_line) * (height + gap),
    width,
    height,
  };
}

const lpnOf = ({ row, ink }: Stations, place: number): number => row.lbn * ink.pages_per_block + place;

const appearance = (s: Stations, state: 'valid' | 'invalid', place: number, rect: Rect): CellAppearance =>
  pageAppearance(s.ink, state, lpnOf(s, place), String(place), rect);

function ghost(s: Stations, place: number, rect: Rect, named: boolean): Pick<SceneCell, 'appearance' | 'ghost'> {
  const drawn = appearance(s, 'valid', place, rect);
  return {
    ghost: true,
    appearance: { mark: 'free', label: named ? (drawn.label ?? '') : '', label_px: drawn.label_px ?? 0 },
  };
}

type Sources = NonNullable<RowsLayout['sources']>;

function fromCells(s: Stations, { from }: Sources): SceneCell[] {
  const { row, picture } = s;
  const per_line = from.cells;
  return fromLogs(row, s.old_block).map((place, at): SceneCell => {
    const rect = placeRect(s, from.x, at, per_line);
    const moved = row.done[place] === true;
    const block = row.from[place];
    return {
      part: 'from',
      rect,
      ...(moved ? ghost(s, place, rect, true) : { appearance: appearance(s, 'valid', place, rect) }),
      lpn: lpnOf(s, place),
      page: moved ? null : pageInLog(picture, lpnOf(s, place)),
      words: moved ? `was in log block ${block}` : `newest copy, in log block ${block}`,
    };
  });
}

/** Where the newest copy of a page is in the log blocks. */
function pageInLog({ layer, pages_per_block }: LogsPicture, lpn: number): number | null {
  for (const { block, page_state, page_owner } of layer.parked) {
    const offset = page_owner.findIndex((owner, at) => owner === lpn && page_state[at] === 1);
    if (offset >= 0) return block * pages_per_block + offset;
  }
  return null;
}

function oldCells(s: Stations, { old_x }: Sources): SceneCell[] {
  const { row, old_block, ink } = s;
  const erased = isErased(s);
  return row.from.map((from, place): SceneCell => {
    const rect = placeRect(s, old_x, place);
    const base = {
      part: 'old' as const,
      rect,
      lpn: lpnOf(s, place),
      page: old_block === null ? null : old_block * ink.pages_per_block + place,
    };
    if (erased) return { ...base, appearance: { mark: 'free' }, words: 'old block, erased' };
    if (from === null) return { ...base, appearance: { mark: 'free' }, words: 'old block: nothing here' };
    if (from !== old_block || row.host[place])
      return { ...base, appearance: appearance(s, 'invalid', place, rect), words: 'old block: outdated' };
    if (row.done[place]) return { ...base, ...ghost(s, place, rect, true), words: 'old block: moved' };
    return { ...base, appearance: appearance(s, 'valid', place, rect), words: 'old block: newest copy' };
  });
}

/** Whether the old block is empty again: from its erase on, which is before the merge is over. */
const isErased = ({ row, old_block, picture: { last } }: Stations): boolean =>
  row.state === 'done' || (last?.kind === 'erase' && last.block === old_block);

function newCells(s: Stations): SceneCell[] {
  const { row, old_block, layout, ink } = s;
  const { on } = ownerOf(ink, row.lbn).paint;
  return row.from.map((from, place): SceneCell => {
    const rect = placeRect(s, layout.new_x, place);
    const page = row.new_block === null ? null : row.new_block * ink.pages_per_block + place;
    const base = { part: 'new' as const, rect, lpn: lpnOf(s, place), page };
    if (row.done[place]) {
      const drawn = { ...base, appearance: appearance(s, 'valid', place, rect) };
      if (row.host[place])
        return { ...drawn, corner: ink.colours.cells.programming.fill, words: 'the page that the host is writing' };
      if (from !== null && from !== old_block) return { ...drawn, corner: on, words: 'came from a log block' };
      return { ...drawn, words: 'came from the old block' };
    }
    const waits = row.state === 'waiting';
    return {
      ...base,
      appearance: { mark: 'free' },
      ghost: waits,
      words: waits ? 'will be rebuilt here' : 'still free',
    };
  });
}

function captions(scene: Scene, s: Stations, { from, old_x }: Sources, y: number): void {
  const { row, layout, ink } = s;
  const say = (x: number, text: string, align: 'left' | 'centre' = 'left'): void =>
    void scene.words.push({ x, y, text, align, tone: 'tick' });
  const places = fromLogs(row, s.old_block);
  const wide = layout.cell.width >= ink.text_px * 2.7;
  if (row.merge === 'switch') say(layout.new_x, `log ${row.new_block} changes role: no copy`);
  else if (layout.lines === 1 && wide) {
    for (const [at, place] of places.entries()) {
      const { x, width } = placeRect(s, from.x, at, from.cells);
      say(x + width / 2, `log ${row.from[place]}`, 'centre');
    }
  } else if (places.length > 0) {
    const logs = new Set(places.map((place) => row.from[place]));
    say(from.x, logs.size === 1 ? `log ${row.from[places[0] ?? 0]}` : `${plural(logs.size, 'log')}`);
  }
  if (isErased(s)) say(old_x, 'erased');
  else if (s.old_block !== null) say(old_x, `block ${s.old_block}`);
  if (row.merge === 'switch' || row.new_block === null) return;
  const host = row.host.some(Boolean) ? ', with the host\u2019s page' : '';
  const told = row.merge === 'partial' ? `log ${row.new_block}, filled up` : `block ${row.new_block}${host}`;
  const room = layout.right - layout.new_x;
  say(layout.new_x, widthOf(told, 'tick', ink.text_px) <= room ? told : (told.split(',')[0] ?? told));
}

function times(scene: Scene, picture: LogsPicture, ink: Ink, layout: RowsLayout, row: MergeRow, middle: number): void {
  if (!picture.merges) return;
  const { spent_ns, total_ns } = rowCost(row, picture.merges, ridesAlong(picture));
  const { text_px } = ink;
  const two_lines = layout.row_px >= text_px * 2.9;
  const say = (text: string, y: number, tone: 'plain' | 'bold' | 'quiet' | 'tick'): void =>
    void scene.words.push({ x: layout.right, y, text, align: 'right', tone });
  const pages = row.from.filter((from) => from !== null).length;
  const placed = row.done.filter(Boolean).length;
  const first =
    row.state === 'done' ? time(spent_ns, 3) : row.state === 'running' ? time(spent_ns, 3) : time(total_ns, 3);
  const second =
    row.state === 'done'
      ? row.merge === 'full'
        ? 'done'
        : row.merge
      : row.state === 'running'
        ? `${layout.narrow ? '' : 'so far, '}${placed} of ${pages}`
        : 'waits';
  say(
    first,
    two_lines ? middle - text_px * 0.6 : middle,
    row.state === 'running' ? 'bold' : row.state === 'waiting' ? 'quiet' : 'plain',
  );
  if (two_lines) say(second, middle + text_px * 0.75, 'tick');
}
