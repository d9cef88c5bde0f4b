/**
 * After a collection: the entries of the pages it moved. Those in the cache change there and cost nothing (lazy copying); the
 * others fall into their translation pages, and each of those is read and programmed once (batch update).
 */

import type { Frame, Geometry, MapUpdates, MapView } from '../../../engine/protocol';
import { count, plural, time } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setText } from '../../../ui/dom';
import { emphasised } from '../../../ui/emphasis';
import { titled } from '../../stage-kit/part';
import { type Costs, cached, pageOf } from './look-up';
import './updates.css';

export interface Batch {
  page: number;
  lpns: number[];
  state: 'waiting' | 'read' | 'programmed';
}

export interface Batches {
  /** Pages whose entry changed in the cache. */
  lazy: number[];
  pages: Batch[];
}

/** Which entry goes where. */
export function batchesOf(
  updates: MapUpdates,
  map: MapView,
  { logical_pages }: Pick<Geometry, 'logical_pages'>,
): Batches {
  const told = new Map(updates.pages.map(({ id, programmed }) => [id - logical_pages, programmed]));
  const lazy: number[] = [];
  const pages = new Map<number, number[]>();
  for (const lpn of updates.lpns) {
    const page = pageOf(lpn, map);
    // Once all is over, an entry whose translation page was left alone must have been in the cache.
    if (cached(lpn, map) || (updates.over && !told.has(page))) lazy.push(lpn);
    else pages.set(page, [...(pages.get(page) ?? []), lpn]);
  }
  const state = (page: number): Batch['state'] => {
    const programmed = told.get(page);
    return programmed === undefined ? 'waiting' : programmed ? 'programmed' : 'read';
  };
  const sorted = [...pages].sort(([a], [b]) => a - b);
  return { lazy, pages: sorted.map(([page, lpns]) => ({ page, lpns, state: state(page) })) };
}

const STATE_WORDS: Readonly<Record<Batch['state'], string>> = {
  waiting: 'one program to come',
  read: 'read, to be written',
  programmed: 'one program',
};
/** Batches, and pages of each, that are shown one by one. */
const BATCHES_MAX = 4;
const CHIPS_MAX = 8;

export function updatesPanel(): Display<[frame: Frame, map: MapView, geometry: Geometry, costs: Costs]> {
  const { element, note, body } = titled('map-updates', 'After a collection');
  let shown = '';
  return {
    element,
    show({ updates }, map, geometry, costs) {
      const batches = updates && batchesOf(updates, map, geometry);
      const key = JSON.stringify([updates, batches]);
      if (key === shown) return;
      shown = key;
      setText(note, updates ? `block ${updates.victim ?? '?'}: ${plural(updates.moved, 'page')} moved` : '');
      body.replaceChildren(...(batches ? story(batches, costs, updates?.moved ?? 0) : nothingYet()));
    },
  };
}

const nothingYet = (): Node[] => [
  h(
    'p',
    { class: 'note' },
    'None in this request. When GC moves pages, their entries change: those in the cache cost nothing, the others one program for each translation page.',
  ),
];

function story({ lazy, pages }: Batches, { read_ns, program_ns }: Costs, moved: number): Node[] {
  if (moved === 0) return [h('p', { class: 'note' }, 'No data page moved: no entry changes.')];
  const entries = pages.reduce((sum, { lpns }) => sum + lpns.length, 0);
  const each = read_ns + program_ns;
  const shown = pages.slice(0, BATCHES_MAX);
  const rest = pages.length - shown.length;
  const sum =
    entries === 0
      ? '**nothing to write**: every updated entry is in the cache'
      : `${plural(entries, 'entry').replace('entrys', 'entries')}, ${plural(pages.length, 'program')}: **${time(pages.length * each)}** instead of ${time(entries * each)}`;
  return [
    ...(lazy.length > 0 ? [batchRow('in the cache', lazy, 'lazy', 'nothing to write')] : []),
    ...shown.map(({ page, lpns, state }) =>
      batchRow(`translation page ${count(page)}`, lpns, state, STATE_WORDS[state]),
    ),
    ...(rest > 0 ? [h('p', { class: 'note' }, `and ${plural(rest, 'translation page')} more`)] : []),
    h('p', { class: 'map-sum' }, ...emphasised(sum)),
  ];
}

function batchRow(name: string, lpns: readonly number[], state: Batch['state'] | 'lazy', words: string): HTMLElement {
  const more = lpns.length - CHIPS_MAX;
  return h(
    'div',
    { class: `map-batch is-${state}` },
    h('span', { class: 'map-batch-name' }, name),
    h(
      'span',
      { class: 'map-chips' },
      ...lpns.slice(0, CHIPS_MAX).map((lpn, i) => h('span', { class: 'map-chip', style: `--nth: ${i}` }, count(lpn))),
      more > 0 ? h('span', { class: 'note' }, `× ${count(lpns.length)}`) : null,
    ),
    h('span', { class: 'map-batch-words' }, words),
  );
}
