/**
 * A look-up as nine numbered steps in words: done, being done, to come, or not needed.
 *
 * A function of what the core tells. What is to come follows from what is known: with a free slot nobody makes way, an
 * unchanged block is not written back, one that was never written is not read.
 */

import type { MapBlockWalk, MapCacheView } from '../../../engine/core-types';
import type { MarkedText } from '../../../engine/protocol';
import { count } from '../../../render/format';
import { address, countsUses, placeWords, policyWords } from './names';

export type StepState = 'done' | 'now' | 'ahead' | 'skipped';

export interface WalkStep {
  /** 1 to 9. */
  number: number;
  text: MarkedText;
  state: StepState;
}

export const STEPS = 9;
/** A look-up that finds its block in memory is over after this step. */
const HIT_ENDS = 2;

type Map = Pick<MapCacheView, 'policy' | 'entries_per_block' | 'cache_blocks' | 'used'>;

/** `under_way`: the operation just carried out belongs to the look-up. */
export function stepsOf(walk: MapBlockWalk, map: Map, under_way: boolean): WalkStep[] {
  const texts = textsOf(walk, map);
  return texts.map((text, i) => {
    const number = i + 1;
    return { number, text: text ?? unneeded(number, walk), state: stateOf(number, text !== null, walk, under_way) };
  });
}

function stateOf(number: number, needed: boolean, walk: MapBlockWalk, under_way: boolean): StepState {
  if (!needed) return 'skipped';
  if (number > walk.step) return 'ahead';
  return number === walk.step && under_way ? 'now' : 'done';
}

/** By step; null where it is not needed. */
function textsOf(walk: MapBlockWalk, map: Map): (MarkedText | null)[] {
  const id = count(walk.id);
  const which = `Which map block? ${count(walk.lbn)} / ${count(map.entries_per_block)} = **${id}**`;
  if (walk.hit) {
    const where = walk.address === null ? '' : ` at **${address(walk.address)}**`;
    return [which, `Directory: **${id}** is in memory${where}`, ...Array<null>(STEPS - HIT_ENDS).fill(null)];
  }
  return [
    which,
    `Directory: ${id} is **not** in memory`,
    makingWay(walk, map),
    writeBack(walk),
    fetch(walk),
    walk.address === null ? 'Put it into its slot' : `Put it into slot **${address(walk.address)}**`,
    'Bitmap: the slot is used again',
    counting(walk, map),
    inDirectory(walk),
  ];
}

function makingWay({ victim, step }: MapBlockWalk, { policy, cache_blocks, used }: Map): MarkedText | null {
  const least = policyWords(policy).victim;
  if (victim) return `Full: ${least} leaves, **${count(victim.id)}**`;
  return step < 3 && used >= cache_blocks ? `Full: ${least} leaves` : null;
}

function writeBack({ victim, step, written, pages }: MapBlockWalk): MarkedText | null {
  if (!victim) return step < 3 ? 'If it is dirty, write it to the SSD' : null;
  if (!victim.dirty) return null;
  const so_far = step === 4 && pages > 1 ? `, ${written} of ${pages} pages` : '';
  return victim.to ? `Dirty: write it to **${placeWords(victim.to)}**${so_far}` : 'Dirty: write it to the SSD';
}

function fetch({ id, from, step, read, pages }: MapBlockWalk): MarkedText | null {
  if (!from) return null;
  const so_far = step === 5 && pages > 1 ? `, ${read} of ${pages} pages` : '';
  return `Read ${count(id)} from **${placeWords(from)}**${so_far}`;
}

function counting({ id, step, hotness_before, hotness_after }: MapBlockWalk, { policy }: Map): MarkedText {
  const { worth } = policyWords(policy);
  if (step < 8) return countsUses(policy) ? `Count the load: ${worth} rises` : `Note the load of ${count(id)}`;
  return `Count the load: ${worth} ${count(hotness_before)} → **${count(hotness_after)}**`;
}

function inDirectory({ id, victim, address: at }: MapBlockWalk): MarkedText {
  const leaves = victim ? `${count(victim.id)} leaves, ` : '';
  return `Directory: ${leaves}${count(id)} is ${at === null ? 'in memory' : `at **${address(at)}**`}`;
}

const UNNEEDED: Readonly<Record<number, string>> = {
  3: 'A slot is free: nothing is evicted',
  4: 'Clean: nothing to write',
  5: 'Never written: nothing to read',
};

const unneeded = (number: number, { hit }: MapBlockWalk): string =>
  (hit ? ALWAYS[number - 1] : UNNEEDED[number]) ?? 'not needed';

/** What the entry says in the end: "Then 7 mod 4 = entry 3: physical page 43". */
export function outcome(walk: MapBlockWalk, { entries_per_block }: Pick<Map, 'entries_per_block'>): MarkedText {
  const which = `Then ${count(walk.lbn)} mod ${count(entries_per_block)} = entry **${count(walk.entry)}**`;
  if (walk.ppn !== null) return `${which}: physical page **${count(walk.ppn)}**`;
  return walk.cause === 'host-read' ? `${which} gives the page` : `${which} is updated`;
}

/** "a hit", "a miss, a slot is free", "a miss, the victim was dirty". */
export function verdictOf({ hit, victim, step }: MapBlockWalk): string {
  if (hit) return 'a hit: nothing to fetch';
  if (step < 2) return '';
  if (victim) return `a miss, its victim was ${victim.dirty ? 'dirty' : 'clean'}`;
  return step > 3 ? 'a miss, with a free slot' : 'a miss';
}

/** Said while there is no look-up yet: what each of them asks. */
export const ALWAYS: readonly MarkedText[] = [
  'Which map block? LBN / entries of a block',
  'Directory: in memory? Then that is all',
  'Cache full? Then one is evicted',
  'If it is dirty, write it to the SSD',
  'Read the missing block from the SSD',
  'Put it into the cache slot',
  'Bitmap: the slot is used again',
  'Count the load',
  'Directory: one leaves, one is in',
];
