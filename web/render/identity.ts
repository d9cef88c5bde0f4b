/**
 * Whose a page is: the appearance of each logical block. The core says which of 64 appearances each one in sight has, by the order in
 * which the host first asked for them: hue, then pattern, then a double outline.
 */

import type { Identities } from '../engine/protocol';
import { type Colours, HUES, type Paint } from './colours';
import { type Pattern, patternOf } from './pattern';

/** The appearance of a logical block, from 0. */
export type AppearanceOf = (lbn: number) => number;

export interface Identity {
  paint: Paint;
  pattern: Pattern;
}

/** 8 hues, 4 patterns, a single or a double outline. */
export const APPEARANCES = 64;

/** Appearances of the blocks that a frame tells of; any other has the appearance of its number. */
export function appearancesOf({ lbn, appearance }: Identities): AppearanceOf {
  const appearances = new Map(lbn.map((number, i) => [number, appearance[i] ?? 0]));
  return (number) => appearances.get(number) ?? number % APPEARANCES;
}

export const identityOf = (colours: Colours, appearance: number): Identity => ({
  paint: colours.owners[appearance % HUES] ?? colours.cells.valid,
  pattern: patternOf(appearance, HUES),
});
