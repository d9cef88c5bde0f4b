/** The capacitor-backed RAM: what fills it, and the stripes that leave next. */

import type { TtflashRam, TtflashRamStripe, TtflashView } from '../../../engine/core-types';

/** "full", "partial", or, once it is on its way, "leaving" and whether a page of it waits for its plane. */
export function classOf({ dirty, leaving, held, pages }: TtflashRamStripe): string {
  if (held.length > 0) return 'waits for its plane';
  if (leaving.length > 0) return 'leaving';
  return dirty.length >= pages ? 'full' : 'partial';
}

/** What a place of a stripe is in RAM; the last place is the parity's. */
export type PlaceState = 'none' | 'dirty' | 'leaving' | 'held' | 'parity';

export function placesOf(
  { dirty, leaving, held }: Pick<TtflashRamStripe, 'dirty' | 'leaving' | 'held'>,
  shape: Pick<TtflashView, 'channels' | 'parity'>,
): PlaceState[] {
  return Array.from({ length: shape.channels }, (_, place): PlaceState => {
    if (held.includes(place)) return 'held';
    if (leaving.includes(place)) return 'leaving';
    if (dirty.includes(place)) return 'dirty';
    return shape.parity && place === shape.channels - 1 ? 'parity' : 'none';
  });
}

/** Parts of the RAM from the left, in pages: held back for a plane, on their way, and not yet. */
export function partsOf({ dirty, leaving, held }: TtflashRam): { kind: 'held' | 'leaving' | 'dirty'; pages: number }[] {
  // A parity that is held takes no page of the RAM.
  const stays = Math.min(held, leaving);
  const parts = [
    { kind: 'held', pages: stays },
    { kind: 'leaving', pages: leaving - stays },
    { kind: 'dirty', pages: dirty },
  ] as const;
  return parts.filter(({ pages }) => pages > 0).map((part) => ({ ...part }));
}
