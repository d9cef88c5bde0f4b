/**
 * Whose a page is: the look of each logical block. The core says which of 64 looks each one in sight has, by the order in
 * which the host first asked for them: hue, then pattern, then a double outline.
 */

import type { Identities } from '../engine/protocol';
import type { Colours, Paint } from './colours';
import { type Pattern, patternOf } from './pattern';

/** The look of a logical block, from 0. */
export type LookOf = (lbn: number) => number;

export interface Identity {
  paint: Paint;
  pattern: Pattern;
}

export const HUES = 8;
/** 8 hues, 4 patterns, a single or a double outline. */
export const LOOKS = 64;

/** Looks of the blocks that a frame tells of; any other has the look of its number. */
export function looksOf({ lbn, look }: Identities): LookOf {
  const looks = new Map(lbn.map((number, i) => [number, look[i] ?? 0]));
  return (number) => looks.get(number) ?? number % LOOKS;
}

export const identityOf = (colours: Colours, look: number): Identity => ({
  paint: colours.owners[look % HUES] ?? colours.cells.valid,
  pattern: patternOf(look, HUES),
});
