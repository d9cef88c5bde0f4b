/** Paints the row of logical pages, or of logical blocks: where each one lives, or just its name. */

import { NONE } from '../../../engine/protocol';
import { rounded } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import type { Rect } from '../../../render/geometry';
import { legible } from '../../../render/label';
import type { CellsLayout } from './layout';

export interface RowPainting {
  g: CanvasRenderingContext2D;
  layout: CellsLayout;
  colours: Colours;
  text_px: number;
  /** What a tile is called, and what its place is. */
  label: (tile: number) => string;
  place: (at: number) => string;
  /** Show the place a page lives at; else only its name. */
  places: boolean;
  /** The place of each tile. */
  mapping: ArrayLike<number>;
  /** Tiles this step has moved, with the place they left. */
  left: ReadonlyMap<number, number>;
  /** Tiles the host has just asked for. */
  touched: ReadonlySet<number>;
}

/** What the tiles say. */
export type RowContent = Pick<RowPainting, 'label' | 'place' | 'mapping' | 'left' | 'touched'>;

export function paintRow(painting: RowPainting): void {
  const { g, layout } = painting;
  if (!layout.row) return;
  const first = layout.row.tiles[0];
  if (!first) return;
  const top = first.y - layout.row.number_height - 2;
  g.clearRect(
    -2,
    top,
    layout.row.tiles.reduce((x, tile) => Math.max(x, tile.x + tile.width), 0) + 4,
    layout.row.bottom - top + 3,
  );
  for (const [lpn, tile] of layout.row.tiles.entries()) paintTile(painting, lpn, tile);
}

function paintTile(painting: RowPainting, lpn: number, tile: Rect): void {
  const { g, colours, text_px, label, place, places, mapping, left, touched, layout } = painting;
  const was = left.get(lpn);
  const hot = was !== undefined || touched.has(lpn);
  const grown = was !== undefined && places ? (layout.row?.tile_grown_height ?? tile.height) : tile.height;
  const x = tile.x + tile.width / 2;
  rounded(g, { x: tile.x + 0.5, y: tile.y + 0.5, width: tile.width - 1, height: grown - 1 }, 2.5);
  g.fillStyle = hot ? colours.mark : colours.sheet;
  g.fill();
  g.strokeStyle = hot ? colours.ink : colours.rule2;
  g.lineWidth = hot ? 2 : 1;
  g.stroke();

  g.textAlign = 'center';
  g.textBaseline = 'middle';
  const write = (text: string, y: number, size: number, weight: number, colour: string): void => {
    g.font = `${weight} ${size}px ${colours.sans}`;
    g.fillStyle = colour;
    g.fillText(text, x, y);
  };
  if (!places) {
    write(label(lpn), tile.y + tile.height / 2, text_px * 1.45, 700, colours.ink);
    return;
  }
  const place_px = legible(Math.min(text_px * 1.16, (tile.width - 6) / 2.7), text_px);
  const lives = mapping[lpn] ?? NONE;
  const name = (at: number): string => (at === NONE ? '–' : place(at));
  write(label(lpn), tile.y - text_px * 0.7, text_px, hot ? 700 : 400, hot ? colours.ink : colours.ink2);
  if (was === undefined || grown === tile.height) {
    write(name(lives), tile.y + tile.height / 2 + 0.5, place_px, 600, lives === NONE ? colours.ink3 : colours.ink);
    return;
  }
  const old_y = tile.y + tile.height / 2 + 0.5;
  const moved = lives !== was;
  write(name(was), old_y, place_px, moved ? 400 : 600, moved ? colours.ink2 : colours.ink);
  if (moved && was !== NONE) {
    const half = g.measureText(name(was)).width / 2 + 3;
    g.strokeStyle = colours.ink;
    g.lineWidth = 1.5;
    g.beginPath();
    g.moveTo(x - half, old_y);
    g.lineTo(x + half, old_y);
    g.stroke();
  }
  if (moved) write(name(lives), tile.y + grown - text_px * 0.95, place_px * 1.06, 700, colours.ink);
}
