/** What the merges of a request cost, and what would have been cheaper or dearer: from counts and durations alone. */

import type { MergeRow, MergeStory } from '../../../engine/protocol';
import { count, plural, time } from '../../../render/format';
import type { Durations } from './picture';

export interface CostPart {
  kind: 'rebuild' | 'others' | 'erase' | 'program';
  /** The logical block rebuilt. */
  lbn: number | null;
  label: string;
  ns: number;
}

export interface Cost {
  /** In the order they happen. */
  parts: CostPart[];
  total_ns: number;
  /** What has been spent. */
  now_ns: number;
  /** Counts behind the total. */
  copies: number;
  erases: number;
  programs: number;
}

export interface Alternative {
  parts_ns: number[];
  total_ns: number;
  text: string;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Pages of the host's own in a rebuild, one of which may be on its way. */
function ridersOf(row: MergeRow, rides_along: boolean): number {
  const there = row.host.filter(Boolean).length;
  return there === 0 && rides_along && row.state === 'running' ? 1 : there;
}

/** What a rebuild has cost and will cost. */
export function rowCost(
  row: MergeRow,
  story: MergeStory,
  rides_along = false,
): { spent_ns: number; total_ns: number; copies: number; erases: number } {
  const { copy_ns, program_ns, erase_ns } = story;
  const here = row.host.filter(Boolean).length;
  const riders = ridersOf(row, rides_along);
  const copies = row.copies + row.copies_ahead - (riders - here);
  const erases = row.state === 'done' ? row.erases : Math.max(1, row.erases);
  return {
    spent_ns: row.copies * copy_ns + here * program_ns + row.erases * erase_ns,
    total_ns: copies * copy_ns + riders * program_ns + erases * erase_ns,
    copies,
    erases,
  };
}

/** The cost of all merges of the request. `rides_along`: a running rebuild takes the host's page with it. */
export function costOf(story: MergeStory, rides_along: boolean): Cost {
  const { rows, copy_ns, program_ns, erase_ns } = story;
  const told = rows.map((row) => rowCost(row, story, rides_along));
  const riders = sum(rows.map((row) => ridersOf(row, rides_along)));
  const programs = story.programs + story.programs_ahead;
  const own = Math.max(0, programs - riders);
  const log_erases = story.reclaim ? 1 : 0;
  const log_erased = story.reclaim?.over ? 1 : 0;

  const told_spent = sum(rows.map(({ copies }) => copies));
  const told_ahead = sum(rows.map(({ copies_ahead }) => copies_ahead));
  const spent_erases = sum(rows.map(({ erases }) => erases));
  const earlier_ns =
    (story.copies - told_spent) * copy_ns + Math.max(0, story.erases - log_erased - spent_erases) * erase_ns;
  const waiting_rows = rows.filter(({ state }) => state !== 'done').length;
  const later_erases = Math.max(0, story.erases_ahead - (log_erases - log_erased) - waiting_rows);
  const later_ns = (story.copies_ahead - told_ahead) * copy_ns + later_erases * erase_ns;

  const parts: CostPart[] = [];
  if (earlier_ns > 0) parts.push({ kind: 'others', lbn: null, label: 'rebuilt before', ns: earlier_ns });
  for (const [at, row] of rows.entries()) {
    const word = row.merge === 'full' ? 'rebuild' : row.merge;
    parts.push({ kind: 'rebuild', lbn: row.lbn, label: `${word} B${row.lbn}`, ns: told[at]?.total_ns ?? 0 });
  }
  if (later_ns > 0) parts.push({ kind: 'others', lbn: null, label: 'more rebuilds', ns: later_ns });
  if (log_erases > 0) parts.push({ kind: 'erase', lbn: null, label: 'erase', ns: erase_ns });
  if (own > 0)
    parts.push({ kind: 'program', lbn: null, label: own === 1 ? 'write' : plural(own, 'page'), ns: own * program_ns });

  return {
    parts,
    total_ns: sum(parts.map(({ ns }) => ns)),
    now_ns: story.copies * copy_ns + story.erases * erase_ns + story.programs * program_ns,
    copies: story.copies - told_spent + (story.copies_ahead - told_ahead) + sum(told.map(({ copies }) => copies)),
    erases:
      sum(told.map(({ erases }) => erases)) +
      log_erases +
      later_erases +
      Math.max(0, story.erases - log_erased - spent_erases),
    programs,
  };
}

/** What freeing a log block takes: a rebuild of each logical block that has pages in it; where it is in order so far, only what it lacks. */
export interface Freeing {
  name: string;
  rebuilds: number;
  /** Pages that are copied behind those in order, none for a switch merge; null where the order is lost. */
  lacks: number | null;
}

/** What freeing a log block would cost now, with the page that asks for it. */
export function freeing(
  { name, rebuilds, lacks }: Freeing,
  { copy_ns, program_ns, erase_ns }: Durations,
  pages_per_block: number,
): Alternative {
  const rebuilds_ns = lacks === null ? rebuilds * (pages_per_block * copy_ns + erase_ns) : lacks * copy_ns;
  const total_ns = rebuilds_ns + erase_ns + program_ns;
  const merge = lacks === null ? plural(rebuilds, 'rebuild') : lacks > 0 ? 'a partial merge' : 'a switch merge';
  const text = `if ${name} had to be freed now: ${time(total_ns, 3)}, ${merge}`;
  return { parts_ns: [rebuilds_ns, erase_ns + program_ns], total_ns, text };
}

/** What stands beside it. `pages_per_block` copies are a whole block. `has_logs`: updates wait in log blocks. */
export function alternatives(story: MergeStory, pages_per_block: number, has_logs: boolean): Alternative[] {
  const { copy_ns, program_ns, erase_ns } = story;
  const rebuild_ns = pages_per_block * copy_ns + erase_ns;
  const of = (parts_ns: number[], text: (total: string) => string): Alternative => {
    const total_ns = sum(parts_ns);
    return { parts_ns, total_ns, text: text(time(total_ns, 3)) };
  };
  const free_page = of([program_ns], (total) => `a free page anywhere (page mapping): ${total}`);
  if (!has_logs) {
    const whole = pages_per_block * program_ns;
    const each = time((whole + erase_ns) / pages_per_block, 3);
    return [
      free_page,
      of([whole, erase_ns], (total) => `all ${count(pages_per_block)} pages in one go: ${total}, ${each} a page`),
    ];
  }
  const in_order = of([erase_ns, program_ns], (total) => `had it held one block: a switch merge, ${total}`);
  const one_colour = of([rebuild_ns, erase_ns + program_ns], (total) => `had it held one block out of order: ${total}`);
  const rebuilds = story.rows.length + story.more_rows;
  if (rebuilds === 0) return [one_colour, free_page];
  if (story.rows.every(({ merge }) => merge === 'switch'))
    return [
      of([rebuild_ns, erase_ns + program_ns], (total) => `the same pages in any other order: ${total}, a full merge`),
    ];
  return rebuilds > 1 ? [one_colour, in_order] : [in_order, free_page];
}
