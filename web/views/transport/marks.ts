/** What stands on the timeline, by kind and place: one mark where one thing happened, a bar where several did. */

import type { TimelineMarks } from '../../engine/protocol';

/** Kinds in the plural, and `many`, are bars: several things happened there. */
export type MarkKind =
  | 'gc'
  | 'erase'
  | 'wear'
  | 'merge'
  | 'swap'
  | 'flush'
  | 'plug'
  | 'session'
  | 'miss'
  | 'misses'
  | 'merges'
  | 'swaps'
  | 'flushes'
  | 'plugs'
  | 'rebuild'
  | 'rebuilds'
  | 'wait'
  | 'waits'
  | 'many';

export interface Mark {
  kind: MarkKind;
  bin: number;
  /** How many events it stands for, map misses not counted. */
  count: number;
  /** "12 GC runs". */
  text: string;
}

/**
 * One mark a bin at most. An erase that ends a GC, a wear-levelling run or a merge, or begins a flush, is told by that one's
 * mark; only erases of their own are counted beside them. Map misses are many: they are marked where nothing else happened, and
 * counted in words. So are flushes where every stripe that leaves is one: those are told in words alone.
 */
export function mergeMarks(marks: Counted, flushes_are_routine = false): Mark[] {
  return marks.gc.flatMap((gc, bin): Mark[] => {
    const of = (kind: keyof Counted): number => marks[kind]?.[bin] ?? 0;
    const misses = of('map_misses');
    const counts: Counts = {
      sessions: of('sessions'),
      waits: of('waits'),
      rebuilds: of('rebuilds'),
      gc,
      // A block made whole is taken over by a switch merge: the plug's mark tells it.
      merges: Math.max(0, of('merges') - of('plugs')),
      swaps: of('swaps'),
      flushes: flushes_are_routine ? 0 : Math.max(0, of('flushes') - of('plugs')),
      plugs: of('plugs'),
      wear: of('wear'),
      erase: 0,
    };
    counts.erase = of('merges') > 0 ? 0 : Math.max(0, of('erase') - gc - counts.wear - counts.flushes - of('plugs'));
    const count = Object.values(counts).reduce((sum, n) => sum + n, 0);
    const flushes = flushes_are_routine ? of('flushes') : counts.flushes;
    const text = inWords({ ...counts, merges: of('merges'), flushes, map_misses: misses });
    if (count === 0) return misses === 0 ? [] : [{ kind: misses === 1 ? 'miss' : 'misses', bin, count: 0, text }];
    return [{ kind: count > 1 ? barKind(counts, count) : singleKind(counts), bin, count, text }];
  });
}

type Counts = Record<
  'sessions' | 'waits' | 'rebuilds' | 'gc' | 'merges' | 'swaps' | 'flushes' | 'plugs' | 'wear' | 'erase',
  number
>;

const SINGLE: Readonly<Record<keyof Counts, MarkKind>> = {
  sessions: 'session',
  waits: 'wait',
  rebuilds: 'rebuild',
  gc: 'gc',
  merges: 'merge',
  swaps: 'swap',
  flushes: 'flush',
  plugs: 'plug',
  wear: 'wear',
  erase: 'erase',
};

function singleKind(counts: Counts): MarkKind {
  const kinds = Object.keys(SINGLE) as (keyof Counts)[];
  return SINGLE[kinds.find((kind) => counts[kind] > 0) ?? 'erase'];
}

/**
 * A bar has the colour of what most of it stands for, where that has one of its own. A session's end is rare: it keeps its mark. A
 * read that waited is what people look for: it colours whatever it stands among.
 */
function barKind(counts: Counts, count: number): MarkKind {
  if (counts.sessions > 0) return 'session';
  if (counts.waits > 0) return 'waits';
  const own = ['rebuilds', 'merges', 'swaps', 'flushes', 'plugs'] as const;
  return own.find((kind) => counts[kind] > count / 2) ?? 'many';
}

type Counted = Pick<TimelineMarks, 'gc' | 'erase' | 'wear'> &
  Partial<
    Pick<TimelineMarks, 'merges' | 'map_misses' | 'swaps' | 'flushes' | 'plugs' | 'sessions' | 'rebuilds' | 'waits'>
  >;

const NAMES = {
  sessions: ['session ends', 'sessions end'],
  waits: ['page waited for GC', 'pages waited for GC'],
  rebuilds: ['page reconstructed', 'pages reconstructed'],
  gc: ['GC run', 'GC runs'],
  merges: ['merge', 'merges'],
  swaps: ['swap', 'swaps'],
  flushes: ['flush', 'flushes'],
  plugs: ['plug', 'plugs'],
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
      return 'M-1.3 0v-2.3h-2.3v-2.6h2.3v-2.3h2.6v2.3h2.3v2.6h-2.3v2.3z';
    case 'swap':
      return 'M-4 0a4 4 0 0 1 8 0z';
    case 'flush':
    case 'merge':
      return 'M-3.5 0v-7h7v7z';
    case 'plug':
      return 'M-4 0v-7.5h8v7.5h-2.7v-3.5h-2.6v3.5z';
    case 'session':
      return 'M-4 0h8l-3 -5l3 -5h-8l3 5z';
    case 'wait':
      return 'M-3.8 -4.2a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0 -7.6 0z';
    case 'miss':
    case 'misses':
    case 'rebuild':
      return 'M-2.7 -4a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0z';
    case 'merges':
    case 'swaps':
    case 'flushes':
    case 'plugs':
    case 'rebuilds':
    case 'waits':
    case 'many': {
      const height = barHeight(count, most).toFixed(1);
      return `M-3 0v-${height}h6v${height}z`;
    }
  }
}
