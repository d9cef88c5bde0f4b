/** Names of things as the stage writes them. Lines and places count from 1, as in the paper. */

import { count } from '../../../render/format';

export type Place = readonly [line: number, offset: number];

/** "line 2, place 1". */
export const placeWords = ([line, offset]: Place): string => `line ${count(line)}, place ${count(offset)}`;

/** "2 · 1", for a column. */
export const placeShort = ([line, offset]: Place): string => `${count(line)} · ${count(offset)}`;

/** "0x3020". */
export const address = (value: number): string => `0x${value.toString(16)}`;

/** "4 to 7": the logical pages of a map block. */
export function rangeWords(id: number, entries: number, logical_pages: number): string {
  const first = id * entries;
  const last = Math.min(first + entries, logical_pages) - 1;
  return `${count(first)} to ${count(last)}`;
}

/** States of map blocks, by the core's numbers. */
export const MAP_STATES = ['on the SSD', 'in memory', 'in memory, changed', 'never written'] as const;

/** States of lines, by the core's numbers. */
export const LINE_STATES = ['free', 'open', 'closed', 'being collected', 'bad'] as const;

/** pblk's names for lines by what is left in them, and what each means. */
export const LISTS = [
  { name: 'full', means: 'nothing valid left: erased at once' },
  { name: 'high', means: 'less than a quarter valid' },
  { name: 'mid', means: 'less than half valid' },
  { name: 'low', means: 'half valid or more' },
  { name: 'empty', means: 'all valid: nothing to gain' },
] as const satisfies readonly { name: string; means: string }[];

export const LINE_KINDS = ['data', 'map'] as const;

interface PolicyWords {
  /** Which map block makes way: "the least hot". */
  victim: string;
  /** What a block is worth, as the head of a column. */
  worth: string;
  /** What it means to be worth little, and much, where that counts no uses. */
  ends?: readonly [little: string, much: string];
}

const POLICIES: Readonly<Record<string, PolicyWords>> = {
  hotness: { victim: 'the least hot', worth: 'hotness' },
  lfu: { victim: 'the least used', worth: 'uses' },
  lru: { victim: 'the one unused longest', worth: 'last use' },
  clock: { victim: 'the one at the hand', worth: 'turns' },
  fifo: { victim: 'the one that came first', worth: 'came' },
  arc: { victim: 'the one ARC gives up', worth: 'last use' },
  opt: { victim: 'the one needed last', worth: 'next use', ends: ['needed soon', 'needed late'] },
};
const ANY_POLICY: PolicyWords = { victim: 'the one of least worth', worth: 'worth' };

/** The word for a cache of single entries. */
export const ENTRIES = 'entries';

export const policyWords = (policy: string): PolicyWords => POLICIES[policy] ?? ANY_POLICY;

/** Whether what a block is worth counts its uses, so that it can be shown as heat. */
export const countsUses = (policy: string): boolean => policy === 'hotness' || policy === 'lfu';

const DOES: Readonly<Record<string, string>> = {
  'host-read': 'host read of',
  'host-write': 'host write of',
  'host-trim': 'host trim of',
  gc: 'collection moves',
};

/** "host read of LBN 7". */
export const causeWords = (cause: string, lbn: number): string => `${DOES[cause] ?? 'look-up of'} LBN ${count(lbn)}`;

/** Pages on the flash, and what they are in bytes: the table of all logical pages, 4 bytes each. */
export const PAGE_ENTRY_BYTES = 4;
