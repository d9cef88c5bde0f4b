/** How pages look on the stages of layers: the fill says whose they are, marks say their state. */

import type { PageState } from '../../engine/protocol';
import type { CellAppearance } from '../../render/cell';
import type { Colours } from '../../render/colours';
import type { Rect } from '../../render/geometry';
import { type AppearanceOf, type Identity, identityOf } from '../../render/identity';
import { labelShare, leastLabel, legible } from '../../render/label';
import { BOLD, wordsWidth } from '../../render/text-width';

/** What all parts draw with. */
export interface Ink {
  colours: Colours;
  text_px: number;
  pages_per_block: number;
  appearances: AppearanceOf;
}

/** A label may take the whole width of a small cell; in wider ones it leaves room for a ring. */
const labelRoom = (width: number): number => Math.min(width, 0.93 * width + 0.8);

/** A label over a pattern stands on a plate that is wider by this, in sizes of the label. */
const PLATE = 0.5;

/**
 * Size of a label in a cell, at most `share` of the text's; 0 where it would be too small to read. `beside`: room that is taken beside it,
 * in its own sizes.
 */
export function labelSize(
  label: string,
  { width, height }: { width: number; height: number },
  text_px: number,
  share = 1,
  beside = 0,
): number {
  const size = Math.min(
    legible(text_px * share, text_px),
    height * labelShare(0.54, text_px),
    labelRoom(width) / (wordsWidth(label, BOLD) + beside),
  );
  return size >= leastLabel(text_px) ? size : 0;
}

/** How the pages of a logical block are told from those of others. */
export const ownerOf = ({ colours, appearances }: Ink, lbn: number): Identity => identityOf(colours, appearances(lbn));

/** Whether each page of a row has room for a label as long as the longest of them, whatever pattern it has. */
export const hasLabels = (longest: string, rect: Pick<Rect, 'width' | 'height'>, text_px: number): boolean =>
  labelSize(longest, rect, text_px, 1, PLATE) > 0;

/**
 * How a page looks whose fill says whose it is: dead ones are grey with a slash and keep a stripe of their owner's hue. `longest`: the longest
 * label of its row, where all are to be of one size.
 */
export function pageAppearance(
  ink: Ink,
  state: PageState,
  lpn: number | null,
  label: string,
  rect: Rect,
  longest = label,
): CellAppearance {
  const { text_px, pages_per_block } = ink;
  if (state === 'free' || lpn === null) return { mark: state };
  const lbn = Math.floor(lpn / pages_per_block);
  const { paint, pattern } = ownerOf(ink, lbn);
  const label_px = labelSize(longest, rect, text_px, 1.36, pattern.kind === 'solid' ? 0 : PLATE);
  const appearance: CellAppearance = { mark: state, label: label_px > 0 ? label : '', label_px };
  if (state === 'invalid') return { ...appearance, stripe: paint, pattern };
  return state === 'valid' ? { ...appearance, paint, pattern } : appearance;
}
