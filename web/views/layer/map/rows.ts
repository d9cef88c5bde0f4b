/** Which translation pages have a row: all where they are few, else those the look-up needs and their neighbours. */

/** `wanted` first by importance. In ascending order. */
export function rowsInSight(pages: number, wanted: readonly number[], max: number): number[] {
  if (pages <= max) return Array.from({ length: pages }, (_, page) => page);
  const chosen = new Set(wanted.filter((page) => page < pages).slice(0, max));
  const middle = wanted[0] ?? 0;
  for (let away = 0; chosen.size < max; away += 1) {
    for (const page of [middle + away, middle - away]) {
      if (page >= 0 && page < pages && chosen.size < max) chosen.add(page);
    }
  }
  return [...chosen].sort((a, b) => a - b);
}
