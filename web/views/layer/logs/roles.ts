/** What a log block is for, and what the blocks of a stage are called, in plain words. */

import { PAGE_STATES, type Updates } from '../../../engine/protocol';
import { count, plural } from '../../../render/format';
import { type Column, isMerged } from './picture';

export const titleOf = (updates: Updates): string => (isMerged(updates) ? 'Log blocks' : 'Blocks of the superblock');

const written = (states: readonly number[]): number => states.filter((state) => state !== 0).length;
const live = (states: readonly number[]): number => states.filter((state) => state === 1).length;
const torn = (states: readonly number[]): number => states.filter((state) => PAGE_STATES[state] === 'torn').length;

/** Lines below a log block, the first in bold. */
export function captionOf({ parked, victim, erased, age, youngest, fewest }: Column): string[] {
  const { role, block, lbn, owners, page_state } = parked;
  if (erased) return [`log ${block}`, 'erased'];
  const filled = `${written(page_state)} of ${page_state.length}`;
  const seniority = fewest ? 'next to go' : age === 0 ? 'oldest' : youngest ? 'newest' : '';
  switch (role) {
    case 'sequential':
      return ['in order', lbn === null ? filled : `only B${lbn}`, filled];
    case 'hot':
      return ['hot', live(page_state) === 0 ? 'all dead' : `${live(page_state)} live`, seniority];
    case 'cold':
      return ['cold', plural(owners, 'block'), victim ? 'to rebuild' : seniority];
    case 'member':
      return [`block ${block}`, `${live(page_state)} live`, filled];
    case 'frontier':
    case 'map-frontier':
      return [`block ${block}`, 'being filled', filled];
    default:
      if (lbn !== null) return [`B${lbn}'s log`, filled, seniority];
      return [`log ${block}`, plural(owners, 'block'), victim ? 'to rebuild' : seniority];
  }
}

/** One word and a number, where a block is too narrow for lines. */
export function shortCaption({ parked: { block, lbn, owners }, erased }: Column): string[] {
  if (lbn !== null) return [`B${lbn}`];
  return [String(block), erased ? '–' : count(owners)];
}

/** A log block for those who cannot see it. */
export function columnWords(column: Column): string {
  const { parked, victim } = column;
  const { block, page_state } = parked;
  const spoilt = torn(page_state);
  const dead = written(page_state) - live(page_state) - spoilt;
  const [name, ...rest] = captionOf(column);
  // A name such as "B18's log" does not say which block it is.
  const place = parked.lbn === null && name?.endsWith(` ${block}`) ? name : `${name}, block ${block}`;
  const and_torn = spoilt === 0 ? `live and ${dead} dead` : `live, ${dead} dead and ${spoilt} torn`;
  const pages = `${live(page_state)} ${and_torn} of ${plural(page_state.length, 'page')}`;
  return [
    `${place}${victim ? ' (being emptied)' : ''}: ${pages}`,
    ...rest.filter((line) => line !== '' && !line.includes(' of ') && !line.endsWith(' live')),
  ].join(', ');
}
