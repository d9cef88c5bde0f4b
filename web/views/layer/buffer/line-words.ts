/** What happens in a line of pages, in words: who was used and from where it moved, what leaves next and why, what a power cut takes. */

import type { BufferLine, BufferView, LineStep } from '../../../engine/core-types';
import { count, plural } from '../../../render/format';
import { pageName } from '../../stage-kit/page-name';

export type LineView = BufferView & { line: BufferLine };

export const hasLine = (buffer: BufferView): buffer is LineView => buffer.line !== null;

/** Ends of the line: where pages come in, and where they leave. */
export const endsOf = ({ by_arrival }: BufferLine): { front: string; tail: string } =>
  by_arrival ? { front: 'came last', tail: 'came first' } : { front: 'used last', tail: 'used least recently' };

const USES: readonly LineStep['how'][] = ['arrived', 'overwritten', 'read', 'fetched'];

/** The last page that the present request has used. */
export const lastUse = ({ steps }: BufferLine): LineStep | null =>
  steps.findLast(({ how }) => USES.includes(how)) ?? null;

/** `first`, `2nd`, `3rd`, `11th`. */
export function ordinal(place: number): string {
  if (place === 1) return 'first';
  const teen = Math.floor(place / 10) % 10 === 1;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${count(place)}${ending}`;
}

/** Whether a page stands in the window, at the tail. */
export const isInWindow = ({ total, window }: BufferLine, at: number): boolean =>
  window !== null && at >= total - window;

export function useInWords({ line, pages_per_block }: LineView): string | null {
  const use = lastUse(line);
  if (!use) return null;
  const name = pageName(use.lpn, pages_per_block);
  const { how, from, to } = use;
  const left = line.steps
    .filter(({ how: way }) => way === 'dropped' || way === 'written')
    .map(
      ({ lpn, how: way }) =>
        `${pageName(lpn, pages_per_block)} left to make room${way === 'dropped' ? ', without a write: flash holds the same' : ''}.`,
    );
  const before = left.length > 0 ? ` ${left.at(-1)}` : '';
  if (to === null)
    return line.share
      ? `${name} belongs to a group of at least ${plural(line.share.group_pages, 'page')}: it is in the block list.${before}`
      : `${name} has left again.`;
  if (how === 'arrived' || how === 'fetched') {
    const why = how === 'arrived' ? 'is new in RAM' : 'was read from flash and stays in RAM';
    return `${name} ${why}: it enters at the front.${before}`;
  }
  const hit = how === 'read' ? 'was read in RAM' : 'was written again in RAM';
  if (line.by_arrival) return `${name} ${hit}: it keeps its place, ${ordinal(to + 1)} of ${count(line.total)}.`;
  if (from === null) return `${name} ${hit}: it comes to the front.`;
  if (from === to) return `${name} ${hit}: it stays at the front.`;
  return `${name} ${hit}: from ${from === line.total - 1 ? 'the tail' : `place ${count(from + 1)}`} it moves to the front, and ${plural(from, 'page')} step${from === 1 ? 's' : ''} back.`;
}

/** What leaves next, and why. */
export function nextInWords({ line, next, pages_per_block, flush }: LineView): string {
  if (flush) {
    const [offset] = flush.offsets;
    const name = flush.offsets.length === 1 ? `${flush.lbn}·${offset}` : `B${flush.lbn}`;
    return `${name} is on its way to flash.`;
  }
  const [first] = next;
  if (!first) return 'Nothing is in RAM.';
  const { share } = line;
  if (first.lpn === null) {
    const why = share ? `: single pages are within their ${count(share.now)}, so a group leaves` : '';
    return `Next to leave: B${first.lbn}, all its pages${why}.`;
  }
  const name = pageName(first.lpn, pages_per_block);
  if (line.window !== null) {
    const page = [...line.front, ...line.back].find(({ lpn }) => lpn === first.lpn);
    return page?.clean
      ? `Next to leave: ${name}, the clean page of the window used least recently. It costs no write.`
      : `Next to leave: ${name}, used least recently: no page of the window is clean.`;
  }
  if (share && line.total > share.now)
    return `Next to leave: ${name}, the tail: there are more single pages than their ${count(share.now)}.`;
  return `Next to leave: ${name}, the tail: ${line.by_arrival ? 'it came first' : 'used least recently'}.`;
}

export function powerInWords({ line, sectors_per_page }: LineView): string {
  const on_way = Math.ceil(line.on_way / sectors_per_page);
  if (!line.keeps)
    return line.changed === 0
      ? 'A power cut now would lose nothing: flash holds all of it.'
      : `A power cut now would lose ${plural(line.changed, 'page')}: only RAM holds ${line.changed === 1 ? 'it' : 'them'} in this version.`;
  const more = on_way > 0 ? `, and ${plural(on_way, 'more page')} on their way to flash` : '';
  return `A power cut now would lose nothing: the capacitor keeps ${plural(line.changed, 'page')}${more}.`;
}
