/** What stands on the timeline, by kind and place: one mark where one thing happened, a bar where several did. */

import type { TimelineMarks } from '../../engine/protocol';

/** Marks nearer than this would touch: the timeline is counted in bins of this width. */
export const MARK_PX = 8;

export type MarkKind = 'gc' | 'erase' | 'wear' | 'merge' | 'miss' | 'misses' | 'merges' | 'many';

export interface Mark {
  kind: MarkKind;
  bin: number;
  /** How many events it stands for, map misses not counted. */
  count: number;
  /** "12 GC runs". */
  text: string;
}

/** Bins for a timeline of a width. */
export const binsFor = (width_px: number): number => Math.max(1, Math.floor(width_px / MARK_PX));

/** Requests a bin stands for: whole ones, so that the last bins may stay empty. */
export const binRequests = (requests: number, bins: number): number =>
  Math.max(1, Math.ceil(requests / Math.max(1, bins)));

/**
 * One mark a bin at most. An erase that ends a GC, a wear-levelling run or a merge is told by that one's mark; only erases of
 * their own are counted beside them. Map misses are many: they are marked where nothing else happened, and counted in words.
 */
export function mergeMarks(marks: Counted): Mark[] {
  return marks.gc.flatMap((gc, bin): Mark[] => {
    const of = (kind: keyof Counted): number => marks[kind]?.[bin] ?? 0;
    const [wear, merges, misses] = [of('wear'), of('merges'), of('map_misses')];
    const erase = merges > 0 ? 0 : Math.max(0, of('erase') - gc - wear);
    const count = gc + wear + merges + erase;
    const text = inWords({ gc, merges, wear, erase, map_misses: misses });
    if (count === 0) return misses === 0 ? [] : [{ kind: misses === 1 ? 'miss' : 'misses', bin, count: 0, text }];
    const kind = count > 1 ? 'many' : gc ? 'gc' : merges ? 'merge' : wear ? 'wear' : 'erase';
    // A bar is red where what it stands for is merges.
    return [{ kind: kind === 'many' && merges > count / 2 ? 'merges' : kind, bin, count, text }];
  });
}

type Counted = Pick<TimelineMarks, 'gc' | 'erase' | 'wear'> & Partial<Pick<TimelineMarks, 'merges' | 'map_misses'>>;

const NAMES = {
  gc: ['GC run', 'GC runs'],
  merges: ['merge', 'merges'],
  wear: ['wear-levelling run', 'wear-levelling runs'],
  erase: ['erase', 'erases'],
  map_misses: ['map miss', 'map misses'],
} as const;

function inWords(counts: Record<keyof typeof NAMES, number>): string {
  return (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${NAMES[name][counts[name] === 1 ? 0 : 1]}`)
    .join(', ');
}

const BAR_MIN_PX = 5;
const BAR_MAX_PX = 20;

/** Height of a bar: its count, on a scale that the longest bar in sight fills. */
export const barHeight = (count: number, most: number): number =>
  BAR_MIN_PX + ((BAR_MAX_PX - BAR_MIN_PX) * count) / Math.max(1, most);

/** Outlines by kind, standing on y = 0, centred on x = 0. */
export function markPath({ kind, count }: Pick<Mark, 'kind' | 'count'>, most: number): string {
  switch (kind) {
    case 'gc':
      return 'M-3.5 0h7l-3.5-7z';
    case 'erase':
      return 'M-1 0v-8h2v8z';
    case 'wear':
      return 'M-3.5 0a3.5 3.5 0 0 1 7 0z';
    case 'merge':
      return 'M-3.5 0v-7h7v7z';
    case 'miss':
    case 'misses':
      return 'M-2.7 -4a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0z';
    case 'merges':
    case 'many': {
      const height = barHeight(count, most).toFixed(1);
      return `M-3 0v-${height}h6v${height}z`;
    }
  }
}
