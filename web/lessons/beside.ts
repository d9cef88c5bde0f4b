/** Lanes beside a step's device, each by the fields in which it differs: `ftl.kind = fast, ftl.log_blocks = 6 | ftl.kind = dftl`. */

import { LessonError } from './front-matter';
import type { Changes } from './lesson';

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
  const [, path, value] = /^([a-z_]+(?:\.[a-z0-9_]+)+) = (\S.*)$/.exec(text.trim()) ?? [];
  if (path === undefined || value === undefined) throw new LessonError(`beside: "${text.trim()}": ${EXPECTED}`);
  return [path, fieldValue(value)];
}

/** Split at `mark` wherever it is no part of a list, an object or a text in quotation marks. */
function splitAt(text: string, mark: ',' | '|'): string[] {
  const parts = [''];
  let depth = 0;
  for (const piece of text.match(/"(?:[^"\\]|\\.)*"|[\s\S]/g) ?? []) {
    if (piece === mark && depth === 0) {
      parts.push('');
      continue;
    }
    if ('[{'.includes(piece)) depth += 1;
    if (']}'.includes(piece)) depth -= 1;
    parts.push(`${parts.pop() ?? ''}${piece}`);
  }
  return parts;
}

/** Values are JSON if they can be read so, else text, as in an address. */
function fieldValue(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

/** Text stands bare where it is read back as it is. */
const wordOf = (value: unknown): string =>
  typeof value === 'string' && /^[\w.-]+$/.test(value) && fieldValue(value) === value ? value : JSON.stringify(value);
