/** A damaged text out of a number, what comes of it, and a shorter one that fails alike. */

import { CASE_MAX, changed, lineAt } from './mutate';
import { randomOf } from './random';
import type { Subject } from './subject';

/** What takes longer takes more than in proportion to its text, on whatever machine. */
const TIME_MAX_MS = 10_000;
/** A busy machine is no failure: what took too long is timed so often, and the shortest counts. */
const TIMED = 3;
const CHANGES_MAX = 6;
/** A case that fails slowly is not shortened for longer. */
const SHORTENING_MS = 10_000;

export interface Case {
  text: string;
  /** Null: a seed as it stands. */
  number: number | null;
}

/** The case of that number. */
export function drawn(number: number, { seeds, repacked }: Subject): Case {
  const random = randomOf(number);
  const seed = random.of(seeds);
  const times = random.below(CHANGES_MAX);
  const damaged = (text: string): string => {
    let now = text;
    for (let i = 0; i < times; i++) now = changed(now, random.of(seeds), random).slice(0, CASE_MAX);
    return now;
  };
  return { text: repacked && random.below(2) === 0 ? repacked(seed, damaged) : damaged(seed), number };
}

/** Whether the case's text is read rather than refused. Throws where something does not hold. */
export function holds(subject: Subject, { text, number }: Case): boolean {
  const before = prototypes();
  let shortest_ms = Number.POSITIVE_INFINITY;
  let is_read = false;
  for (let i = 0; i < TIMED && shortest_ms > TIME_MAX_MS; i++) {
    const begin_ms = performance.now();
    is_read = subject.holds(text, number === null ? null : randomOf(number));
    shortest_ms = Math.min(shortest_ms, performance.now() - begin_ms);
  }
  if (shortest_ms > TIME_MAX_MS)
    throw new Error(`${text.length} letters take ${Math.round(shortest_ms)} ms; expected ${TIME_MAX_MS} at most`);
  if (prototypes() !== before) throw new Error(`a prototype was changed: ${prototypes()}`);
  return is_read;
}

/** What all objects have in common, in words. */
const prototypes = (): string =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype]
    .map((one) => Reflect.ownKeys(one).map(String).join(' '))
    .join('; ');

/** What is broken; null where all holds. */
export function brokenIn(subject: Subject, one: Case): string | null {
  try {
    holds(subject, one);
    return null;
  } catch (thrown) {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  }
}

/** `broken`, but for what it quotes: a shorter case is to fail for the same reason. */
const reasonOf = (broken: string): string => broken.slice(0, 24).replace(/\d+/g, '0');

/** `failing` without every line and piece that is not needed for it to fail so. */
export function shrunk(subject: Subject, failing: Case, broken: string): Case {
  const end_ms = performance.now() + SHORTENING_MS;
  const fails = (text: string): boolean => {
    const now = brokenIn(subject, { ...failing, text });
    return now !== null && reasonOf(now) === reasonOf(broken);
  };
  let { text } = failing;
  for (let at = 0; at < text.length && performance.now() < end_ms; ) {
    const [start, to] = lineAt(text, at);
    const shorter = text.slice(0, start) + text.slice(to);
    if (fails(shorter)) text = shorter;
    else at = to;
  }
  for (let piece = text.length >> 1; piece > 0; piece >>= 1)
    for (let at = 0; at < text.length && performance.now() < end_ms; ) {
      const shorter = text.slice(0, at) + text.slice(at + piece);
      if (fails(shorter)) text = shorter;
      else at += piece;
    }
  return { ...failing, text };
}
