/**
 * What strangers hand to the page, damaged at random: each is read or refused in a sentence, and what is read holds together.
 *
 * - `subjects/` a file a kind of text: its seeds, what reads it, what must hold; a new file here is a subject
 * - `corpus/`   texts to begin with, a line each; lessons are those that are listed
 * - `mutate.ts` one text out of another
 * - `case.ts`   a case out of a number, what comes of it, and a shorter one that fails alike
 *
 * `npm run fuzz -- --only link --seconds 600` goes on for as long; `-- --only link --case 17` repeats one case.
 */

import { env, stdout } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { brokenIn, drawn, holds, shrunk } from './case';
import type { Subject } from './subject';

/** Cases of a subject where nobody has more time. */
const CASES = 50;
/** How often other work of the process gets its turn. */
const TURN_MS = 500;
const SHOWN = 4_000;

const files = import.meta.glob<{ SUBJECT: Subject }>('./subjects/*.ts', { eager: true });
const only = env.FLASHLAB_FUZZ_ONLY ?? '';
const subjects = Object.entries(files)
  .map(([file, { SUBJECT }]) => ({ name: file.replace(/^.*\/|\.ts$/g, ''), subject: SUBJECT }))
  .filter(({ name }) => name.startsWith(only));

function number(name: string): number | null {
  const text = env[name];
  if (text === undefined) return null;
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new Error(`${name} is "${text}"; a whole number was expected`);
}

const one = number('FLASHLAB_FUZZ_CASE');
const seconds = number('FLASHLAB_FUZZ_SECONDS');
const first = one ?? (number('FLASHLAB_FUZZ_SEED') ?? 1) * 2 ** 32;
const last = one ?? (seconds === null ? first + CASES - 1 : Number.MAX_SAFE_INTEGER);
/** Subjects share the time that there is. */
const time_ms = seconds === null ? Number.POSITIVE_INFINITY : (seconds * 1000) / subjects.length;

test.each(subjects)('every seed is read: $name', ({ subject }) => {
  for (const text of subject.seeds) expect(holds(subject, { text, number: null }), text).toBe(true);
});

test.each(subjects)(
  'what is damaged is read or refused in a sentence: $name',
  async ({ name, subject }) => {
    const begin_ms = performance.now();
    let turn_ms = begin_ms;
    let [executions, refused] = [0, 0];
    for (let at = first; at <= last && performance.now() - begin_ms < time_ms; at++) {
      const now = drawn(at, subject);
      const broken = attempt(subject, now, () => refused++);
      if (broken !== null) throw new Error(told(name, subject, now, broken));
      executions += 1;
      if (performance.now() - turn_ms < TURN_MS) continue;
      await setImmediate();
      turn_ms = performance.now();
    }
    const took_s = (performance.now() - begin_ms) / 1000;
    if (seconds !== null || one !== null)
      stdout.write(`${name}: ${executions} damaged texts in ${took_s.toFixed(0)} s, ${refused} refused\n`);
    expect(one !== null || refused < executions, 'none was read').toBe(true);
  },
  (seconds ?? 60) * 1000 + 60_000,
);

/** What is broken, if anything; counts what is refused. */
function attempt(subject: Subject, now: ReturnType<typeof drawn>, refuse: () => void): string | null {
  try {
    if (!holds(subject, now)) refuse();
    return null;
  } catch {
    return brokenIn(subject, now) ?? 'it fails now and then';
  }
}

function told(name: string, subject: Subject, now: ReturnType<typeof drawn>, broken: string): string {
  const { text } = shrunk(subject, now, broken);
  const again = brokenIn(subject, { ...now, text });
  return [
    broken,
    `npm run fuzz -- --only ${name} --case ${now.number}`,
    `a shorter text that fails, of ${text.length} letters: ${JSON.stringify(text.slice(0, SHOWN))}`,
    again ?? '',
  ].join('\n');
}
