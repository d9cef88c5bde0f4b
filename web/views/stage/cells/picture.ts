/** What the cells stage is asked to show. */

import type { ColourBy, Operation, PageState, StageCells } from '../../../engine/protocol';
import type { AppearanceOf } from '../../../render/identity';
import type { MotionMode } from './motion-plan';

export interface CellsPicture {
  cells: StageCells;
  /** Planes; blocks of one plane stand together. */
  planes: number;
  /** Names a plane above its blocks. */
  plane_name: (plane: number) => string;
  /** What led here from the picture shown before, if it is to be told. */
  operations: readonly Operation[];
  mode: MotionMode;
  /** How many times faster than at rest motion runs, 1 to 4. */
  speed: number;
  /** Block the policy has chosen. */
  victim: number | null;
  colour_by: ColourBy;
  appearances: AppearanceOf;
  isolate: PageState | null;
  hovered_page: number | null;
  pinned_pages: readonly number[];
  lit_lpn: number | null;
}

/** How a place is written: block · page. */
export const placeName = (page: number, pages_per_block: number): string =>
  `${Math.floor(page / pages_per_block)}·${page % pages_per_block}`;
