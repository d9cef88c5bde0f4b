/** Words of the picture: what beside each part, and the look-up's own arithmetic. */

import type { MapBlockWalk, MapCacheView } from '../../../engine/core-types';
import type { MarkedText } from '../../../engine/protocol';
import { bytes, count, plural } from '../../../render/format';
import { lastStep } from './model';

/** What stands beside the names of the parts: the longest that has room is taken. */
export function notesOf(map: MapCacheView): Record<'Directory' | 'Cache' | 'SSD', string[]> {
  const { cache_blocks, entries_per_block, block_bytes } = map;
  const slots = plural(cache_blocks, 'block');
  const each =
    entries_per_block <= 64 ? plural(entries_per_block, 'entry').replace('entrys', 'entries') : bytes(block_bytes);
  return {
    Directory: ['small, always in memory', 'in memory'],
    Cache: [`${slots} of ${each}, in memory`, `${slots} of ${each}`, slots],
    SSD: ['map blocks among the data', 'map blocks'],
  };
}

export interface Arithmetic {
  lbn: string;
  which: MarkedText;
  /** The physical page, once it is known. */
  result: string | null;
}

/** "LBN 7": "7 / 4 = block 1, entry 3", and in the end "page 43". */
export function arithmetic(
  walk: MapBlockWalk,
  { entries_per_block }: Pick<MapCacheView, 'entries_per_block'>,
): Arithmetic {
  const { lbn, id, entry, ppn } = walk;
  return {
    lbn: `LBN ${count(lbn)}`,
    which: `${count(lbn)} / ${count(entries_per_block)} = block **${count(id)}**, entry **${count(entry)}**`,
    result: ppn !== null && walk.step >= lastStep(walk) ? `physical page ${count(ppn)}` : null,
  };
}
