/**
 * Connectors: the paths pages travel on. They run in the gutters between blocks and in the headroom above them, never across a
 * cell, turn at right angles, and end at the left edge of the page they lead to.
 */

import type { Point, Rect } from '../../../render/geometry';
import type { Lane } from '../../stage-kit/motion-plan';
import type { Path } from '../../stage-kit/paths';
import { type CellsLayout, pageRect, TILE_GAP_PX, tileOf } from './layout';

/** Part of a gutter that connectors may take. */
const LANES_SHARE = 0.7;
const ARROW_PX = 3;

/** As far apart as a connector with its edges is wide, closer where there is less room. */
const LANE_PX = 4.5;

function laneOffset({ at, of }: Lane, room: number): number {
  const apart = Math.min(LANE_PX, room / Math.max(1, of - 1));
  return (at - (of - 1) / 2) * apart;
}

/** From a page to another. */
export function connectorBetween(layout: CellsLayout, from: number, to: number, lane: Lane): Path {
  const source = pageRect(layout, from);
  const target = pageRect(layout, to);
  const source_block = blockOf(layout, from);
  const offset = laneOffset(lane, layout.gutter * LANES_SHARE);
  const start_y = source.y + source.height / 2;
  const end_y = target.y + target.height / 2;
  const leave_x = source_block.x + source_block.width + layout.gutter / 2 + offset;
  const arrive_x = gutterBefore(layout, to) + offset;
  const start = { x: source.x + source.width, y: start_y };
  const end = { x: target.x - ARROW_PX, y: end_y };
  if (Math.abs(leave_x - arrive_x) < 1) {
    return [start, { x: leave_x, y: start_y }, { x: leave_x, y: end_y }, end];
  }
  const over_y = headroomAbove(layout, source_block.y, lane);
  return [
    start,
    { x: leave_x, y: start_y },
    { x: leave_x, y: over_y },
    { x: arrive_x, y: over_y },
    { x: arrive_x, y: end_y },
    end,
  ];
}

/** From the tile of a logical page to a physical page. A tile that shows what it has left reaches lower. */
export function connectorFromTile(layout: CellsLayout, lpn: number, to: number, lane: Lane, grown: boolean): Path {
  const tile = tileOf(layout, lpn);
  if (!tile || !layout.row) return connectorFromTop(layout, to, lane);
  const target = pageRect(layout, to);
  const x = tile.x + tile.width / 2;
  const arrive_x = gutterBefore(layout, to) + laneOffset(lane, layout.gutter * LANES_SHARE);
  const below_y = layout.row.bottom + 7 + laneOffset(lane, 6);
  const end = { x: target.x - ARROW_PX, y: target.y + target.height / 2 };
  const foot_y = tile.y + (grown ? layout.row.tile_grown_height : tile.height);
  return [
    { x, y: foot_y },
    ...pastTilesBelow(layout.row.tiles, tile, foot_y, below_y),
    { x: arrive_x, y: below_y },
    { x: arrive_x, y: end.y },
    end,
  ];
}

/** From the foot of a tile to below the last row of tiles: straight, or through the gap beside the tiles that are in the way. */
function pastTilesBelow(tiles: readonly Rect[], tile: Rect, foot_y: number, below_y: number): Point[] {
  const x = tile.x + tile.width / 2;
  if (!tiles.some((other) => other.y > tile.y)) return [{ x, y: below_y }];
  const gap_x = tile.x > 0 ? tile.x - TILE_GAP_PX / 2 : tile.x + tile.width + TILE_GAP_PX / 2;
  const y = foot_y + TILE_GAP_PX / 2;
  return [
    { x, y },
    { x: gap_x, y },
    { x: gap_x, y: below_y },
  ];
}

/** Where no tile is shown to come from: out of the headroom above a block straight down its gutter to a page. */
export function connectorFromTop(layout: CellsLayout, to: number, lane: Lane): Path {
  const target = pageRect(layout, to);
  const x = gutterBefore(layout, to) + laneOffset(lane, layout.gutter * LANES_SHARE);
  const y = target.y + target.height / 2;
  return [
    { x, y: headroomAbove(layout, blockOf(layout, to).y, lane) },
    { x, y },
    { x: target.x - ARROW_PX, y },
  ];
}

const blockOf = (layout: CellsLayout, page: number) => {
  const block = layout.blocks[Math.floor(page / layout.pages_per_block)];
  if (!block) throw new RangeError(`page ${page}: no such block on this stage`);
  return block;
};

const gutterBefore = (layout: CellsLayout, page: number): number => blockOf(layout, page).x - layout.gutter / 2;

/** Connectors keep to the upper part of the headroom: the lower holds the victim's label. */
function headroomAbove(layout: CellsLayout, block_y: number, lane: Lane): number {
  const open = layout.headroom - layout.name_px;
  return block_y - open + open * 0.34 + laneOffset(lane, open * 0.5);
}
