/** The capacitor-backed RAM: what fills it, and the stripes that leave next. */

import type { TtflashRam, TtflashRamStripe, TtflashView } from '../../../engine/ttflash-view';
import { dataPages } from './names';

/** "full", "partial", and whether a page of it waits for its plane. */
export function classOf(
  { dirty, held }: Pick<TtflashRamStripe, 'dirty' | 'held'>,
  shape: Pick<TtflashView, 'channels' | 'parity'>,
): string {
  const kind = dirty.length >= dataPages(shape) ? 'full' : 'partial';
  return held.length > 0 ? `${kind}, waits for its plane` : kind;
}

/** What a place of a stripe is in RAM; the last place is the parity's. */
export type PlaceState = 'none' | 'clean' | 'dirty' | 'leaving' | 'held' | 'parity';

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

/** Parts of the RAM from the left, in pages: held back, leaving, other dirty pages, pages the same on flash. */
export function partsOf({
  used,
  dirty,
  leaving,
  held,
}: TtflashRam): { kind: 'held' | 'leaving' | 'dirty' | 'clean'; pages: number }[] {
  // Those that leave or are held are dirty too: what is on its way is still in RAM.
  const waiting = Math.max(0, dirty - leaving - held);
  const parts = [
    { kind: 'held', pages: held },
    { kind: 'leaving', pages: leaving },
    { kind: 'dirty', pages: waiting },
    { kind: 'clean', pages: Math.max(0, used - held - leaving - waiting) },
  ] as const;
  return parts.filter(({ pages }) => pages > 0).map((part) => ({ ...part }));
}
