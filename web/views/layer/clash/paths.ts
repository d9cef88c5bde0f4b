/** The paths of a page between host, page area, block area and flash, with the letters they have in the paper (its Figure 1). */

import type { Operation } from '../../../engine/protocol';
import type { ClashPicture } from './picture';
import { movesHere } from './picture';

/** The text names no path H. */
export const PATHS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'I', 'J'] as const;
export type Path = (typeof PATHS)[number];

export type Station = 'host' | 'pages' | 'blocks' | 'flash';

export const ENDS: Readonly<Record<Path, { from: Station; to: Station; lane: number }>> = {
  C: { from: 'host', to: 'pages', lane: 0 },
  B: { from: 'pages', to: 'host', lane: 1 },
  G: { from: 'pages', to: 'blocks', lane: 0 },
  F: { from: 'blocks', to: 'pages', lane: 1 },
  I: { from: 'blocks', to: 'flash', lane: 0 },
  J: { from: 'flash', to: 'blocks', lane: 1 },
  D: { from: 'host', to: 'blocks', lane: 2 },
  E: { from: 'blocks', to: 'host', lane: 3 },
  A: { from: 'flash', to: 'host', lane: 4 },
};

export const LANES = 5;

export const PATH_WORDS: Readonly<Record<Path, string>> = {
  A: 'a read that finds its page on flash only',
  B: 'a read that finds its page in a page slot',
  C: 'a write into a page slot',
  D: 'a write over a page in a block slot',
  E: 'a read that finds its page in a block slot',
  F: 'pages of a block slot go up to page slots',
  G: 'pages of one block go down to a block slot',
  I: 'a block is flushed: erased and rewritten',
  J: 'pages are read before their block is erased',
};

/** Paths that an operation takes. `is_write`: what the host does with a page found in RAM. */
export function pathsOf({ kind, purpose, slot }: Operation, is_write: boolean): readonly Path[] {
  switch (kind) {
    case 'cache-hit':
      return [slot === null ? (is_write ? 'C' : 'B') : is_write ? 'D' : 'E'];
    case 'cache-insert':
      return ['C'];
    case 'set-evict':
      return ['G'];
    case 'swap':
      return ['G', 'F'];
    case 'flush-start':
    case 'erase':
      return ['I'];
    case 'program':
      return purpose === 'flush' || purpose === 'rewrite' ? ['I'] : [];
    case 'read':
      return purpose === 'host' ? ['A'] : purpose === 'rewrite' ? ['J'] : [];
    default:
      return [];
  }
}

/** Paths taken by the present operation. */
export function pathsHere(picture: ClashPicture): readonly Path[] {
  const { act, request } = picture.cache;
  if (!act) return [];
  const taken = pathsOf(act, request?.kind === 'host-write');
  // A block whose pages the flash all holds too sends none of them up.
  const goes_up = movesHere(picture).some(({ to }) => to.place === 'pages');
  return act.kind === 'swap' && !goes_up ? ['G'] : taken;
}
