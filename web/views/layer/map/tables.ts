/** The directory in RAM and, row beside row, the translation pages it points to; below them the data page. */

import type { Frame, Geometry, MapView, StageCells } from '../../../engine/protocol';
import { drawCell } from '../../../render/cell';
import type { CellMark, Colours } from '../../../render/colours';
import { count } from '../../../render/format';
import { labelShare, leastLabel, legible } from '../../../render/label';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { h, setAttribute, setText } from '../../../ui/dom';
import { pageName } from '../../stage-kit/page-name';
import { textSize } from '../../stage-kit/text-size';
import { cached, type LookUp, pageOf, placeOf, type Stop } from './look-up';
import { rowsInSight } from './rows';
import './tables.css';

/** Entries of a translation page that can be told one by one. */
const ENTRIES_MAX = 8;
const GAP_PX = 3;
/** Narrower cells cannot hold a place. */
const CELL_MIN_PX = 26;
const LABEL_MIN_PX = 9;
const LABEL_MAX_PX = 15;
/** Pages from this number on have too many digits for a row. */
const RANGE_MAX = 1000;

export interface Tables {
  /** In the grid of the stage: directory, flash. */
  readonly directory: HTMLElement;
  readonly flash: HTMLElement;
  show(frame: Frame, map: MapView, look_up: LookUp | null, geometry: Geometry, colours: Colours): void;
  directoryRow(page: number): HTMLElement | null;
  flashRow(page: number): HTMLElement | null;
  readonly data: HTMLElement;
}

interface Row {
  directory: HTMLElement;
  flash: HTMLElement;
  canvas: HTMLCanvasElement;
}

export function tables(): Tables {
  const directory_rows = h('ul', { class: 'map-rows' });
  const flash_rows = h('ul', { class: 'map-rows' });
  const note = h('small', {});
  const directory_title = h(
    'h2',
    { class: 'part-title' },
    h('span', { class: 'part-words' }, 'Directory ', h('small', {}, 'in RAM')),
  );
  const flash_title = h('h2', { class: 'part-title' }, h('span', { class: 'part-words' }, 'Translation pages ', note));
  const data_canvas = h('canvas', { role: 'img' });
  const data_words = h('span', {});
  const data = h('div', { class: 'map-data' }, data_canvas, data_words);
  const directory = h(
    'section',
    { class: 'map-directory', 'aria-label': 'Directory' },
    directory_title,
    directory_rows,
  );
  const flash = h('section', { class: 'map-flash', 'aria-label': 'On flash' }, flash_title, flash_rows, data);
  let rows = new Map<number, Row>();

  function arrange(pages: readonly number[]): void {
    if (pages.join() === [...rows.keys()].join()) return;
    const before = rows;
    rows = new Map(pages.map((page) => [page, before.get(page) ?? newRow()]));
    for (const [i, page] of pages.entries()) {
      const gap = i > 0 && page !== (pages[i - 1] ?? 0) + 1;
      const row = rows.get(page);
      for (const element of row ? [row.directory, row.flash] : []) element.classList.toggle('is-after-gap', gap);
    }
    directory_rows.replaceChildren(...[...rows.values()].map((row) => row.directory));
    flash_rows.replaceChildren(...[...rows.values()].map((row) => row.flash));
  }

  return {
    directory,
    flash,
    data,
    directoryRow: (page) => rows.get(page)?.directory ?? null,
    flashRow: (page) => rows.get(page)?.flash ?? null,
    show(frame, map, look_up, geometry, colours) {
      const victim_page = look_up?.victim?.lpn == null ? [] : [pageOf(look_up.victim.lpn, map)];
      const wanted = look_up ? [look_up.page, ...victim_page] : [];
      arrange(rowsInSight(map.pages, wanted, rowsThatFit(flash)));
      setText(note, `${count(map.entries_per_page)} entries`);
      const cells = frame.stage?.kind === 'cells' ? frame.stage : null;
      for (const [page, row] of rows) {
        drawDirectoryRow(row.directory, page, frame, map, look_up, geometry);
        drawFlashRow(row, page, { map, look_up, geometry, colours, cells });
      }
      drawData(data, data_canvas, data_words, look_up, colours);
    },
  };
}

function newRow(): Row {
  const canvas = h('canvas', { role: 'img' });
  const directory = h(
    'li',
    { class: 'map-row' },
    h('b'),
    h('span', { class: 'map-range' }),
    h('span', { class: 'map-place' }, h('s'), h('span')),
  );
  return { directory, flash: h('li', { class: 'map-row' }, canvas), canvas };
}

const rowsThatFit = (flash: HTMLElement): number => Number(getComputedStyle(flash).getPropertyValue('--rows')) || 6;

/** Whether a step at `stop` is the present one, or was. */
const at = (look_up: LookUp | null, stop: Stop, ...states: string[]): boolean =>
  look_up?.steps.some((step) => step.stop === stop && states.includes(step.state)) ?? false;

function drawDirectoryRow(
  row: HTMLElement,
  page: number,
  { walk }: Frame,
  map: MapView,
  look_up: LookUp | null,
  { pages_per_block, logical_pages }: Geometry,
): void {
  const [name, range, places] = row.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
  const [old, place] = places.children as unknown as [HTMLElement, HTMLElement];
  const first = page * map.entries_per_page;
  const last = Math.min(first + map.entries_per_page, logical_pages) - 1;
  const told = placeOf(page, map);
  const written = walk?.steps.find(({ what, id }) => what === 'write-map' && id === logical_pages + page);
  const read = written && walk?.steps.find(({ what, id }) => what === 'read-map' && id === written.id);
  setText(name, count(page));
  setText(range, last < RANGE_MAX ? `${count(first)}–${count(last)}` : '');
  const seen = walk?.steps.findLast(({ what, id }) => what !== 'evict' && id === logical_pages + page)?.page;
  const now = told === undefined ? seen : told;
  setText(old, read?.page == null ? '' : pageName(read.page, pages_per_block));
  setText(place, now === undefined ? '' : now === null ? '–' : pageName(now, pages_per_block));
  row.classList.toggle('is-lit', look_up?.page === page && at(look_up, 'directory', 'now', 'done'));
  setAttribute(
    row,
    'title',
    `Translation page ${page}: pages ${first} to ${last}, ${now == null ? 'not written yet' : `at ${place.textContent}`}`,
  );
}

interface FlashPicture {
  map: MapView;
  look_up: LookUp | null;
  geometry: Geometry;
  colours: Colours;
  cells: StageCells | null;
}

function drawFlashRow({ flash, canvas }: Row, page: number, picture: FlashPicture): void {
  const { map, look_up, geometry, colours, cells } = picture;
  const mark = markOf(page, map, look_up);
  const { entries_per_page } = map;
  const room = canvas.clientWidth / entries_per_page >= CELL_MIN_PX + GAP_PX;
  const told = entries_per_page <= ENTRIES_MAX && cells !== null && room;
  const resident = map.resident.length === map.pages ? (map.resident[page] ?? 0) : null;
  const words = resident === null ? '' : `${count(resident)} of ${count(entries_per_page)} cached`;
  const names = told ? entryNames(page, map, geometry, cells) : [];
  setAttribute(
    canvas,
    'aria-label',
    `Translation page ${page}${mark === 'free' ? ', not written yet' : ''}${told ? `: ${names.join(', ')}` : ''}; ${words}`,
  );
  setAttribute(flash, 'title', `Translation page ${page}; ${words || `${entries_per_page} entries`}`);
  flash.classList.toggle('is-lit', look_up?.page === page && at(look_up, 'page', 'now', 'done'));
  const g = prepared(canvas);
  if (!g) return;
  const { width, height } = g;
  if (!told) {
    drawCell(
      g.context,
      { x: 0, y: 0, width, height },
      { mark, progress: 0.58, label: words, label_px: labelPx(words, { width, height }, textSize(canvas)) },
      colours,
    );
    return;
  }
  const cell = (width - GAP_PX * (names.length - 1)) / names.length;
  for (const [i, label] of names.entries()) {
    const stale = mark === 'translation' && label === OLD;
    const rect = { x: i * (cell + GAP_PX), y: 0, width: cell, height };
    drawCell(
      g.context,
      rect,
      { mark: stale ? 'invalid' : mark, progress: 0.58, label, label_px: labelPx(label, rect, textSize(canvas)) },
      colours,
    );
  }
}

const OLD = 'old';

/** What each entry of a translation page on flash says: a place, or that the cache knows better. */
function entryNames(
  page: number,
  map: MapView,
  { pages_per_block, logical_pages }: Geometry,
  { mapping }: StageCells,
): string[] {
  const first = page * map.entries_per_page;
  const entries = Math.min(map.entries_per_page, logical_pages - first);
  return Array.from({ length: entries }, (_, i) => {
    if (cached(first + i, map)?.dirty) return OLD;
    const place = mapping[first + i];
    return place === undefined || place === 0xffff_ffff ? '–' : pageName(place, pages_per_block);
  });
}

function markOf(page: number, map: MapView, look_up: LookUp | null): CellMark {
  const victim = look_up?.victim?.lpn;
  const of_victim = victim != null && pageOf(victim, map) === page;
  if (look_up?.page === page && at(look_up, 'page', 'now')) return 'reading';
  if (of_victim && at(look_up, 'old-page', 'now')) return 'reading';
  if (of_victim && at(look_up, 'new-page', 'now')) return 'programming';
  // Of a page outside the directory's window nothing is known but that it is looked for.
  return placeOf(page, map) === null ? 'free' : 'translation';
}

function drawData(
  box: HTMLElement,
  canvas: HTMLCanvasElement,
  words: HTMLElement,
  look_up: LookUp | null,
  colours: Colours,
): void {
  const step = look_up?.steps.find(({ stop }) => stop === 'data');
  const mark: CellMark =
    !step || step.state === 'ahead'
      ? 'free'
      : step.state === 'done'
        ? 'valid'
        : step.flash === 'program'
          ? 'programming'
          : 'reading';
  const text = step ? step.text.replaceAll('**', '') : 'the data page';
  setText(words, text);
  setAttribute(canvas, 'aria-label', `Data page: ${text}`);
  box.classList.toggle('is-lit', step?.state === 'now');
  const g = prepared(canvas);
  if (!g) return;
  const label = look_up ? count(look_up.lpn) : '';
  drawCell(
    g.context,
    { x: 0, y: 0, width: g.width, height: g.height },
    { mark, progress: 0.58, label, label_px: labelPx(label, g, textSize(canvas)) },
    colours,
  );
}

/** As large as fits, 0 where nothing legible does. */
function labelPx(label: string, { width, height }: { width: number; height: number }, text_px: number): number {
  const share = labelShare(0.44, text_px);
  const px = Math.min(legible(LABEL_MAX_PX, text_px), height * share, width / wordsWidth(label, BOLD));
  return px < leastLabel(text_px, LABEL_MIN_PX) ? 0 : px;
}

/** A canvas as large as it is laid out, cleared; null while it has no size. */
function prepared(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; width: number; height: number } | null {
  const { clientWidth: width, clientHeight: height } = canvas;
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) return null;
  const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}
