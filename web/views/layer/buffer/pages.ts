/** Places of pages in a block: as runs, and in words. */

export interface Run {
  first: number;
  length: number;
}

/** Ascending places as runs of neighbours. */
export function runsOf(offsets: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const offset of offsets) {
    const last = runs.at(-1);
    if (last && offset === last.first + last.length) last.length += 1;
    else runs.push({ first: offset, length: 1 });
  }
  return runs;
}

/** Outlines of places side by side, each `page` wide, between two heights. */
export const outlines = (offsets: readonly number[], top: number, foot: number, page = 1): string =>
  runsOf(offsets)
    .map(({ first, length }) => `M${tidy(first * page)} ${top}h${tidy(length * page)}V${foot}h${tidy(-length * page)}z`)
    .join('');

const tidy = (value: number): number => Math.round(value * 100) / 100;

const RUNS_TOLD = 8;

/** "pages 0–3, 9, 12–40". */
export function placesInWords(offsets: readonly number[]): string {
  if (offsets.length === 0) return 'no page';
  const runs = runsOf(offsets);
  const told = runs
    .slice(0, RUNS_TOLD)
    .map(({ first, length }) => (length === 1 ? `${first}` : `${first}–${first + length - 1}`));
  const more = runs.length - told.length;
  const list = more > 0 ? `${told.join(', ')} and ${more} more runs` : told.join(', ');
  return `${offsets.length === 1 ? 'page' : 'pages'} ${list}`;
}
