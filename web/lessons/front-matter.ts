/** The head of a lesson's file, and lines of `key: value`. With next to no import, since the build reads the heads of all lessons with it. */

import { quoted } from '../render/quoted.ts';
import { LessonError } from './lesson-error.ts';

/** What is known of a lesson before it is read whole. */
export interface LessonHead {
  /** The file's name without its ending. */
  id: string;
  title: string;
  minutes: number;
  /** What somebody who took it has seen, in a line. */
  seen: string;
}

export type Fields<K extends string> = Readonly<Partial<Record<K, string>>>;

const HEAD_KEYS = ['title', 'minutes', 'seen', 'order'] as const;
/** The place of a lesson that names none: after all others. */
export const UNORDERED = Number.MAX_SAFE_INTEGER;
const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;

export const withoutFrontMatter = (markdown: string): string =>
  markdown.replaceAll('\r\n', '\n').replace(FRONT_MATTER, '');

/** The lesson's head, with its place in the order of lessons. */
export function headOf(id: string, markdown: string): LessonHead & { order: number } {
  const text = FRONT_MATTER.exec(markdown.replaceAll('\r\n', '\n'))?.[1];
  if (text === undefined)
    throw new LessonError(`${id}: expected a head between two lines "---", with title, minutes and seen`);
  const { title, minutes, seen, order } = fieldsOf(text, HEAD_KEYS);
  if (!title || !seen) throw new LessonError(`${id}: its head needs "title" and "seen"`);
  if (!(Number(minutes) > 0 && Number.isFinite(Number(minutes))))
    throw new LessonError(`${id}: minutes: "${quoted(minutes ?? '')}" is not a number of minutes`);
  if (!Number.isFinite(Number(order ?? UNORDERED)))
    throw new LessonError(`${id}: order: "${quoted(order ?? '')}" is not a number`);
  return { id, title, minutes: Number(minutes), seen, order: Number(order || UNORDERED) };
}

/** Lines of `key: value`; a line that begins with blanks goes on with the value before. */
export function fieldsOf<K extends string>(text: string, keys: readonly K[]): Fields<K> {
  const fields: Partial<Record<K, string>> = {};
  let last: K | null = null;
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    if (/^\s/.test(line) && last !== null) {
      fields[last] = `${fields[last]} ${line.trim()}`;
      continue;
    }
    const [, word, value = ''] = /^([a-z]+):\s*(.*)$/.exec(line) ?? [];
    const key = keys.find((known) => known === word);
    if (key === undefined)
      throw new LessonError(`"${quoted(line.trim())}": expected "KEY: VALUE" with one of ${keys.join(', ')}`);
    if (key in fields) throw new LessonError(`"${key}" stands there twice`);
    fields[key] = value.trim();
    last = key;
  }
  return fields;
}

/** The word of `words` that `text` is. */
export function wordOf<W extends string>(key: string, text: string, words: readonly W[]): W {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new LessonError(`${key}: "${quoted(text)}" is not one of ${words.join(', ')}`);
  return word;
}

/** Several of `words`, with spaces or commas between them. */
export const wordsOf = <W extends string>(key: string, text: string, words: readonly W[]): W[] =>
  text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word) => wordOf(key, word, words));
