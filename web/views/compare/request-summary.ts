/** What a lane did for its last request, in words. Pure. */

import type { OperationKind, OperationTally } from '../../engine/protocol';
import { count, plural } from '../../render/format';

/** A sentence without its subject, for one lane and for several: "programs 4 pages", "program 4 pages". */
export interface Doing {
  one: string;
  many: string;
}

/** How many operations of a kind, and for a purpose where one is named. */
function countOf(tallies: readonly OperationTally[], kind: OperationKind, ...purposes: readonly string[]): number {
  const fitting = tallies.filter(
    (tally) => tally.kind === kind && (purposes.length === 0 || purposes.includes(tally.purpose)),
  );
  return fitting.reduce((sum, tally) => sum + tally.count, 0);
}

interface Phrase {
  kinds: readonly OperationKind[];
  purposes?: readonly string[];
  /** Without a subject; `s` ends the verb of one. */
  words: (count: number, s: (one: string, many: string) => string) => string;
  /** What a request comes to in the end, and nothing that stood in its way. */
  is_end?: true;
}

const blocks = (n: number): string => (n === 1 ? 'a block' : `${count(n)} blocks`);

/**
 * What can be told, the costliest first. What is part of something larger, such as the copies of a collection, is among its causes.
 */
const PHRASES: readonly Phrase[] = [
  { kinds: ['power-cut', 'recovery'], words: (_, s) => `${s('starts', 'start')} up after a power cut` },
  { kinds: ['full-merge'], words: (n, s) => `${s('rebuilds', 'rebuild')} ${blocks(n)}` },
  {
    kinds: ['partial-merge'],
    words: (n, s) => `${s('fills', 'fill')} up ${n === 1 ? 'a log block' : `${n} log blocks`}`,
  },
  { kinds: ['flush-start'], words: (n, s) => `${s('flushes', 'flush')} ${blocks(n)}` },
  { kinds: ['plug-start'], words: (n, s) => `${s('flushes', 'flush')} ${blocks(n)}, holes filled` },
  { kinds: ['gc-start'], words: (n, s) => `${s('collects', 'collect')} ${blocks(n)}` },
  { kinds: ['wear-start'], words: (_, s) => `${s('levels', 'level')} wear` },
  { kinds: ['convert-start'], words: (n, s) => `${s('copies', 'copy')} ${blocks(n)} in order` },
  { kinds: ['wait'], words: (n, s) => `${s('waits', 'wait')} for a collection with ${plural(n, 'page')}` },
  { kinds: ['rebuild'], words: (n, s) => `${s('reconstructs', 'reconstruct')} ${plural(n, 'page')} from parity` },
  {
    kinds: ['map-miss'],
    words: (n, s) => `${s('fetches', 'fetch')} ${n === 1 ? 'a map entry' : `${count(n)} map entries`}`,
  },
  { kinds: ['switch-merge'], words: (_, s) => `${s('takes', 'take')} over a log block as it is` },
  {
    kinds: ['swap'],
    words: (n, s) => `${s('swaps', 'swap')} ${n === 1 ? 'pages for a block' : `pages for ${n} blocks`} in RAM`,
  },
  { kinds: ['set-evict'], words: (_, s) => `${s('moves', 'move')} pages to a block slot` },
  {
    kinds: ['program'],
    purposes: ['host'],
    is_end: true,
    words: (n, s) => `${s('programs', 'program')} ${plural(n, 'page')}`,
  },
  { kinds: ['cache-insert'], is_end: true, words: (n, s) => `${s('keeps', 'keep')} ${plural(n, 'page')} in RAM` },
  { kinds: ['read'], purposes: ['host'], is_end: true, words: (n, s) => `${s('reads', 'read')} ${plural(n, 'page')}` },
  {
    kinds: ['read-unmapped'],
    is_end: true,
    words: (n, s) => `${s('finds', 'find')} ${plural(n, 'page')} never written`,
  },
  { kinds: ['cache-hit'], is_end: true, words: (n, s) => `${s('finds', 'find')} ${plural(n, 'page')} in RAM` },
  { kinds: ['host-flush'], is_end: true, words: (_, s) => `${s('answers', 'answer')} a flush` },
  { kinds: ['trim'], is_end: true, words: (n, s) => `${s('gives', 'give')} up ${plural(n, 'page')}` },
];

const WAITING: Doing = { one: 'waits behind earlier requests', many: 'wait behind earlier requests' };
const NOTHING: Doing = { one: 'has nothing to do', many: 'have nothing to do' };

/** What a lane did: the costliest step, and what the request ended with, in the order in which they happened. */
export function doing(tallies: readonly OperationTally[], response_ns: number): Doing {
  if (isWaiting(tallies, response_ns)) return WAITING;
  const [first, ...others] = steps(tallies);
  const last = first?.is_end ? undefined : others.find(({ is_end }) => is_end);
  const told = [first, last].filter((step) => step !== undefined).sort((a, b) => a.at - b.at);
  return told.length === 0 ? NOTHING : joined(told);
}

/** The costliest step alone. */
export function mainDoing(tallies: readonly OperationTally[], response_ns: number): Doing {
  if (isWaiting(tallies, response_ns)) return WAITING;
  const [first] = steps(tallies);
  return first ? joined([first]) : NOTHING;
}

/** What touches no flash takes no time of its own: the request came while another was being served. */
const isWaiting = (tallies: readonly OperationTally[], response_ns: number): boolean =>
  response_ns > 0 && tallies.length > 0 && flashWork(tallies) === '';

interface Step {
  words: (s: (one: string, many: string) => string) => string;
  at: number;
  is_end: boolean;
}

/** What can be told of `tallies`, the costliest first. */
function steps(tallies: readonly OperationTally[]): readonly Step[] {
  return PHRASES.flatMap(({ kinds, purposes = [], words, is_end = false }) => {
    const n = kinds.reduce((sum, kind) => sum + countOf(tallies, kind, ...purposes), 0);
    const isOne = ({ kind, purpose }: OperationTally): boolean =>
      kinds.includes(kind) && (purposes.length === 0 || purposes.includes(purpose));
    return n === 0 ? [] : [{ words: (s) => words(n, s), at: tallies.findIndex(isOne), is_end }];
  });
}

const joined = (told: readonly Step[]): Doing => ({
  one: told.map(({ words }) => words((one) => one)).join(', then '),
  many: told.map(({ words }) => words((_, many) => many)).join(', then '),
});

/** A link of a chain of causes. */
export interface Cause {
  op: number;
  label: string;
  /** The condition that triggered the first of them. */
  trigger: string | null;
}

const HOST_WORDS: Partial<Record<OperationKind, string>> = {
  'host-read': 'host read',
  'host-write': 'host write',
  'host-trim': 'host trim',
  'host-flush': 'host flush',
};

/** What begins something, and what it is called in a chain. */
const BEGINNINGS: Partial<Record<OperationKind, (count: number) => string>> = {
  'map-miss': (n) => (n === 1 ? 'map miss' : `${count(n)} map misses`),
  'reclaim-start': (n) => (n === 1 ? 'a log block to be emptied' : `${count(n)} log blocks to be emptied`),
  'full-merge': (n) => (n === 1 ? 'full merge' : `${count(n)} full merges`),
  'partial-merge': (n) => (n === 1 ? 'partial merge' : `${count(n)} partial merges`),
  'switch-merge': (n) => (n === 1 ? 'switch merge' : `${count(n)} switch merges`),
  'gc-start': (n) => (n === 1 ? 'GC' : `${count(n)} GC runs`),
  'wear-start': () => 'wear levelling',
  'set-evict': () => 'pages move to a block slot',
  swap: (n) => (n === 1 ? 'swap in RAM' : `${count(n)} swaps in RAM`),
  'flush-start': (n) => (n === 1 ? 'flush' : `${count(n)} flushes`),
  'plug-start': (n) => (n === 1 ? 'flush with its holes filled' : `${count(n)} flushes`),
  'convert-start': () => 'copied in order',
  rebuild: (n) => `${plural(n, 'page')} reconstructed from parity`,
  wait: (n) => `${plural(n, 'page')} waiting for GC`,
};

/** Why the request took as long as it did: the request, what it made necessary, and what all of it came to on flash. */
export function causesOf(tallies: readonly OperationTally[], response_ns: number): readonly Cause[] {
  const host = tallies.find(({ kind }) => HOST_WORDS[kind]);
  const steps = tallies.flatMap(({ kind, op, trigger }) => {
    const words = BEGINNINGS[kind];
    // The same kind for another purpose has been counted already.
    const is_first = tallies.find((tally) => tally.kind === kind)?.op === op;
    return words && is_first ? [{ op, label: words(countOf(tallies, kind)), trigger }] : [];
  });
  const flash = flashWork(tallies);
  const last = tallies.findLast(({ kind }) => ['read', 'program', 'copy', 'erase'].includes(kind));
  return [
    ...(host ? [{ op: host.op, label: HOST_WORDS[host.kind] ?? '', trigger: null }] : []),
    ...steps,
    ...(flash === '' ? [] : [{ op: last?.op ?? 0, label: flash, trigger: null }]),
    ...(host && isWaiting(tallies, response_ns)
      ? [{ op: host.op, label: 'waits behind earlier requests', trigger: null }]
      : []),
  ];
}

/** "60 reads, 1 erase, 64 programs". A copy is a read and a program. */
function flashWork(tallies: readonly OperationTally[]): string {
  const copies = countOf(tallies, 'copy');
  const parts: readonly [number, string][] = [
    [countOf(tallies, 'read') + copies, 'read'],
    [countOf(tallies, 'program') + copies, 'program'],
    [countOf(tallies, 'erase'), 'erase'],
  ];
  return parts
    .filter(([n]) => n > 0)
    .map(([n, word]) => plural(n, word))
    .join(', ');
}
