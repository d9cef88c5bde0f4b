/** What the cells stage is asked to show. */

import type { ColourBy, Operation, PageState, StageCells } from '../../../engine/protocol';
import type { AppearanceOf } from '../../../render/identity';
import type { MotionMode } from '../../stage-kit/motion-plan';

export interface CellsPicture {
  cells: StageCells;
  /** The data block of each logical block where the map has an entry for each block; null where it has one for each page. */
  homes: readonly number[] | null;
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
  /** The blocks among which it was chosen, and what they are called; null where the policy looked at all. */
  among: Among | null;
  colour_by: ColourBy;
  appearances: AppearanceOf;
  isolate: PageState | null;
  hovered_page: number | null;
  pinned_pages: readonly number[];
  lit_lpn: number | null;
}

export interface Among {
  blocks: ReadonlySet<number>;
  word: string;
}
