/** Numbers as people read them: narrow no-break spaces between thousands, a unit after a space, the precision of the claim. */

const NARROW_NO_BREAK_SPACE = '\u202f';
const NO_BREAK_SPACE = '\u00a0';

/** `16082` → `16 082`. */
export function count(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, NARROW_NO_BREAK_SPACE);
}

/** A count where room is short: `2.6 M`, `60 k`, `950`. */
export function countShort(value: number): string {
  if (value >= 1e9) return `${significant(value / 1e9, 3)}${NO_BREAK_SPACE}G`;
  if (value >= 1e6) return `${significant(value / 1e6, 3)}${NO_BREAK_SPACE}M`;
  if (value >= 1e4) return `${significant(value / 1e3, 3)}${NO_BREAK_SPACE}k`;
  return count(value);
}

/** At most `digits` significant digits, without trailing zeros; whole numbers are never rounded away. */
export function significant(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  return Math.abs(rounded) >= 10 ** (digits - 1) ? count(value) : String(rounded);
}

const TIME_UNITS = [
  { name: 'ns', ns: 1 },
  { name: 'µs', ns: 1e3 },
  { name: 'ms', ns: 1e6 },
  { name: 's', ns: 1e9 },
] as const;

/** A duration in the unit that leaves one to three digits before the point: `405.9 µs`, `35.83 ms`, `2 min 5 s`. */
export function time(value_ns: number, digits = 4): string {
  // What rounds to a thousand is one of the next unit; before the point nothing is rounded away.
  const rounded_ns = Number(value_ns.toPrecision(Math.max(digits, 3)));
  if (rounded_ns >= 120e9) return longTime(value_ns);
  const unit = TIME_UNITS.findLast(({ ns }) => rounded_ns >= ns) ?? TIME_UNITS[0];
  return `${significant(value_ns / unit.ns, digits)}${NO_BREAK_SPACE}${unit.name}`;
}

function longTime(value_ns: number): string {
  const seconds = Math.round(value_ns / 1e9);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours > 0) return `${count(hours)}${NO_BREAK_SPACE}h ${minutes % 60}${NO_BREAK_SPACE}min`;
  return `${minutes}${NO_BREAK_SPACE}min ${seconds % 60}${NO_BREAK_SPACE}s`;
}

const BYTE_UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** `2147483648` → `2 GiB`. */
export function bytes(value: number): string {
  const power = value < 1 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log2(value) / 10));
  return `${significant(value / 1024 ** power, 3)}${NO_BREAK_SPACE}${BYTE_UNITS[power]}`;
}

/** A fraction of 1 as a percentage: `0.2812` → `28.1 %`, `0.0001` → `0.01 %`. */
export function share(fraction: number, digits = 3): string {
  return `${significant(fraction * 100, digits)}${NO_BREAK_SPACE}%`;
}

/** A ratio such as write amplification: always two decimals, so that it does not jump while it changes. */
export function ratio(value: number): string {
  return value.toFixed(2);
}

/** `1 page`, `2 pages`. */
export function plural(value: number, word: string): string {
  return `${count(value)} ${word}${value === 1 ? '' : 's'}`;
}

/** Prose whose numbers stay in one line: with their thousands, and with their unit. */
export const unbroken = (prose: string): string =>
  prose
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, NARROW_NO_BREAK_SPACE)
    .replace(/(?<=\d) (?=(?:%|[nµm]?s|min|[KMGT]iB)(?![\p{L}\d]))/gu, NO_BREAK_SPACE);
