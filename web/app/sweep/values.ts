/** The values of an axis as they are written: `0:1:0.2`, or a list. The same texts mean the same on the command line. */

import type { SweepValue } from '../../engine/sweep';

export type Parsed = { values: SweepValue[]; wrong: null } | { values: null; wrong: string };

/** More than this along one axis is a slip of the finger. */
const MOST = 10_000;
/** Most digits of a number, so that sums of them stay exact. */
const DIGITS = 18;

const wrong = (text: string): Parsed => ({ values: null, wrong: text });

export function parseValues(text: string): Parsed {
  if (text.trim() === '') return wrong('Values are missing: a range such as 0:1:0.2, or a list such as 1, 2, 4.');
  if (text.includes(':')) return steps(text);
  const words = text.split(',').map((word) => word.trim());
  if (words.includes('')) return wrong('A value is missing between two commas.');
  return { values: words.map(valueIn), wrong: null };
}

/** JSON where it is some, text otherwise. A number larger than any stays text, so that it is refused as it was written. */
export function valueIn(word: string): SweepValue {
  try {
    const value: unknown = JSON.parse(word);
    const is_value = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
    if (is_value) return value as SweepValue;
  } catch {
    // A word.
  }
  return word;
}

/** Value i is begin + i · step, in decimals as they are written: the third tenth is 0.3. */
function steps(text: string): Parsed {
  const parts = text.split(':').map(decimalOf);
  const [from, to, step] = parts;
  if (parts.length !== 3 || !from || !to || !step)
    return wrong('A range is from:to:step, three numbers such as 0:1:0.1.');
  const scale = Math.max(from.scale, to.scale, step.scale);
  const [first, last, by] = [from, to, step].map(
    (decimal) => decimal.digits * 10n ** BigInt(scale - decimal.scale),
  ) as [bigint, bigint, bigint];
  if (by === 0n || (last !== first && last < first !== by < 0n))
    return wrong('The step does not lead from the first value to the last.');
  const count = (last - first) / by + 1n;
  if (count > BigInt(MOST)) return wrong(`That makes ${count} values; at most ${MOST} are allowed.`);
  const values = Array.from({ length: Number(count) }, (_, i) => numberOf(first + BigInt(i) * by, scale));
  return { values, wrong: null };
}

interface Decimal {
  digits: bigint;
  scale: number;
}

function decimalOf(text: string): Decimal | null {
  const found = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text.trim());
  const [, sign = '', whole = '', part = ''] = found ?? [];
  const digits = whole + part;
  if (!found || digits === '' || digits.length > DIGITS) return null;
  return { digits: BigInt(digits) * (sign ? -1n : 1n), scale: part.length };
}

function numberOf(digits: bigint, scale: number): number {
  const padded = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  return digits < 0n ? -Number(text) : Number(text);
}

/** Values as a list that is read back as the same. */
export const listed = (values: readonly SweepValue[]): string => values.map(worded).join(', ');

/** Text stands bare unless it would be read as something else. */
const worded = (value: SweepValue): string =>
  typeof value === 'string' && valueIn(value) === value && value !== '' && !/[,:]|^\s|\s$/.test(value)
    ? value
    : JSON.stringify(value).replace(/[,:]/g, (mark) => (mark === ',' ? '\\u002c' : '\\u003a'));
