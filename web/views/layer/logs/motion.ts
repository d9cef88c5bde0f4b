/** How a step is seen to happen: pages travel to where they are programmed, the old copy is struck out, erased blocks are combed. */

import { type CellAppearance, drawCell } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import { centre, clamp, grown, type Point, type Rect } from '../../../render/geometry';
import { type Lane, ONLY_LANE } from '../../stage/cells/connectors';
import { easeTravel, type MotionMode, type MotionPlan, type Move, progress } from '../../stage/cells/motion-plan';
import { paintCount } from '../canvas';
import { along } from '../paths';
import type { AppearanceAt } from './paint';
import type { Part, Scene, SceneCell } from './scene';

type Write = Extract<Move, { kind: 'write' }>;

const TRAVELLER_MIN = { width: 16, height: 13 };

/** Cells of a scene by the physical page they stand for. */
export function byPage(scene: Scene): Map<number, SceneCell[]> {
  const found = new Map<number, SceneCell[]>();
  for (const cell of scene.cells) if (cell.page !== null) found.set(cell.page, [...(found.get(cell.page) ?? []), cell]);
  return found;
}

/** How cells look `at_ms` into a plan that leads from `before` to the scene they are in; `arrives`: pages of a block that goes over. */
export function appearanceAt(
  plan: MotionPlan,
  before: ReadonlyMap<number, SceneCell[]>,
  pages_per_block: number,
  arrives: ReadonlySet<number>,
  at_ms: number,
): AppearanceAt {
  if (at_ms >= plan.end_ms) return () => null;
  const writes = new Map<number, Write>();
  const stale = new Map<number, Extract<Move, { kind: 'invalidate' }>>();
  const erases = new Map<number, Extract<Move, { kind: 'erase' }>>();
  for (const move of plan.moves) {
    if (move.kind === 'write') writes.set(move.to, move);
    else if (move.kind === 'invalidate') stale.set(move.page, move);
    else if (move.kind === 'erase') erases.set(move.block, move);
  }
  const earlier = ({ page, part }: SceneCell): CellAppearance | null => {
    const cells = before.get(page ?? -1) ?? [];
    return (cells.find((cell) => cell.part === part) ?? cells[0])?.appearance ?? null;
  };
  return (cell) => {
    if (cell.page === null) return null;
    if (at_ms < MOVE_OVER_MS && cell.part === 'new' && arrives.has(cell.page)) return { mark: 'free' };
    const erase = erases.get(Math.floor(cell.page / pages_per_block));
    if (erase && cell.appearance.mark === 'free') {
      if (at_ms < erase.span.start_ms) return earlier(cell);
      return at_ms < erase.span.end_ms ? { mark: 'erasing', progress: progress(erase.span, at_ms) } : null;
    }
    const write = writes.get(cell.page);
    if (write && cell.appearance.mark !== 'free') {
      if (at_ms < write.fill.start_ms) return { mark: 'free' };
      const paint = cell.appearance.paint;
      return at_ms < write.fill.end_ms
        ? {
            ...cell.appearance,
            mark: 'programming',
            progress: progress(write.fill, at_ms),
            ...(paint ? { paint } : {}),
          }
        : null;
    }
    const dead = stale.get(cell.page);
    if (dead) {
      if (at_ms < dead.span.start_ms) return earlier(cell);
      return cell.appearance.mark === 'invalid' ? { ...cell.appearance, progress: progress(dead.span, at_ms) } : null;
    }
    return null;
  };
}

export interface Travel {
  /** From the middle of the place it leaves to the middle of the one it comes to. */
  path: Point[];
  /** The part of the way that stays until the next step. */
  connector: Point[];
  to: Rect;
  appearance: CellAppearance;
  move: Write;
}

/** Which of a page's places a traveller leaves from, and which it comes to. */
const LEAVES: readonly Part[] = ['from', 'old', 'log', 'home', 'new'];
const COMES: readonly Part[] = ['new', 'log', 'home', 'old', 'from'];
/** Connectors run in the gutter above their row. */
const GUTTER_PX = 2.5;
/** Between connectors of one step, and all of them together. */
const LANE_PX = 2.5;
const GUTTER_MAX_PX = 10;
/** How far beside a log block its pages go to their row. */
const BESIDE_LOG_PX = 14;

/** Who travels from where to where. The host's pages come in at the top. */
export function travelsOf(
  plan: MotionPlan,
  now: ReadonlyMap<number, SceneCell[]>,
  before: ReadonlyMap<number, SceneCell[]>,
): Travel[] {
  return plan.moves.flatMap((move): Travel[] => {
    if (move.kind !== 'write' || move.carries === 0) return [];
    const target = pick(now.get(move.to), COMES);
    if (!target) return [];
    const appearance = target.appearance;
    const left = move.source && 'page' in move.source ? move.source.page : null;
    if (left === null) {
      const end = centre(target.rect);
      const path = [{ x: end.x, y: -target.rect.height }, end];
      return [{ path, connector: [], to: target.rect, appearance, move }];
    }
    const places = [...(before.get(left) ?? []), ...(now.get(left) ?? [])];
    const source = pick(places, LEAVES);
    if (!source) return [];
    const connector = gutterConnector(source.rect, target.rect, move.lane);
    // A page of a log block comes out of the log block itself, by way of its row.
    const bag = source.part === 'from' ? pick(places, ['log']) : undefined;
    const path = [
      ...(bag ? outOfLog(bag.rect, source.rect) : []),
      centre(source.rect),
      ...connector,
      centre(target.rect),
    ];
    return [{ path, connector, to: target.rect, appearance, move }];
  });
}

/** Out at the right of a log block, and beside it to the height of the row. */
function outOfLog(from: Rect, row: Rect): Point[] {
  const beside = from.x + from.width + BESIDE_LOG_PX;
  return [centre(from), { x: beside, y: centre(from).y }, { x: beside, y: centre(row).y }];
}

const pick = (cells: readonly SceneCell[] | undefined, order: readonly Part[]): SceneCell | undefined =>
  order.map((part) => cells?.find((cell) => cell.part === part)).find((cell) => cell !== undefined);

/** Up out of a cell, along above the cells between, and down into another; each connector of a step on a level of its own. */
export function gutterConnector(from: Rect, to: Rect, { at, of }: Lane = ONLY_LANE): Point[] {
  const [start, end] = [centre(from), centre(to)];
  const above = GUTTER_PX + at * Math.min(LANE_PX, GUTTER_MAX_PX / Math.max(1, of - 1));
  const [leaves, comes] = [from.y - above, to.y - above];
  const turn = from.x + from.width + GUTTER_PX;
  const bend =
    Math.abs(leaves - comes) < 1
      ? []
      : [
          { x: turn, y: leaves },
          { x: turn, y: comes },
        ];
  return [{ x: start.x, y: from.y }, { x: start.x, y: leaves }, ...bend, { x: end.x, y: comes }, { x: end.x, y: to.y }];
}

/** A log block that changes role goes over to the data side, all its pages together. */
export const MOVE_OVER_MS = 420;

export function movesOver(
  now: ReadonlyMap<number, SceneCell[]>,
  before: ReadonlyMap<number, SceneCell[]>,
  mode: MotionMode,
): Travel[] {
  if (mode !== 'travel') return [];
  const has = (cells: readonly SceneCell[] | undefined, part: Part): SceneCell | undefined =>
    cells?.find((cell) => cell.part === part && cell.appearance.mark === 'valid');
  const travel = { start_ms: 0, end_ms: MOVE_OVER_MS };
  const none = { start_ms: MOVE_OVER_MS, end_ms: MOVE_OVER_MS };
  return [...now].flatMap(([page, cells]): Travel[] => {
    const [target, source] = [has(cells, 'new'), has(before.get(page), 'log')];
    if (!target || !source || has(cells, 'log')) return [];
    const still = { source: null, to: page, lpn: target.lpn, lane: ONLY_LANE, carries: 1, connector: none, fill: none };
    // Up beside the log block and along above the row, one behind the other.
    const [start, end] = [centre(source.rect), centre(target.rect)];
    const above = target.rect.y - target.rect.height / 2 - GUTTER_PX;
    const path = [start, { x: start.x, y: above }, { x: end.x, y: above }, end];
    return [
      {
        path,
        connector: [],
        to: target.rect,
        appearance: target.appearance,
        move: { kind: 'write', ...still, travel },
      },
    ];
  });
}

export function paintTravels(
  g: CanvasRenderingContext2D,
  travels: readonly Travel[],
  plan: MotionPlan,
  colours: Colours,
  at_ms: number,
): void {
  const fading = plan.connectors_fade ? 1 - clamp(at_ms / plan.end_ms, 0, 1) : 1;
  const drawn = travels.filter(
    ({ connector, move }) => at_ms >= move.connector.start_ms && fading > 0 && connector.length > 0,
  );
  g.globalAlpha = fading;
  // All edges first: one connector's would hide the next one's line.
  for (const { connector } of drawn) strokeConnector(g, connector, colours.paper, CONNECTOR_EDGE_PX);
  for (const { connector } of drawn) paintConnector(g, connector, colours);
  g.globalAlpha = 1;
  for (const { path, to, appearance, move } of travels) {
    const share = progress(move.travel, at_ms);
    if (at_ms < move.travel.start_ms || share >= 1) continue;
    const at = along(path, easeTravel(share));
    const width = Math.max(TRAVELLER_MIN.width, to.width);
    const height = Math.max(TRAVELLER_MIN.height, to.height);
    const rect = { x: at.x - width / 2, y: at.y - height / 2, width, height };
    g.fillStyle = colours.sheet;
    const halo = grown(rect, 2.5);
    g.fillRect(halo.x, halo.y, halo.width, halo.height);
    drawCell(g, rect, appearance, colours);
    if (move.carries > 1) paintCount(g, move.carries, rect, colours);
  }
}

const CONNECTOR_PX = 1.5;
const CONNECTOR_EDGE_PX = 3.5;

function strokeConnector(
  g: CanvasRenderingContext2D,
  connector: readonly Point[],
  colour: string,
  width: number,
): void {
  g.beginPath();
  for (const [at, { x, y }] of connector.entries()) at === 0 ? g.moveTo(x, y) : g.lineTo(x, y);
  g.lineJoin = 'round';
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.stroke();
}

function paintConnector(g: CanvasRenderingContext2D, connector: readonly Point[], colours: Colours): void {
  strokeConnector(g, connector, colours.ink, CONNECTOR_PX);
  const end = connector.at(-1);
  if (!end) return;
  g.beginPath();
  g.moveTo(end.x, end.y + 2);
  g.lineTo(end.x - 3.5, end.y - 3);
  g.lineTo(end.x + 3.5, end.y - 3);
  g.fillStyle = colours.ink;
  g.fill();
}
