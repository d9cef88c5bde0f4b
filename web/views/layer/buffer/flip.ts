/** Rows that have changed their place: where each comes from. */

export interface Shift<K> {
  key: K;
  /** How far above or below its new place it stood; null for one that was not there. */
  from_px: number | null;
}

/** From places before to places after, both from the top. Rows that stay are left out. */
export function shifts<K>(before: ReadonlyMap<K, number>, after: ReadonlyMap<K, number>): Shift<K>[] {
  return [...after].flatMap(([key, top]): Shift<K>[] => {
    const was = before.get(key);
    if (was === top) return [];
    return [{ key, from_px: was === undefined ? null : was - top }];
  });
}
