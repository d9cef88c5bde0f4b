import { NONE } from '../../engine/protocol';

/** The LPN that page `at` holds or held; null for a page without one: free, torn, or padding. */
export function ownerAt(page_owner: ArrayLike<number> | undefined, at: number): number | null {
  const owner = page_owner?.[at] ?? NONE;
  return owner === NONE ? null : owner;
}
