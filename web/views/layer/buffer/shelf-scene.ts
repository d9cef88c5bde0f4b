/** What the shelf consists of: boxes of pages that stand, or lie, in order of leaving, and words. Pixels of the stage's box. */

import type { Point, Rect } from '../../../render/geometry';

/** How a page is held: whole, in part, the same as on flash; a place without a page; a page that has been written since. */
export type Held = 'whole' | 'part' | 'clean' | 'hole' | 'gone';

export interface PageCell {
  rect: Rect;
  held: Held;
  label: string;
}

/** A group's column, or a page of a queue: it keeps its key while it moves. */
export interface Box {
  key: string;
  lbn: number;
  rect: Rect;
  /** Pages that are large enough to be told apart; else `bars`. In pixels of the box. */
  cells: PageCell[];
  /** Pages of a large block as one outline. */
  bars: string;
  first: boolean;
  leaving: boolean;
  /** What is said of it, and the bar of its score from its foot up: they go where it goes. In pixels of the box. */
  words?: SceneWord[];
  score?: Rect;
  /** The page of a line that the present request has used last. */
  used?: boolean;
  /** Size of the names in its cells; small where nothing is said. */
  letters?: 'small' | 'medium' | 'large';
}

export interface SceneWord {
  x: number;
  y: number;
  text: string;
  anchor: 'start' | 'middle' | 'end';
  kind: '' | 'is-bold' | 'is-next' | 'is-tick' | 'is-quiet';
}

/** A part of the order, with its name. */
export interface Bracket {
  x: number;
  y: number;
  width: number;
}

/** Anything that the pointer or the keyboard cursor can stand on. */
export interface Standing {
  rect: Rect;
  title: string;
  lines: string[];
}

export interface ShelfScene {
  boxes: Box[];
  words: SceneWord[];
  brackets: Bracket[];
  /** The board that groups stand on. */
  board: { x: number; y: number; width: number } | null;
  /** Where what leaves will stand, while nothing does. */
  empty: Rect | null;
  standings: Standing[];
  /** Grounds that set a part of a line apart, connectors that pages have taken, and places that they have left. */
  bands: Rect[];
  connectors: Connector[];
  ghosts: Rect[];
  /** Room that pages and groups share, as one bar. */
  shares: ShareBar | null;
}

export interface ShareBar {
  rect: Rect;
  /** Where the room of pages ends, and where it ended before the present request and to begin with. */
  edge_x: number;
  before_x: number;
  first_x: number;
  /** What both hold: pages from the left end, groups from the right. */
  pages: Rect;
  groups: Rect;
}

/** A way that a page has taken, or takes: an arrow at its end. */
export interface Connector {
  points: readonly Point[];
  kind: 'moved' | 'came' | 'leaves';
}

export const blankScene = (): ShelfScene => ({
  boxes: [],
  words: [],
  brackets: [],
  board: null,
  empty: null,
  standings: [],
  bands: [],
  connectors: [],
  ghosts: [],
  shares: null,
});

export interface SceneSize {
  width: number;
  height: number;
  text_px: number;
}
