/**
 * Where blocks stand on the map of a large device: shelves of columns, one column a block, page 0 at the foot. Shelves hold
 * a round number of blocks, columns are a device pixel wide or more where that can be had, and pages nearly as high as wide.
 */

import type { MapLayout } from '../../../engine/protocol';
import { clamp, type Point } from '../../../render/geometry';

export interface MapInput {
  /** Room for the map in CSS pixels. */
  width: number;
  height: number;
  pixel_ratio: number;
  blocks: number;
  pages_per_block: number;
}

/** Space between shelves, in device pixels: the shelves are told apart by it. */
const SHELF_GAP_PX = 2;

const SHELF_MIN_PX = 12;
/** A column somewhat wider than a page is high reads best. */
const BEST_SHAPE = 1.5;

export function mapLayout(input: MapInput): MapLayout {
  const width = Math.max(1, Math.floor(input.width * input.pixel_ratio));
  const height = Math.max(1, Math.floor(input.height * input.pixel_ratio));
  const price = (layout: MapLayout): number => cost(layout, input.blocks, input.pages_per_block);
  return roundCounts(input.blocks)
    .map((per_shelf) => shelvesOf(input.blocks, per_shelf, width, height))
    .reduce((best, next) => (price(next) < price(best) ? next : best));
}

/** 2ⁿ, 3 · 2ⁿ and all blocks: numbers of blocks a shelf may hold. */
function roundCounts(blocks: number): number[] {
  const powers = Array.from({ length: 24 }, (_, n) => 2 ** n);
  return [...powers, ...powers.map((power) => 3 * power)].filter((count) => count < blocks).concat(blocks);
}

function shelvesOf(blocks: number, per_shelf: number, width: number, height: number): MapLayout {
  const shelves = Math.ceil(blocks / per_shelf);
  const shelf_height = Math.max(1, Math.floor(height / shelves) - SHELF_GAP_PX);
  return { width, shelf_height, shelves, per_shelf };
}

/** Distance from the best shape, with a price on columns thinner than a pixel, shelves too low to see and a half-empty last one. */
function cost({ width, shelf_height, per_shelf, shelves }: MapLayout, blocks: number, pages_per_block: number): number {
  const column = width / per_shelf;
  const page = shelf_height / pages_per_block;
  const shape = Math.abs(Math.log(column / page / BEST_SHAPE));
  const empty = 1 - blocks / (shelves * per_shelf);
  return shape + 1.5 * empty + 3 * Math.max(0, 0.95 - column) + 2 * Math.max(0, SHELF_MIN_PX / shelf_height - 1);
}

/** Device pixels from the top of one shelf to the top of the next. */
export const shelfPitch = (layout: MapLayout): number => layout.shelf_height + SHELF_GAP_PX;

export const mapHeight = (layout: MapLayout): number => layout.shelves * shelfPitch(layout) - SHELF_GAP_PX;

/** The middle of a page's place, in device pixels of the map. */
export function placeOf(layout: MapLayout, page: number, pages_per_block: number): Point {
  const block = Math.floor(page / pages_per_block);
  const shelf = Math.floor(block / layout.per_shelf);
  const column = block % layout.per_shelf;
  const share = ((page % pages_per_block) + 0.5) / pages_per_block;
  return {
    x: ((column + 0.5) * layout.width) / layout.per_shelf,
    y: shelf * shelfPitch(layout) + layout.shelf_height * (1 - share),
  };
}

/** The page at a point in device pixels of the map, if a block stands there. */
export function pageAtPlace(layout: MapLayout, point: Point, blocks: number, pages_per_block: number): number | null {
  const shelf = Math.floor(point.y / shelfPitch(layout));
  const inside = point.x >= 0 && point.x < layout.width && point.y >= 0 && shelf < layout.shelves;
  if (!inside) return null;
  const block = shelf * layout.per_shelf + Math.floor((point.x * layout.per_shelf) / layout.width);
  if (block >= blocks) return null;
  const from_foot = 1 - (point.y - shelf * shelfPitch(layout)) / layout.shelf_height;
  return block * pages_per_block + clamp(Math.floor(from_foot * pages_per_block), 0, pages_per_block - 1);
}
