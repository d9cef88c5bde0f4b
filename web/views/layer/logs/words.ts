/** The stage in words: for those who cannot see it, and for the card beside a page. */

import { count, plural, time } from '../../../render/format';
import { pageName } from '../../stage-kit/page-name';
import type { Account } from '../../stage-kit/text-account';
import { alternatives, costOf, rowCost } from './cost';
import { hasShared, isChain, lentInWords } from './lent';
import { columnsOf, hasLogs, isMerged, type LogsPicture, oldBlockOf, parkersOf, ridesAlong } from './picture';
import { fromLogs } from './rebuilds';
import { columnWords, titleOf } from './roles';
import type { SceneCell } from './scene';

const PARKERS_TOLD = 8;

export function accounts(picture: LogsPicture): Account[] {
  return [logsAccount(picture), rebuildsAccount(picture), costAccount(picture)].filter(({ lines }) => lines.length > 0);
}

function logsAccount(picture: LogsPicture): Account {
  if (hasShared(picture)) return { name: isChain(picture) ? 'Chains' : 'Groups', lines: lentInWords(picture) };
  const { layer, updates } = picture;
  const more = layer.parked_total - layer.parked.length;
  const lines = columnsOf(picture).map(columnWords);
  if (more > 0) lines.push(`and ${count(more)} more`);
  return { name: titleOf(updates), lines };
}

function rebuildsAccount(picture: LogsPicture): Account {
  const { merges } = picture;
  if (!merges) return parkersAccount(picture);
  const lines = merges.rows.map((row): string => {
    const { spent_ns, total_ns } = rowCost(row, merges, ridesAlong(picture));
    const logged = fromLogs(row, oldBlockOf(row, picture)).length;
    const took =
      row.merge === 'switch'
        ? ', the log block changes role'
        : hasLogs(picture)
          ? `, ${plural(logged, 'page')} from the logs`
          : '';
    const cost =
      row.state === 'done'
        ? `done, ${copies(row.copies)}, ${plural(row.erases, 'erase')}, ${time(spent_ns, 3)}`
        : row.state === 'running'
          ? `under way, ${row.done.filter(Boolean).length} of ${row.from.length} pages in place, ${time(spent_ns, 3)} so far`
          : `waits, ${time(total_ns, 3)} to come`;
    return `B${row.lbn}: ${row.merge} merge${took}; ${cost}`;
  });
  if (merges.more_rows > 0) lines.push(`and ${plural(merges.more_rows, 'more rebuild')}`);
  if (merges.reclaim && merges.rows.length === 0)
    lines.push(`log block ${merges.reclaim.block} holds no live page: nothing to rebuild`);
  return { name: 'Rebuilds', lines };
}

const copies = (value: number): string => (value === 1 ? '1 page copied' : `${count(value)} pages copied`);

function parkersAccount(picture: LogsPicture): Account {
  const all = parkersOf(picture);
  const is_merged = isMerged(picture.updates);
  const lines = all
    .slice(0, PARKERS_TOLD)
    .map(
      ({ lbn, pages, logs }) =>
        `B${lbn}: ${plural(pages, 'page')} in ${plural(logs, is_merged ? 'log block' : 'block')}`,
    );
  if (all.length > PARKERS_TOLD) lines.push(`and ${plural(all.length - PARKERS_TOLD, 'more block')}`);
  return { name: is_merged ? 'Pages in the logs' : 'Pages of the superblock', lines };
}

function costAccount(picture: LogsPicture): Account {
  const { merges, pages_per_block, tells_cost } = picture;
  if (!merges || !tells_cost) return { name: 'Cost', lines: [] };
  const { total_ns, now_ns, copies: moved, erases, programs } = costOf(merges, ridesAlong(picture));
  return {
    name: 'Cost',
    lines: [
      `${time(total_ns, 3)} in all: ${moved === 1 ? '1 page copy' : `${count(moved)} page copies`}, ${plural(erases, 'erase')}, ${plural(programs, 'page')} of the host\u2019s own`,
      `${time(now_ns, 3)} so far`,
      ...alternatives(merges, pages_per_block, hasLogs(picture)).map(({ text }) => text),
    ],
  };
}

/** Everything in one line, for the picture's own name. */
export function inOneLine(picture: LogsPicture): string {
  return accounts(picture)
    .map(({ name, lines }) => `${name}: ${lines.join('; ')}.`)
    .join(' ');
}

const STATES: Partial<Record<string, string>> = {
  valid: 'the newest copy',
  invalid: 'dead: a newer copy lives elsewhere',
  free: 'free',
  torn: 'torn: its program failed, or power was cut during it',
};

/** The card beside a cell: a title and lines. */
export function cellCard(cell: SceneCell, pages_per_block: number): { title: string; lines: string[] } {
  const { lpn, page, appearance, part, words } = cell;
  const place = page === null ? '' : `block ${Math.floor(page / pages_per_block)}, page ${page % pages_per_block}`;
  if (part === 'tag') return { title: appearance.label ?? '', lines: [words] };
  const title = lpn === null ? place || words : `Page ${pageName(lpn, pages_per_block)}`;
  const lines = [
    lpn === null ? '' : `logical page ${count(lpn)}, of logical block ${Math.floor(lpn / pages_per_block)}`,
    lpn === null ? '' : place && `in ${place}`,
    part === 'log' ? (STATES[appearance.mark] ?? '') : '',
    words,
  ];
  return { title, lines: [...new Set(lines)].filter((line) => line !== '' && line !== title) };
}
