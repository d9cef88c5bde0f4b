/** How room is made, as a story of three frames: before, the move itself, after. Whichever of them is present, all three are told. */

import type { CacheView, Decision, Moved } from '../../../engine/protocol';
import { atGate, type ClashPicture, decisionNow, goesDown, type Way, wayOf } from './picture';

/** Both spaces at a moment. */
export interface Shelves {
  sets: { lbn: number; column: number; offsets: number[] }[];
  slots: { lbn: number | null; offsets: number[] }[];
}

export interface StoryFrame {
  title: string;
  note: 'before' | 'the move' | 'after';
  shelves: Shelves;
  /** The moment: how many operations have been carried out by then. */
  op: number;
}

export interface Story {
  way: Way;
  moved: readonly Moved[];
  frames: [StoryFrame, StoryFrame, StoryFrame];
  /** Which of them is now. */
  present: 0 | 1 | 2;
  /** The page that room is made for. */
  waiting: number | null;
}

/** The story of the present moment; null where no room is being made. */
export function storyOf(picture: ClashPicture): Story | null {
  const decision = decisionNow(picture);
  const { act } = picture.cache;
  if (!decision || !act || decision.moved.length === 0) return null;
  const way = wayOf(decision);
  const present = presentFrame(picture, decision, way);
  if (present === null) return null;
  const gate = atGate(picture);
  const waiting = gate?.asks === 'write' ? gate.lpn : null;
  const first = beforeOf(picture, decision);
  const last = afterOf(first, decision.moved, waiting, picture);
  const page = waiting === null ? 'the page' : nameOf(waiting, picture.pages_per_block);
  const [one, two, three] = titles(way, decision.moved, page);
  const { op } = decision;
  return {
    way,
    moved: decision.moved,
    present,
    waiting,
    frames: [
      { title: one, note: 'before', shelves: first, op },
      { title: two, note: 'the move', shelves: first, op: present === 1 ? act.index + 1 : op + 1 },
      { title: three, note: 'after', shelves: last, op: endOf(decision, way) },
    ],
  };
}

function presentFrame({ cache }: ClashPicture, { op }: Decision, way: Way): 0 | 1 | 2 | null {
  const { act, flush } = cache;
  if (!act) return null;
  if (act.index + 1 === op) return 0;
  if (act.index === op) return 1;
  if (way === 'flush') return flush !== null || act.kind === 'flush-end' ? 1 : null;
  return act.kind === 'cache-insert' && act.index === op + 1 ? 2 : null;
}

/** Behind a flush come its end, the set that goes down, and the page. */
function endOf({ op, prices }: Decision, way: Way): number {
  const [price] = prices;
  return way === 'flush' && price ? op + price.reads + price.erases + price.programs + 4 : op + 2;
}

function titles(way: Way, moved: readonly Moved[], page: string): [string, string, string] {
  const down = moved.find(goesDown);
  const set = down ? `B${down.lbn}` : 'the set';
  switch (way) {
    case 'down':
      return [`No room for ${page}`, `${set} goes down`, `${page} takes a freed slot`];
    case 'swap':
      return [`No room for ${page}`, 'Set and block swap places', `${page} takes a freed slot`];
    case 'flush':
      return ['No block has fewer pages', `B${moved[0]?.lbn ?? ''} goes to flash`, `${set} goes down, ${page} in`];
  }
}

const nameOf = (lpn: number, pages_per_block: number): string =>
  `${Math.floor(lpn / pages_per_block)}\u00b7${lpn % pages_per_block}`;

const copyOf = ({ sets, blocks }: Pick<CacheView, 'sets' | 'blocks'>): Shelves => ({
  sets: sets.map(({ lbn, column, offsets }) => ({ lbn, column, offsets: [...offsets] })),
  slots: blocks.map(({ lbn, offsets }) => ({ lbn, offsets: [...offsets] })),
});

/** Both spaces when the choice was made: what has been done since is undone. */
function beforeOf({ cache, pages_per_block }: ClashPicture, { moved, op }: Decision): Shelves {
  const shelves = copyOf(cache);
  const { act } = cache;
  if (act && act.index < op) return shelves;
  if (act?.kind === 'cache-insert' && act.lpn !== null)
    takeSet(shelves, Math.floor(act.lpn / pages_per_block), [act.lpn % pages_per_block]);
  const flushes = moved.some(({ to }) => to.place === 'flash');
  for (const move of moved) {
    // Behind a flush, the set has not gone down yet.
    if (flushes || move.to.place !== 'block') continue;
    takeSlot(shelves, move.to.slot, move.offsets);
    putSet(shelves, move, move.column ?? freeColumn(shelves));
  }
  for (const move of moved) {
    if (move.to.place === 'block') continue;
    if (move.to.place === 'pages') takeSet(shelves, move.lbn, move.offsets);
    if (move.from_slot === null) putSet(shelves, move, move.column ?? freeColumn(shelves));
    else putSlot(shelves, move.from_slot, move);
  }
  return shelves;
}

/** Both spaces once room is made, and the page that waited has come in. */
function afterOf(
  before: Shelves,
  moved: readonly Moved[],
  waiting: number | null,
  { cache, pages_per_block }: ClashPicture,
): Shelves {
  const shelves = copyOf({ sets: before.sets as CacheView['sets'], blocks: before.slots as CacheView['blocks'] });
  for (const move of moved) {
    if (move.to.place === 'block') continue;
    if (move.from_slot !== null) takeSlot(shelves, move.from_slot, move.offsets);
    else takeSet(shelves, move.lbn, move.offsets);
    const column = cache.sets.find(({ lbn }) => lbn === move.lbn)?.column ?? freeColumn(shelves);
    if (move.to.place === 'pages') putSet(shelves, move, column);
  }
  for (const move of moved) {
    if (move.to.place !== 'block') continue;
    takeSet(shelves, move.lbn, move.offsets);
    putSlot(shelves, move.to.slot, move);
  }
  if (waiting !== null) {
    const lbn = Math.floor(waiting / pages_per_block);
    const column = cache.sets.find((set) => set.lbn === lbn)?.column ?? freeColumn(shelves);
    putSet(shelves, { lbn, offsets: [waiting % pages_per_block] }, column);
  }
  return shelves;
}

type Pages = Pick<Moved, 'lbn' | 'offsets'>;

const joined = (a: readonly number[], b: readonly number[]): number[] =>
  [...new Set([...a, ...b])].sort((x, y) => x - y);
const without = (a: readonly number[], b: readonly number[]): number[] => a.filter((offset) => !b.includes(offset));

function freeColumn({ sets }: Shelves): number {
  const taken = new Set(sets.map(({ column }) => column));
  let free = 0;
  while (taken.has(free)) free++;
  return free;
}

function putSet(shelves: Shelves, { lbn, offsets }: Pages, column: number): void {
  const there = shelves.sets.find((set) => set.lbn === lbn);
  if (there) there.offsets = joined(there.offsets, offsets);
  else shelves.sets.push({ lbn, column, offsets: [...offsets] });
}

function takeSet(shelves: Shelves, lbn: number, offsets: readonly number[]): void {
  for (const set of shelves.sets) if (set.lbn === lbn) set.offsets = without(set.offsets, offsets);
  shelves.sets = shelves.sets.filter((set) => set.offsets.length > 0);
}

function putSlot({ slots }: Shelves, slot: number, { lbn, offsets }: Pages): void {
  slots[slot] = { lbn, offsets: joined(slots[slot]?.lbn === lbn ? slots[slot].offsets : [], offsets) };
}

function takeSlot({ slots }: Shelves, slot: number, offsets: readonly number[]): void {
  const there = slots[slot];
  if (!there) return;
  there.offsets = without(there.offsets, offsets);
  if (there.offsets.length === 0) there.lbn = null;
}
