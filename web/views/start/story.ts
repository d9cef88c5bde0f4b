/** What the toy on the start page has just done, in a sentence. */

import type { Operation } from '../../engine/protocol';

export const letterOf = (lpn: number): string => String.fromCharCode(65 + lpn);

/** Null for operations that move nothing. */
export function storyOf(operation: Operation, pages_per_block: number): string | null {
  const page = operation.lpn === null ? '' : letterOf(operation.lpn);
  const block = operation.block ?? (operation.from === null ? null : Math.floor(operation.from / pages_per_block));
  switch (operation.kind) {
    case 'program':
      return operation.stale === null
        ? `${page} goes to the next free page.`
        : `The new ${page} goes to a free page. The old ${page} is dead weight until its whole block is erased.`;
    case 'gc-start':
      return `Free blocks run out. Block ${block} has the fewest live pages, so it is emptied.`;
    case 'copy':
      return `${page} is still alive, so it moves before block ${block} is erased.`;
    case 'erase':
      return `Block ${block} is erased: its ${pages_per_block} pages are free again.`;
    default:
      return null;
  }
}

/** What it writes while nobody has touched it: some pages often, as programs do. */
export const DEMONSTRATION: readonly number[] = [0, 1, 2, 3, 4, 0, 2, 6, 3, 7, 0, 5, 2, 0, 1, 2, 6, 0, 4, 2];
