/** One's own formulas by challenge, kept between visits. A browser that keeps nothing is as good: the list is then empty. */

import type { EntryAsk } from '../../engine/challenge';
import { stored } from '../storing';

const KEY = 'flashlab-challenges';
/** Entries of a challenge, and challenges: the ones taken longest ago are forgotten. */
const ENTRIES_MAX = 20;
const CHALLENGES_MAX = 30;

type OwnEntry = Exclude<EntryAsk, string>;
type Kept = Record<string, OwnEntry[]>;

/** Those of the challenge with this link. */
export const ownEntries = (link: string): readonly OwnEntry[] =>
  Object.entries(kept()).find(([own]) => own === link)?.[1] ?? [];

/** Keeps them in the place of those that were kept. False where the browser did not take them. */
export function keepOwn(link: string, entries: readonly OwnEntry[]): boolean {
  const { [link]: _, ...others } = kept();
  const own = entries.length === 0 ? [] : [[link, entries.slice(-ENTRIES_MAX)]];
  const entries_by_link = Object.fromEntries([...Object.entries(others), ...own].slice(-CHALLENGES_MAX));
  return stored(KEY, JSON.stringify(entries_by_link));
}

function kept(): Kept {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).flatMap(([link, entries]) =>
        Array.isArray(entries) ? [[link, entries.filter(isEntry).slice(0, ENTRIES_MAX)]] : [],
      ),
    );
  } catch {
    return {};
  }
}

function isEntry(value: unknown): value is OwnEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { name, formula, k, group } = value as Record<string, unknown>;
  const is_plain = (k === undefined || Number.isFinite(k)) && (group === undefined || group === 'page');
  return typeof name === 'string' && typeof formula === 'string' && is_plain;
}
