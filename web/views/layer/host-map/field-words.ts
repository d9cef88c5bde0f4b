/** The map of all map blocks in a sentence. */

import type { MapCacheView } from '../../../engine/core-types';
import { count, plural } from '../../../render/format';
import { tally } from './field-layout';

/** "6 400 map blocks: 2 048 in memory, 1 400 of them dirty, 4 352 on the SSD". */
export function inWords(map: Pick<MapCacheView, 'state' | 'map_blocks'>): string {
  const [ssd, memory, changed, never] = tally(map);
  const parts = [
    `${count(memory + changed)} in memory, ${count(changed)} of them dirty`,
    `${count(ssd)} on the SSD`,
    ...(never === 0 ? [] : [`${count(never)} never written`]),
  ];
  return `${plural(map.map_blocks, 'map block')}: ${parts.join(', ')}`;
}
