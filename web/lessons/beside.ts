/** Lanes beside a step's device, each by the fields in which it differs: `ftl.kind = fast, ftl.log_blocks = 6 | ftl.kind = dftl`. */

import { DEPTH_MAX, hasNumbersOnly, isTooDeep } from '../engine/json-value';
import { quoted } from '../render/quoted';
import type { Changes } from './lesson';
import { LessonError } from './lesson-error';

/** As many lanes as the workbench has beside the first. */
const BESIDE_MAX = 3;
const NONE = 'none';
const EXPECTED = `expected "${NONE}", or for each lane "FIELD = VALUE, FIELD = VALUE", lanes parted by "|"`;

/** @throws LessonError that says what was expected. */
export function besideOf(text: string): Changes[] {
  if (text === NONE) return [];
  const lanes = splitAt(text, '|').map((lane) => splitAt(lane, ',').map(changeOf));
  if (lanes.length <= BESIDE_MAX) return lanes;
  throw new LessonError(`beside: ${lanes.length} lanes beside the device: expected at most ${BESIDE_MAX}`);
}

/** As a lesson spells it; `besideOf` reads it back. */
export const besideText = (lanes: readonly Changes[]): string =>
  lanes.length === 0
    ? NONE
    : lanes.map((changes) => changes.map(([path, value]) => `${path} = ${wordOf(value)}`).join(', ')).join(' | ');

function changeOf(text: string): Changes[number] {
  const [, path, value] = /^([a-z_]+(?:\.[a-z0-9_]+){1,4}) = (\S.*)$/.exec(text.trim()) ?? [];
  if (path === undefined || value === undefined) throw new LessonError(`beside: "${quoted(text.trim())}": ${EXPECTED}`);
  return [path, fieldValue(value)];
}

/** Split at `mark` wherever it is no part of a list, an object or a text in quotation marks. */
function splitAt(text: string, mark: ',' | '|'): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  // Where one quotation mark is the last, none of those that are escaped after it is closed either.
  let may_close = true;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? '';
    if (letter === '"' && may_close) {
      const end = closing(text, at);
      may_close = end >= 0;
      if (may_close) at = end;
    } else if (letter === mark && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    } else if ('[{'.includes(letter)) depth += 1;
    else if (']}'.includes(letter)) depth -= 1;
  }
  return [...parts, text.slice(from)];
}

/** Where the text ends whose first quotation mark is at `at`; -1 where it does not. */
function closing(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '"') return end;
    if (text[end] === '\\') end += 1;
  }
  return -1;
}

/**
 * Values are JSON if they can be read so, else text, as in an address.
 *
 * @throws LessonError where it is no value that an experiment can have.
 */
function fieldValue(word: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(word);
  } catch {
    return word;
  }
  if (typeof value === 'object' && isTooDeep(word))
    throw new LessonError(`beside: "${quoted(word)}": nested deeper than ${DEPTH_MAX}, and no value is`);
  if (!hasNumbersOnly(value)) throw new LessonError(`beside: "${quoted(word)}": a number that is larger than any`);
  return value;
}

/** Text stands bare where it is read back as it is. */
const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[\w.-]+$/.test(value) && fieldValue(value) === value ? value : JSON.stringify(value);
