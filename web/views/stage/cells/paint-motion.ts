/** Paints what lies above the blocks: connectors and their travellers, ghosts, the lit logical page, the cursor and the pins. */

import { NONE, type StageCells } from '../../../engine/protocol';
import { drawCell, rounded } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import { clamp, grown, type Rect } from '../../../render/geometry';
import type { Identity } from '../../../render/identity';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { paintCount, paintRing } from '../../stage-kit/marks';
import { easeTravel, type MotionPlan, type Move, ONLY_LANE, progress } from '../../stage-kit/motion-plan';
import { along, type Path, tracePath } from '../../stage-kit/paths';
import { connectorBetween, connectorFromTile, connectorFromTop } from './connectors';
import { type CellsLayout, pageRect, tileOf } from './layout';

export interface MotionPainting {
  g: CanvasRenderingContext2D;
  layout: CellsLayout;
  colours: Colours;
  text_px: number;
  label: (lpn: number) => string;
  /** The appearance of a page's owner, where pages are told by their owners. */
  ownerOf: (lpn: number) => Partial<Identity>;
}

const TRAVELLER_MARGIN = 3;

type Write = Extract<Move, { kind: 'write' }>;

/** Connectors of the step with whoever is on them. At the end of the plan they stay, with ghosts where pages came from. */
export function paintMotion(painting: MotionPainting, plan: MotionPlan, at_ms: number): void {
  const writes = plan.moves.filter((move): move is Write => move.kind === 'write' && move.carries > 0);
  const { g } = painting;
  g.globalAlpha = plan.connectors_fade ? 1 - progress({ start_ms: 0, end_ms: plan.end_ms }, at_ms) : 1;
  const begun = writes.filter((write) => at_ms >= write.connector.start_ms);
  for (const write of begun) paintGhost(painting, write);
  const connectors = begun.map((write) => ({
    connector: connectorOf(painting.layout, write),
    share: progress(write.connector, at_ms),
    resting: at_ms >= plan.end_ms,
  }));
  // All edges first: one connector's would hide the next one's line.
  for (const { connector, share, resting } of connectors) paintConnectorEdges(painting, connector, share, resting);
  for (const { connector, share, resting } of connectors) paintConnector(painting, connector, share, resting);
  g.globalAlpha = 1;
  for (const write of writes) {
    const share = progress(write.travel, at_ms);
    if (at_ms >= write.travel.start_ms && share < 1) paintTraveller(painting, write, easeTravel(share));
  }
}

function connectorOf(layout: CellsLayout, { source, to, lane }: Write): Path {
  if (!source) return connectorFromTop(layout, to, lane);
  return 'page' in source
    ? connectorBetween(layout, source.page, to, lane)
    : connectorFromTile(layout, source.lpn, to, lane, true);
}

function paintConnectorEdges(
  { g, layout, colours }: MotionPainting,
  connector: Path,
  share: number,
  resting: boolean,
): void {
  g.lineCap = 'butt';
  tracePath(g, connector, share);
  g.strokeStyle = colours.paper;
  g.lineWidth = Math.min(resting ? 5 : 6.5, layout.gutter);
  g.stroke();
}

function paintConnector(
  { g, layout, colours }: MotionPainting,
  connector: Path,
  share: number,
  resting: boolean,
): void {
  g.lineCap = 'butt';
  tracePath(g, connector, share);
  g.strokeStyle = colours.ink;
  g.lineWidth = Math.min(resting ? 1.5 : 2.5, layout.gutter / 2);
  g.stroke();
  if (share < 1) return;
  const end = connector.at(-1);
  if (!end) return;
  const head = Math.min(5, layout.gutter * 0.4);
  g.beginPath();
  g.moveTo(end.x + 2, end.y);
  g.lineTo(end.x + 2 - head * 1.6, end.y - head);
  g.lineTo(end.x + 2 - head * 1.6, end.y + head);
  g.closePath();
  g.fillStyle = colours.ink;
  g.fill();
}

function paintGhost({ g, layout, colours }: MotionPainting, { source }: Write): void {
  if (!source || !('page' in source)) return;
  const { x, y, width, height } = grown(pageRect(layout, source.page), 1);
  g.setLineDash([3, 3]);
  g.strokeStyle = colours.ink;
  g.lineWidth = 1.5;
  g.strokeRect(x, y, width, height);
  g.setLineDash([]);
}

/** Where a traveller is after a share of its connector. It has one size all the way: little more than the gutter it runs in. */
export function travellerRect(layout: CellsLayout, write: Write, share: number): Rect {
  const { x, y } = along(connectorOf(layout, write), share);
  const width = Math.max(9, Math.min(layout.cell.width * 0.5, layout.gutter + 12));
  const height = Math.max(8, Math.min(layout.cell.height * 0.6, layout.gutter + 2));
  // In the outermost gutters a traveller keeps inside the stage.
  return { x: clamp(x - width / 2, TRAVELLER_MARGIN, layout.width - width), y: y - height / 2, width, height };
}

function paintTraveller(painting: MotionPainting, write: Write, share: number): void {
  const { g, layout, colours, label, text_px } = painting;
  const rect = travellerRect(layout, write, share);
  rounded(g, grown(rect, 2.5), 3);
  g.fillStyle = colours.sheet;
  g.fill();
  const text = write.lpn === null ? '' : label(write.lpn);
  const label_px = Math.min(24, rect.height * 0.62, rect.width / wordsWidth(text, BOLD));
  const owner = write.lpn === null ? {} : painting.ownerOf(write.lpn);
  drawCell(g, rect, { mark: 'valid', ...owner, label: text, label_px: label_px >= 7 ? label_px : 0 }, colours);
  if (write.carries > 1) paintCount(g, write.carries, rect, colours, { px: text_px, gap_px: 5 });
}

/** Every place a logical page lives or has lived, joined to its tile by a hairline. */
export function paintLit({ g, layout, colours }: MotionPainting, cells: StageCells, lpn: number): void {
  const lives = cells.mapping[lpn] ?? NONE;
  if (lives !== NONE && layout.row) {
    tracePath(g, connectorFromTile(layout, lpn, lives, ONLY_LANE, false), 1);
    g.strokeStyle = colours.ink;
    g.lineWidth = 1;
    g.stroke();
  }
  const tile = tileOf(layout, lpn);
  if (tile) paintRing(g, tile, colours);
  for (const [page, owner] of cells.page_owner.entries()) {
    if (owner === lpn && cells.page_state[page] !== 0)
      paintRing(g, pageRect(layout, page), colours, { width: page === lives ? 2.5 : 1.5 });
  }
}
