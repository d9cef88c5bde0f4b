/** Numbers for people: thin spaces between thousands, a unit after a space. */

const THIN = '\u2009';

/** 1048576 → "1 048 576". */
export function count(value: number): string {
  const [whole = '', rest] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, THIN);
  return rest ? `${grouped}.${rest}` : grouped;
}

/** At most `digits` significant digits, without trailing zeros: 2.380 → "2.38". */
export function significant(value: number, digits = 3): string {
  if (value !== 0 && Math.abs(value) >= 10 ** digits) return count(Math.round(value));
  return count(Number(value.toPrecision(digits)));
}

/** 3100000 → "3.1 M". */
export function short(value: number): string {
  if (value < 10_000) return count(Math.round(value));
  if (value < 1e6) return `${significant(value / 1e3)} k`;
  if (value < 1e9) return `${significant(value / 1e6)} M`;
  return `${significant(value / 1e9)} G`;
}

const BYTES: readonly [number, string][] = [
  [2 ** 40, 'TiB'],
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
];

/** 2147483648 → "2 GiB". */
export function bytes(value: number): string {
  for (const [size, unit] of BYTES) if (value >= size) return `${significant(value / size)} ${unit}`;
  return `${count(value)} B`;
}

/** 0.28 → "28 %". */
export const percent = (share: number): string => `${significant(share * 100)} %`;

/** Simulated time in the unit that suits its size. */
export function duration(ns: number): string {
  const seconds = ns / 1e9;
  if (ns < 1e3) return `${count(Math.round(ns))} ns`;
  if (ns < 1e6) return `${significant(ns / 1e3)} µs`;
  if (seconds < 1) return `${significant(ns / 1e6)} ms`;
  if (seconds < 120) return `${significant(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
  return `${significant(minutes / 1440)} days`;
}

/** "1 write", "2 writes". */
export const plural = (value: number, noun: string): string => `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
