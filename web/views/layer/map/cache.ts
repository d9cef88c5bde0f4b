/** The map cache: two segments of entries, most recently used on top, changed ones marked; how full it is. */

import type { CachedEntry, Geometry, MapSegment, MapView } from '../../../engine/protocol';
import { count, share } from '../../../render/format';
import type { Point } from '../../../render/geometry';
import { h, setAttribute, setText } from '../../../ui/dom';
import { pageName } from '../../stage-kit/page-name';
import type { LookUp } from './look-up';
import './cache.css';

/** Entries that a narrow page shows of each segment. */
const ROWS_MIN = 4;
/** How far from the right a new entry comes. */
const ENTERS_PX = 48;
const NAMES = ['protected', 'probationary'] as const;
const MEANS = ['looked up again since it came', 'looked up once; its last entry leaves first'] as const;

export interface CachePanel {
  readonly element: HTMLElement;
  /** `travel_ms`: how long entries take to their new places; 0 for no motion. */
  show(map: MapView, look_up: LookUp | null, geometry: Geometry, travel_ms: number): void;
  /** Where the entry of a page stands, or would stand: its row, else the head of the cache. */
  anchor(lpn: number | null): HTMLElement;
  /** Where entries leave, and come in. */
  exit(): HTMLElement;
}

export function cachePanel(): CachePanel {
  const figure = h('span', { class: 'panel-figure' });
  const full = h('span', { class: 'map-meter-full' });
  const changed = h('span', { class: 'map-meter-changed' });
  const meter = h('div', { class: 'map-meter', role: 'img' }, full, changed);
  const asks = h('p', { class: 'map-asks' });
  const heads = NAMES.map((name, i) =>
    h('p', { class: 'map-segment', title: MEANS[i] }, h('b', {}, name), ' ', h('span')),
  );
  const mores = NAMES.map(() => h('p', { class: 'note map-more' }));
  const lists = NAMES.map((name) => h('ul', { class: 'map-entries', 'aria-label': `${name} entries` }));
  const columns = NAMES.map((_, i) =>
    h('div', { class: 'map-column' }, heads[i] as Node, lists[i] as Node, mores[i] as Node),
  );
  const title = h(
    'h2',
    { class: 'part-title' },
    h('span', { class: 'part-words' }, 'Cache ', h('small', {}, 'in RAM')),
    figure,
  );
  const element = h('section', { class: 'map-cache', 'aria-label': 'Map cache' }, title, meter, asks);
  element.append(
    h('div', { class: 'map-columns' }, ...columns),
    h('p', { class: 'note' }, '* dirty: the flash still has the old location'),
  );
  const rows = new Map<number, HTMLElement>();
  let last: HTMLElement | null = null;
  /** Where each row stands, by its entry's page. */
  let places = new Map<number, Point>();

  function rowsThatFit(list: HTMLElement, row_px: number): number {
    return Math.max(ROWS_MIN, Math.floor(list.clientHeight / row_px));
  }

  function showSegment(
    segment: MapSegment,
    i: number,
    look_up: LookUp | null,
    geometry: Geometry,
    keep: Set<HTMLElement>,
    now: Map<number, Point>,
  ): void {
    const list = lists[i] as HTMLElement;
    const row_px = Number.parseFloat(getComputedStyle(list).getPropertyValue('line-height')) || 24;
    const fit = rowsThatFit(list, row_px);
    const seen = segment.first.slice(0, segment.entries > fit ? fit - 1 : fit);
    // While the protected segment is not full, the other may use its room.
    const room = segment.entries > segment.capacity ? '' : ` of ${count(segment.capacity)}`;
    setText(heads[i]?.lastElementChild as Element, `${count(segment.entries)}${room}`);
    for (const [at, entry] of seen.entries()) {
      const row = rowOf(entry);
      keep.add(row);
      drawRow(row, entry, look_up, geometry);
      // In the order they are read out in.
      if (list.children[at] !== row) list.insertBefore(row, list.children[at] ?? null);
      row.style.transform = `translateY(${at * row_px}px)`;
      now.set(entry.lpn, { x: list.offsetLeft, y: at * row_px });
      if (i === 1 && at === segment.entries - 1) last = row;
    }
    const more = segment.entries - seen.length;
    setText(mores[i] as Element, more > 0 ? `and ${count(more)} more` : segment.entries === 0 ? 'empty' : '');
    list.style.minHeight = `${Math.min(ROWS_MIN, Math.max(1, segment.capacity)) * row_px}px`;
  }

  /** The row of an entry; it goes along when the entry changes its segment. */
  function rowOf({ lpn }: CachedEntry): HTMLElement {
    let row = rows.get(lpn);
    if (!row) {
      row = h(
        'li',
        { class: 'map-entry' },
        h('b'),
        h('span', { class: 'map-entry-place' }),
        h('i', { 'aria-hidden': 'true' }),
      );
      rows.set(lpn, row);
    }
    return row;
  }

  return {
    element,
    show(map, look_up, geometry, travel_ms) {
      const [kept, tried] = map.segments;
      const entries = kept.entries + tried.entries;
      const capacity = kept.capacity + tried.capacity;
      setText(figure, `${count(map.dirty)} dirty`);
      // A cache of one list has no segment of entries that proved themselves.
      const single = kept.capacity === 0;
      setAttribute(columns[0] as Element, 'hidden', single);
      setText(heads[1]?.firstElementChild as Element, single ? 'entries' : NAMES[1]);
      full.style.width = `${(100 * entries) / Math.max(1, capacity)}%`;
      changed.style.width = `${(100 * map.dirty) / Math.max(1, capacity)}%`;
      setAttribute(
        meter,
        'aria-label',
        `${share(entries / Math.max(1, capacity))} full, ${share(map.dirty / Math.max(1, capacity))} dirty`,
      );
      setText(asks, look_up ? `LPN ${count(look_up.lpn)}: ${look_up.hit ? 'here' : 'not here'}` : '');
      element.classList.toggle(
        'has-runs',
        (map.whole_blocks ?? []).length > 0 || map.segments.some(({ first }) => first.some(({ run }) => run > 1)),
      );
      const keep = new Set<HTMLElement>();
      last = null;
      const now = new Map<number, Point>();
      for (const [i, segment] of map.segments.entries()) showSegment(segment, i, look_up, geometry, keep, now);
      for (const [lpn, row] of rows) {
        if (keep.has(row)) continue;
        row.remove();
        rows.delete(lpn);
      }
      if (travel_ms > 0) for (const [lpn, to] of now) travel(rows.get(lpn), places.get(lpn), to, travel_ms);
      places = now;
    },
    anchor: (lpn) => {
      const row =
        lpn === null
          ? undefined
          : [...rows].find(([first, { dataset }]) => lpn >= first && lpn < first + Number(dataset.run))?.[1];
      return row ?? asks;
    },
    exit: () => last ?? (mores[1] as HTMLElement),
  };
}

/** An entry goes from where it stood to where it stands; a new one comes in from the right. */
function travel(row: HTMLElement | undefined, from: Point | undefined, to: Point, travel_ms: number): void {
  if (!row || (from && from.x === to.x && from.y === to.y)) return;
  const start = from
    ? { transform: `translate(${from.x - to.x}px, ${from.y}px)` }
    : { transform: `translate(${ENTERS_PX}px, ${to.y}px)`, opacity: 0 };
  row.animate([start, { transform: `translate(0, ${to.y}px)`, opacity: 1 }], {
    duration: travel_ms,
    easing: 'cubic-bezier(.45,.05,.2,1)',
  });
}

function drawRow(
  row: HTMLElement,
  { lpn, page, dirty, run }: CachedEntry,
  look_up: LookUp | null,
  { pages_per_block }: Geometry,
): void {
  const [name, place, bar] = row.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
  const place_name = page === null ? '–' : pageName(page, pages_per_block);
  setText(name, run > 1 ? `${count(lpn)}–${count(lpn + run - 1)}` : count(lpn));
  setText(place, place_name);
  const asked = look_up !== null && look_up.lpn >= lpn && look_up.lpn < lpn + run;
  const leaves =
    look_up?.victim?.lpn === lpn && look_up.steps.some(({ stop, state }) => stop === 'victim' && state !== 'ahead');
  setAttribute(row, 'data-run', run);
  row.classList.toggle('is-changed', dirty);
  row.classList.toggle('is-asked', asked);
  row.classList.toggle('is-leaving', leaves);
  const pages = run > 1 ? `LPN ${lpn} to ${lpn + run - 1}` : `LPN ${lpn}`;
  setAttribute(
    row,
    'title',
    `${pages} at ${place_name}${dirty ? '; dirty: the flash still has the old location' : ''}${leaves ? '; leaves' : ''}`,
  );
  setAttribute(row, 'aria-label', row.title);
  bar.style.marginLeft = `${(100 * (lpn % pages_per_block)) / pages_per_block}%`;
  bar.style.width = `${(100 * Math.min(run, pages_per_block)) / pages_per_block}%`;
}
