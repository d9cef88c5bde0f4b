/** The map on flash in words: the look-up, what is cached and what of it is dirty, the translation pages, what a collection changes. */

import type { Frame, Geometry, MapView } from '../../../engine/protocol';
import { count, plural } from '../../../render/format';
import { pageName } from '../../stage-kit/page-name';
import type { Account } from '../../stage-kit/text-account';
import type { LookUp } from './look-up';
import { batchesOf } from './updates';

/** Entries and translation pages that are told one by one. */
const TOLD = 16;

const entriesOf = (n: number): string => (n === 1 ? '1 entry' : `${count(n)} entries`);

export interface MapTold {
  frame: Frame;
  map: MapView;
  geometry: Geometry;
  look_up: LookUp | null;
}

export const accounts = ({ frame, map, geometry, look_up }: MapTold): Account[] =>
  [
    { name: 'Look-up', lines: look_up ? lookUpLines(look_up) : [] },
    { name: 'Cache', lines: cacheLines(map, geometry) },
    { name: 'Translation pages', lines: directoryLines(map, geometry) },
    { name: 'After a collection', lines: updateLines(frame, map, geometry) },
  ].filter(({ lines }) => lines.length > 0);

/** As far as it has come; with the entry that makes way, if one does. */
const lookUpLines = ({ verdict, steps }: LookUp): string[] => [
  verdict,
  ...steps.filter(({ state }) => state !== 'ahead').map(({ text }) => text),
];

function cacheLines({ segments, dirty, whole_blocks }: MapView, { pages_per_block }: Geometry): string[] {
  const used = segments.reduce((sum, { entries }) => sum + entries, 0);
  const room = segments.reduce((sum, { capacity }) => sum + capacity, 0);
  const held = `${count(used)} of ${entriesOf(room)}, ${count(dirty)} dirty`;
  const lists = segments.flatMap(({ first }, at) => {
    if (first.length === 0) return [];
    const name = at === 0 ? 'protected' : 'probationary';
    const told = first
      .slice(0, TOLD)
      .map(
        ({ lpn, page, dirty: differs }) =>
          `LPN ${count(lpn)} at ${page === null ? 'no place' : pageName(page, pages_per_block)}${differs ? ', dirty' : ''}`,
      );
    const more = first.length - told.length;
    return [`${name}, used last first: ${told.join('; ')}${more > 0 ? `; and ${count(more)} more` : ''}`];
  });
  const whole = (whole_blocks ?? []).map(([lbn, block]) => `one entry maps all of B${lbn}: block ${count(block)}`);
  return [held, ...lists, ...whole.slice(0, TOLD)];
}

function directoryLines(map: MapView, { pages_per_block }: Geometry): string[] {
  const { pages, entries_per_page, directory, directory_first, resident } = map;
  const told = directory.slice(0, TOLD).map((place, at) => {
    const page = directory_first + at;
    const cached = resident.length === pages ? `, ${entriesOf(resident[page] ?? 0)} of it cached` : '';
    return `translation page ${count(page)} at ${place === null ? 'no place yet' : pageName(place, pages_per_block)}${cached}`;
  });
  return [`${plural(pages, 'translation page')} of ${entriesOf(entries_per_page)}`, ...told];
}

function updateLines({ updates }: Frame, map: MapView, geometry: Geometry): string[] {
  if (!updates || updates.moved === 0) return [];
  const { lazy, pages } = batchesOf(updates, map, geometry);
  const victim = updates.victim === null ? '' : ` of block ${count(updates.victim)}`;
  return [
    `${plural(updates.moved, 'page')}${victim} moved`,
    ...(lazy.length > 0 ? [`${entriesOf(lazy.length)} changed in the cache`] : []),
    ...pages.map(({ page, lpns, state }) => {
      const done = { waiting: 'to be written', read: 'read, to be written', programmed: 'written' }[state];
      return `translation page ${count(page)}, ${entriesOf(lpns.length)}: ${done}`;
    }),
  ];
}
