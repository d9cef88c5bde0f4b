/** The stage in words: for those who cannot see it, and for the card beside a page. */

import { count, plural, time } from '../../../render/format';
import { PATH_WORDS, pathsHere } from './paths';
import { atGate, type ClashPicture, decisionNow, movesHere } from './picture';
import type { ClashCell } from './scene';

/** A part of the stage: its name and a sentence for each thing in it. */
export interface Account {
  name: string;
  lines: string[];
}

const SETS_TOLD = 24;
const HOMES_TOLD = 24;

export function accounts(picture: ClashPicture): Account[] {
  return [host(picture), moves(picture), pageArea(picture), blockArea(picture), flash(picture), prices(picture)].filter(
    ({ lines }) => lines.length > 0,
  );
}

/** "0, 1, 3". */
const list = (offsets: readonly number[]): string => offsets.join(', ');

const pagesOf = (offsets: readonly number[]): string =>
  offsets.length === 1 ? `page ${list(offsets)}` : `pages ${list(offsets)}`;

function host(picture: ClashPicture): Account {
  const gate = atGate(picture);
  if (!gate) return { name: 'Host', lines: [] };
  const { asks, lpn, served, pages, nth } = gate;
  const page = `page ${lpn % picture.pages_per_block} of B${Math.floor(lpn / picture.pages_per_block)}`;
  const done = asks === 'write' ? 'written' : 'read';
  const which = pages > 1 ? `, ${nth} of ${pages}` : '';
  return { name: 'Host', lines: [served ? `${page} is ${done}${which}` : `${page} waits to be ${done}${which}`] };
}

function moves(picture: ClashPicture): Account {
  const lines = movesHere(picture).map(({ lbn, offsets, from_slot, to }): string => {
    const what = `B${lbn}, ${pagesOf(offsets)}`;
    if (to.place === 'block') return `${what}: down to block slot ${to.slot + 1}`;
    if (to.place === 'pages') return `${what}: up to page slots`;
    return from_slot === null ? `${what}: out of page slots, on the way to flash` : `${what}: on the way to flash`;
  });
  const paths = pathsHere(picture).map((path) => `path ${path}: ${PATH_WORDS[path]}`);
  return { name: 'This step', lines: [...lines, ...paths] };
}

function pageArea({ cache }: ClashPicture): Account {
  const { sets, sets_total, pages_used, page_slots } = cache;
  const lines = sets.slice(0, SETS_TOLD).map(({ lbn, offsets }) => `B${lbn}: ${pagesOf(offsets)}`);
  const more = sets_total - lines.length;
  if (more > 0) lines.push(`and ${plural(more, 'more block')}`);
  return { name: 'Page area', lines: [`${count(pages_used)} of ${count(page_slots)} slots in use`, ...lines] };
}

function blockArea({ cache }: ClashPicture): Account {
  const { blocks, flush } = cache;
  const lines = blocks.map(({ lbn, offsets, rank }, slot): string => {
    const name = `slot ${slot + 1}`;
    if (flush?.slot === slot) {
      const left = flush.offsets.filter((offset) => !flush.programmed.includes(offset));
      return `${name}: B${flush.lbn} on its way to flash, ${left.length} of ${flush.offsets.length} pages to go`;
    }
    if (lbn === null) return `${name}: free`;
    const turn = blocks.length > 1 && rank === 0 ? ', used least recently' : '';
    return `${name}: B${lbn}, ${pagesOf(offsets)}${turn}`;
  });
  return { name: 'Block area', lines };
}

function flash({ cache }: ClashPicture): Account {
  const { flash: homes, flush } = cache;
  const lines = homes.slice(0, HOMES_TOLD).map(({ lbn, page_state }): string => {
    if (flush?.lbn === lbn) {
      const { erased, programmed, offsets, read_up } = flush;
      const up = read_up.length === 0 ? 'nothing read up' : `${plural(read_up.length, 'page')} read up`;
      return `B${lbn}: ${erased ? 'erased' : 'to be erased'}, ${programmed.length} of ${plural(offsets.length, 'page')} programmed, ${up}`;
    }
    const stale = page_state.flatMap((state, offset) => (state === 2 ? [offset] : []));
    return stale.length === 0 ? `B${lbn}: nothing outdated` : `B${lbn}: ${pagesOf(stale)} outdated`;
  });
  return { name: 'Flash', lines };
}

function prices(picture: ClashPicture): Account {
  const decision = decisionNow(picture);
  const lines = (decision?.prices ?? []).map(
    ({ label, reads, programs, erases, ns }) =>
      `${label}: ${time(ns)}, ${plural(reads, 'read')}, ${plural(erases, 'erase')}, ${plural(programs, 'program')}`,
  );
  return { name: 'Cost', lines };
}

/** Everything in one line, for the picture's own name. */
export const inOneLine = (picture: ClashPicture): string =>
  accounts(picture)
    .map(({ name, lines }) => `${name}: ${lines.join('; ')}.`)
    .join(' ');

/** The card beside a cell: a title and lines. */
export function cellCard(
  { part, appearance, lpn, words }: ClashCell,
  pages_per_block: number,
): { title: string; lines: string[] } {
  if (part === 'path') return { title: `Path ${appearance.label ?? ''}`, lines: [words] };
  if (part === 'tag') return { title: appearance.label || words, lines: appearance.label ? [words] : [] };
  if (lpn === null) return { title: words, lines: [] };
  const [lbn, offset] = [Math.floor(lpn / pages_per_block), lpn % pages_per_block];
  return {
    title: `Page ${lbn}\u00b7${offset}`,
    lines: [words, `logical page ${count(lpn)}, page ${offset} of logical block ${lbn}`],
  };
}
