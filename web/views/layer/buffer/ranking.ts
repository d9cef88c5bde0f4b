/** Groups by density: a row each in order of leaving, with the pages of its block; rows move to their new places. */

import type { BufferGroup } from '../../../engine/core-types';
import { count } from '../../../render/format';
import { h, setAttribute, setText } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { type Barcode, barcode } from './barcode';
import { type Aged, reciprocal } from './density';
import { shifts } from './flip';
import { formula } from './formula';
import { blockName, type DensityPicture, groupOf, type Lens, pagesOf } from './model';
import { placesInWords } from './pages';
import { scoreText } from './score';
import '../../../ui/ranked.css';
import './ranking.css';

/** Height of a row, in sizes of text; as in the style sheet. */
const ROW = 1.76;
const ROWS_MIN = 6;
const ROWS_MAX = 32;
const TRAVEL_MS = 420;
const EASE = 'cubic-bezier(.45,.05,.2,1)';

export interface Ranking {
  readonly element: HTMLElement;
  /** `travel_ms`: how long rows take to their new places; 0 for no motion. */
  show(picture: DensityPicture, lens: Lens, selected: number | null, travel_ms: number): void;
}

interface Row {
  root: HTMLTableRowElement;
  mark: HTMLElement;
  name: HTMLElement;
  strip: Barcode;
  /** Stands for the strip where the places of the pages are not told. */
  rough: HTMLElement;
  cells: HTMLTableCellElement[];
}

/** `picked`: the pointer is on a group; `changed`: its size is another, so it has to be drawn again. */
export function ranking(picked: (lbn: number | null) => void, changed: () => void): Ranking {
  const { element, note, body } = titled('density-ranking', 'Groups by density');
  const strip_head = h('th', { scope: 'col' });
  const heads = ['pages', 'age', 'kept as', '1 / density'].map((head) => h('th', { scope: 'col' }, head));
  const rows_body = h('tbody', {});
  const table = h(
    'table',
    { class: 'ranked ranking-table' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'group'), strip_head, ...heads)),
    rows_body,
  );
  const more = h('p', { class: 'ranking-more' });
  const box = h('div', { class: 'ranking-box' }, table, more);
  const size = boxOf(box, changed);
  const told = formula();
  body.append(box, told.element);
  const rows = new Map<number, Row>();
  let places = new Map<number, number>();
  let last_kept = '';

  box.addEventListener('pointerleave', () => picked(null));

  function rowOf(lbn: number): Row {
    const found = rows.get(lbn);
    if (found) return found;
    const mark = h('span', { class: 'ranking-mark', 'aria-hidden': 'true' });
    const name = h('span', {});
    const strip = barcode();
    const rough = h('span', { class: 'ranking-rough' }, h('i'));
    const cells = Array.from({ length: 4 }, () => h('td', {}));
    const root = h(
      'tr',
      { onpointerenter: () => picked(lbn) },
      h('th', { scope: 'row' }, mark, name),
      h('td', { class: 'ranking-strip' }, strip.element, rough),
      ...cells,
    );
    const row = { root, mark, name, strip, rough, cells };
    rows.set(lbn, row);
    return row;
  }

  function fitting(): number {
    const row_px = ROW * size.text_px;
    return Math.min(ROWS_MAX, Math.max(ROWS_MIN, Math.floor(size.height / row_px) - 2));
  }

  return {
    element,
    show(picture, lens, selected, travel_ms) {
      const { buffer } = picture;
      const seen = lens.order.slice(0, fitting());
      const after = new Map<number, number>();
      for (const [rank, group] of seen.entries()) {
        const row = rowOf(group.lbn);
        draw(row, picture, group, lens, rank, group.lbn === selected);
        if (rows_body.children[rank] !== row.root) rows_body.insertBefore(row.root, rows_body.children[rank] ?? null);
        after.set(group.lbn, rank);
      }
      for (const [lbn, { root }] of rows) {
        if (after.has(lbn)) continue;
        root.remove();
        rows.delete(lbn);
      }
      if (travel_ms > 0) travel(rows, places, after, travel_ms);
      places = after;
      const left = buffer.groups_total - seen.length;
      setText(more, left > 0 ? `◇ and ${count(left)} more in the buffer` : seen.length === 0 ? 'No group in RAM.' : '');
      setText(strip_head, `its ${buffer.pages_per_block} pages`);
      // Where nothing rehearses, there is nothing to say of how it is kept.
      if (seen.length > 0) last_kept = buffer.groups.some(({ kept }) => kept !== null) ? 'kept' : '';
      element.classList.toggle('has-kept', last_kept === 'kept');
      setText(note, lens.asks ? 'as they would leave with this α' : 'the least dense leaves first');
      told.show(
        picture,
        lens,
        seen.find(({ lbn }) => lbn === selected) ?? lens.order.find(({ lbn }) => lbn === selected) ?? seen[0] ?? null,
      );
    },
  };
}

function draw(row: Row, picture: DensityPicture, group: Aged, lens: Lens, rank: number, here: boolean): void {
  const { buffer } = picture;
  const told = groupOf(buffer, group.lbn);
  const { pages, exact } = pagesOf(buffer, group);
  const leaving = !lens.asks && buffer.flush?.lbn === group.lbn;
  setAttribute(
    row.root,
    'class',
    [rank === 0 ? 'is-first' : '', here ? 'is-here' : '', lens.asks ? 'is-asking' : ''].join(' ').trim() || null,
  );
  setAttribute(row.root, 'aria-current', rank === 0 ? 'true' : null);
  setText(row.mark, rank === 0 ? '◆' : '◇');
  setText(row.name, blockName(group.lbn));
  setAttribute(row.strip.element, 'hidden', told ? null : '');
  row.rough.hidden = told !== undefined;
  if (told) row.strip.show(told, buffer.pages_per_block, stripWords(told));
  else
    (row.rough.firstElementChild as HTMLElement).style.width =
      `${(100 * Math.min(pages, buffer.pages_per_block)) / buffer.pages_per_block}%`;
  setAttribute(
    row.rough,
    'title',
    told ? null : `${count(group.size)} sectors; its pages are listed only for groups that leave first`,
  );
  const [pages_cell, age, kept, score] = row.cells;
  if (pages_cell) setText(pages_cell, `${exact ? '' : '≥ '}${count(pages)} p${leaving ? ' ↓' : ''}`);
  if (age) setText(age, count(group.age));
  if (kept) setText(kept, keptWords(told?.kept ?? null));
  if (score) setText(score, scoreText(reciprocal(lens.alpha, group)));
}

export const keptWords = (kept: BufferGroup['kept']): string =>
  kept === null ? '' : kept === 'bits' ? 'bits' : `list ${count(kept.records)}`;

function stripWords({ pages, partial, clean }: BufferGroup): string {
  const parts = [placesInWords(pages)];
  if (partial.length > 0) parts.push(`${count(partial.length)} of them only in part`);
  if (clean.length > 0) parts.push(`${count(clean.length)} the same on flash`);
  return parts.join('; ');
}

function travel(
  rows: ReadonlyMap<number, Row>,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  ms: number,
): void {
  const shift_ms = Math.min(ms, TRAVEL_MS) / 2;
  const moved = shifts(before, after);
  const downwards = moved.reduce((sum, { from_px }) => sum - Math.sign(from_px ?? 0), 0) >= 0;
  for (const { key, from_px } of moved) {
    const root = rows.get(key)?.root;
    if (!root) continue;
    if (from_px === null || from_px < 0 !== downwards) {
      // What is new, and what moves against the others, comes where they have made room.
      root.animate([{ opacity: 0 }, { opacity: 1 }], { delay: shift_ms, duration: shift_ms, fill: 'backwards' });
      continue;
    }
    const step = root.offsetHeight || 22;
    const start = { transform: `translateY(${from_px * step}px)` };
    root.animate([start, { transform: 'none' }], { duration: shift_ms, easing: EASE });
  }
}
