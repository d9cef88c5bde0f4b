/** The stage in words: for those who cannot see it, and for tests. */

import { bytes, count, plural, share } from '../../../render/format';
import { limiterLines } from './limiter';
import { lineLines } from './lines';
import type { HostMapPicture } from './model';
import { causeWords, PAGE_ENTRY_BYTES, policyWords, rangeWords } from './names';
import { rowWords } from './rows';
import { slotWords } from './scene';
import { outcome, stepsOf, verdictOf } from './steps';
import { tradeoffLines } from './tradeoff';

export interface Account {
  name: string;
  lines: string[];
}

export function accounts(picture: HostMapPicture): Account[] {
  return [
    { name: 'Look-up', lines: accountOfWalk(picture) },
    { name: 'Directory', lines: (picture.map?.rows ?? []).map((row) => rowWords(picture, row)) },
    { name: 'Cache', lines: cacheLines(picture) },
    { name: 'SSD', lines: flashLines(picture) },
    { name: 'Map', lines: mapLines(picture) },
    { name: 'Memory against bandwidth', lines: tradeoffLines(picture) },
    { name: 'Rate limiter', lines: limiterLines(picture.view.limiter) },
    { name: 'Lines', lines: lineLines(picture.view) },
  ].filter(({ lines }) => lines.length > 0);
}

const plain = (text: string): string => text.replaceAll('**', '');

export function accountOfWalk({ walk, map, under_way }: HostMapPicture): string[] {
  if (!map) return [];
  if (!walk) return ['No look-up yet'];
  const steps = stepsOf(walk, map, under_way).filter(({ state }) => state === 'done' || state === 'now');
  return [
    [causeWords(walk.cause, walk.lbn), verdictOf(walk)].filter(Boolean).join(': '),
    ...steps.map(({ number, text, state }) => `${number}${state === 'now' ? ' (now)' : ''}. ${plain(text)}`),
    ...(walk.ppn === null ? [] : [plain(outcome(walk, map))]),
  ];
}

function cacheLines(picture: HostMapPicture): string[] {
  const { map, logical_pages } = picture;
  if (!map) return [];
  return map.slots.map((slot) => {
    const range = slot.id === null ? '' : rangeWords(slot.id, map.entries_per_block, logical_pages);
    const entries = slot.entries.map(([, ppn]) => (ppn === null ? 'nowhere' : count(ppn))).join(', ');
    return `slot 0x${slot.address.toString(16)}: ${slotWords(slot, picture, range)[0]}; ${entries}`;
  });
}

function flashLines({ walk }: HostMapPicture): string[] {
  return (walk?.flash ?? []).map(
    ({ line, offset, id, state }) =>
      `line ${count(line)}, place ${count(offset)}: map block ${count(id)}${state === 'current' ? '' : `, ${state}`}`,
  );
}

function mapLines({ map, costs, logical_pages, view }: HostMapPicture): string[] {
  if (!map || !costs)
    return [
      `The whole table is in memory: ${bytes(logical_pages * PAGE_ENTRY_BYTES)}, ${plural(view.pus, 'parallel unit')}`,
    ];
  const { map_blocks, used, dirty, cache_blocks, journal } = map;
  const { hits, lookups, loads, write_backs } = costs;
  return [
    `${plural(map_blocks, 'map block')}; ${count(used)} of ${count(cache_blocks)} cache slots used, ${count(dirty)} changed`,
    `${count(hits)} of ${plural(lookups, 'look-up')} found their block in memory${lookups === 0 ? '' : `: ${share(hits / lookups)}`}`,
    `${plural(loads, 'block')} fetched, ${count(write_backs)} written back; ${policyWords(map.policy).victim} is evicted first`,
    ...(journal ? [`journal in map blocks ${count(journal.first)} to ${count(journal.end - 1)}`] : []),
  ];
}
