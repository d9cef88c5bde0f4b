/** The last experiments that were opened, kept between visits. A browser that keeps nothing is as good: the list is then empty. */

import { stored } from '../storing';

export interface Recent {
  /** The address that opens it, from its `#`. Of a trace it has the name alone. */
  hash: string;
  title: string;
  /** When it was opened, in ms since 1970. */
  opened_ms: number;
}

const KEY = 'flashlab-recent';
export const RECENT_MAX = 8;
/** Longer addresses are of experiments that hold a whole list of requests: those are not kept. */
const HASH_MAX = 2000;
const TITLE_MAX = 200;

export function recentOnes(): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

/** Puts it first; what is opened again moves up. False where the browser did not take it. */
export const keepRecent = (recent: Recent): boolean =>
  !isRecent(recent) || keep([recent, ...recentOnes().filter(({ hash }) => hash !== recent.hash)]);

export const forgetRecent = (hash: string): boolean => keep(recentOnes().filter((recent) => recent.hash !== hash));

export const forgetAll = (): boolean => keep([]);

const keep = (list: readonly Recent[]): boolean => stored(KEY, JSON.stringify(list.slice(0, RECENT_MAX)));

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false;
  const { hash, title, opened_ms } = value as Partial<Recent>;
  const is_hash = typeof hash === 'string' && hash.startsWith('#v=') && hash.length <= HASH_MAX;
  return is_hash && typeof title === 'string' && title.length <= TITLE_MAX && Number.isFinite(opened_ms);
}
