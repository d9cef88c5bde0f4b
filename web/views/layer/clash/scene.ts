/** What the stage of C-lash consists of: cells, boxes and connectors for the canvas, words for the page. Pixels of the stage's box. */

import type { PageState } from '../../../engine/protocol';
import type { CellAppearance } from '../../../render/cell';
import type { Point, Rect } from '../../../render/geometry';
import type { Identity } from '../../../render/identity';
import { type Ink, labelSize, pageAppearance } from '../../stage-kit/page-appearance';
import { type Word as PlainWord, type Tone, widthOf } from '../../stage-kit/words-layer';
import type { Path, Station } from './paths';

/** Where a cell stands: in a column, in a tray, in the large or a small block of the flash, at the host, on a path. */
export type Part = 'column' | 'tray' | 'work' | 'home' | 'host' | 'tag' | 'path';

export interface ClashCell {
  /** What stays the same while it changes place or look; empty for cells that nothing happens to. */
  key: string;
  part: Part;
  rect: Rect;
  appearance: CellAppearance;
  lpn: number | null;
  /** What it is, in words. */
  words: string;
  /** A place that a page has left: dashed. */
  ghost?: boolean;
  /** The flash holds, or held, the same. */
  copied?: boolean;
  /** Being read, or programmed: a ring in that colour. */
  ring?: 'reading' | 'programming';
}

export interface Box {
  rect: Rect;
  kind: 'tray' | 'free' | 'marked' | 'leaving' | 'host' | 'new' | 'home';
}

/** A way that pages take, drawn before they go and until the next step. */
export interface Connector {
  path: Path;
  points: Point[];
  /** Where its letter stands. */
  badge: Point;
  /** It is announced, and not yet taken. */
  ahead: boolean;
}

/** A path between two stations, as in the paper's figure. */
export interface Wire {
  path: Path;
  x: number;
  from: number;
  to: number;
  badge: Rect;
  lit: boolean;
}

export interface StationBox {
  station: Station;
  rect: Rect;
}

/**
 * When in a motion a word is there. Without a phase: until pages move as the scene before has it, then as the scene after. `now`: as the
 * scene after, throughout.
 */
export type Phase = 'before' | 'moving' | 'landed' | 'now';

export interface Word extends PlainWord {
  phase?: Phase;
  /** What a word that is there throughout tells of: of the same, it tells what was until pages have landed. */
  about?: string;
  /** What it says until then where the scene before tells of something else. */
  until?: string;
}

/** Page slots side by side: a hue where one is taken, hollow where it is free. */
export interface Meter {
  rects: { rect: Rect; fill: string | null; owner?: Identity }[];
}

/** A bar that the host's page cannot pass. */
export interface Gate {
  from: Point;
  to: Point;
}

export interface Scene {
  height: number;
  shelf: { x: number; y: number; width: number };
  boxes: Box[];
  connectors: Connector[];
  wires: Wire[];
  stations: StationBox[];
  cells: ClashCell[];
  words: Word[];
  meter: Meter;
  gate: Gate | null;
}

export const emptyScene = (height: number): Scene => ({
  height,
  shelf: { x: 0, y: 0, width: 0 },
  boxes: [],
  connectors: [],
  wires: [],
  stations: [],
  cells: [],
  words: [],
  meter: { rects: [] },
  gate: null,
});

/** The first of some texts, longest first, that fits; nothing if none does. */
export const fitting = (texts: readonly string[], room: number, tone: Tone, text_px: number): string =>
  texts.find((text) => widthOf(text, tone, text_px) <= room) ?? '';

export const word = (x: number, y: number, text: string, align: Word['align'], tone: Tone, phase?: Phase): Word => ({
  x,
  y,
  text,
  align,
  tone,
  ...(phase ? { phase } : {}),
});

/** Narrower cells have no room for the name of a page. */
const NAMED_MIN_PX = 22;

/** Pages of larger blocks are named by their number alone: their block's name stands beside them. */
const NAMED_MAX_PAGES = 16;

/** A page with its name; with its number in its block alone where `numbered` and there is no room for the name. */
export function namedPage(ink: Ink, state: PageState, lpn: number, rect: Rect, numbered: boolean): CellAppearance {
  const [lbn, offset] = [Math.floor(lpn / ink.pages_per_block), lpn % ink.pages_per_block];
  const whole = `${lbn}\u00b7${offset}`;
  const appearance = pageAppearance(ink, state, lpn, whole, rect);
  const has_room = labelSize(whole, rect, ink.text_px) > 0 && appearance.label !== '';
  const fits = ink.pages_per_block <= NAMED_MAX_PAGES && has_room;
  if (fits && rect.width >= NAMED_MIN_PX) return appearance;
  const label_px = numbered ? labelSize(String(offset), rect, ink.text_px) : 0;
  return { ...appearance, label: label_px > 0 ? String(offset) : '', label_px };
}

export const keyOf = {
  column: (lpn: number): string => `p:${lpn}`,
  tray: (slot: number, offset: number | ''): string => `b:${slot}:${offset}`,
  work: (block: number, offset: number): string => `w:${block}:${offset}`,
  home: (block: number, offset: number): string => `f:${block}:${offset}`,
  tag: (slot: number): string => `t:${slot}`,
  ghost: (key: string): string => `g:${key}`,
  host: 'host',
} as const;
