/** What stands at the places of the picture, as marks: rows, slots, map blocks on the SSD. A function of what the core tells. */

import type { FlashMapBlock, MapBlockWalk, MapCacheSlot, TableEntry } from '../../../engine/core-types';
import { count } from '../../../render/format';
import { isMany } from './block-places';
import type { CellAppearance, Mark } from './cells';
import type { HostMapPicture } from './model';
import { lastStep } from './model';

/** How a step stands while the look-up is at `walk.step`. */
export type Phase = 'ahead' | 'now' | 'done';

export function phaseOf(step: number, { walk, under_way }: Pick<HostMapPicture, 'walk' | 'under_way'>): Phase {
  if (!walk || step > walk.step || step > lastStep(walk)) return 'ahead';
  return step === walk.step && under_way ? 'now' : 'done';
}

const samePlace = ({ line, offset }: FlashMapBlock, place: readonly [number, number] | null | undefined): boolean =>
  place != null && line === place[0] && offset === place[1];

/** Whether a map block on the SSD is the one that is being written. */
const isNewPlace = (block: FlashMapBlock, walk: MapBlockWalk): boolean =>
  walk.victim?.to ? samePlace(block, walk.victim.to) : block.state === 'new';

/** The cells of a map block on the SSD: `pieces` of them, entries where it is one page, else pages. */
export function blockCells(block: FlashMapBlock, picture: HostMapPicture, pieces: number): CellAppearance[] {
  const { map, walk } = picture;
  const by_page = map !== null && isMany(map);
  const marks = by_page ? pageMarks(block, picture, pieces) : Array<Mark>(pieces).fill(wholeMark(block, picture));
  return marks.map((mark, i) => ({
    mark,
    label: by_page || mark === 'free' ? '' : entryName(block.entries[i]),
    asked: !by_page && walk !== null && block.id === walk.id && phaseOf(5, picture) === 'now' && i === walk.entry,
  }));
}

/** The mark of a map block of one page. */
function wholeMark(block: FlashMapBlock, picture: HostMapPicture): Mark {
  const { walk } = picture;
  if (block.state === 'stale') return 'stale';
  if (walk && isNewPlace(block, walk) && walk.victim?.id === block.id) {
    const writes = phaseOf(4, picture);
    if (writes !== 'done') return writes === 'now' ? 'programming' : 'free';
  }
  return walk && samePlace(block, walk.from) && phaseOf(5, picture) === 'now' ? 'reading' : 'map';
}

/** Page by page, as far as it has come. */
function pageMarks(block: FlashMapBlock, picture: HostMapPicture, pieces: number): Mark[] {
  const { walk } = picture;
  const upTo = (so_far: number, mark: Mark, rest: Mark): Mark[] => {
    // A block of one page is written, or read, while its step is the present one.
    const reached = walk && walk.pages > 1 ? Math.round((so_far / walk.pages) * pieces) : pieces;
    return Array.from({ length: pieces }, (_, i) => (i < reached ? mark : rest));
  };
  if (block.state === 'stale') return Array<Mark>(pieces).fill('stale');
  if (walk && isNewPlace(block, walk) && walk.victim?.id === block.id) {
    const writes = phaseOf(4, picture);
    if (writes !== 'done') return writes === 'now' ? upTo(walk.written, 'programming', 'free') : upTo(0, 'map', 'free');
  }
  if (walk && samePlace(block, walk.from) && phaseOf(5, picture) === 'now') return upTo(walk.read, 'reading', 'map');
  return Array<Mark>(pieces).fill('map');
}

/** The cells of a cache slot. */
export function slotCells(slot: MapCacheSlot, picture: HostMapPicture, pieces: number): CellAppearance[] {
  const { walk } = picture;
  const arrives = walk !== null && !walk.hit && slot.slot === walk.slot && slot.id === walk.id;
  const now = arrives && phaseOf(6, picture) === 'now';
  // A slot between two blocks is hollow.
  if (slot.entries.length === 0) return Array<CellAppearance>(pieces).fill({ mark: 'free', label: '' });
  return slot.entries.map((entry) => ({
    mark: now ? 'programming' : 'map',
    label: entryName(entry),
    asked: walk !== null && slot.id === walk.id && entry[0] === walk.lbn && isAnswered(walk),
  }));
}

/** Whether the entry that is looked for can be read. */
const isAnswered = (walk: MapBlockWalk): boolean => walk.step >= lastStep(walk);

const entryName = (entry: TableEntry | undefined): string => (entry ? (entry[1] === null ? '–' : count(entry[1])) : '');

/** What a slot holds, in ever fewer words; the first that has room is written. */
export function slotWords(slot: MapCacheSlot, picture: HostMapPicture, range: string): string[] {
  const { walk } = picture;
  const for_new = walk !== null && !walk.hit && slot.slot === walk.slot && walk.step < lastStep(walk);
  if (slot.id === null)
    return for_new ? [`free for block ${count(walk.id)}`, `free for ${count(walk.id)}`, 'free'] : ['free'];
  const name = `block ${count(slot.id)}`;
  const changed = slot.dirty ? ', dirty' : '';
  const arrives = walk !== null && !walk.hit && slot.id === walk.id && walk.step < lastStep(walk);
  if (arrives) return [`${name} arriving: ${range}`, `${name} arriving`, name];
  const leaves = walk?.victim?.slot === slot.slot && walk.victim.id === slot.id && !isAnswered(walk);
  if (leaves) return [`${name} leaves: ${range}`, `${name} leaves`, name];
  return [`${name}: ${range}${changed}`, `${name}${changed}`, `${count(slot.id)}${changed}`, name];
}
