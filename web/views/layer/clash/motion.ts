/**
 * How a step is seen to happen. A swap is one motion: mark, the block's pages go up at the right, the set goes down at the left into the
 * places that they have left, the gate opens. All else goes one after another, cause before effect.
 */

import type { Decision, Moved, Operation } from '../../../engine/protocol';
import { centre, type Point, type Rect } from '../../../render/geometry';
import type { Span } from '../../stage/cells/motion-plan';
import { wholePath } from '../paths';
import { FAN_MAX, routes } from './connectors';
import { columnCell, placeIn, trayRect } from './layout';
import { announces, erases, flushEnds, programs, readsUp } from './motion-flash';
import type { Path } from './paths';
import { columnLeft, goesDown } from './picture';
import { type ClashMotion, finished, STILL } from './plan';
import { type Moment, Planner } from './planner';
import { type ClashCell, keyOf } from './scene';

/** The swap, of 900 ms: both ways share a gutter, so one is empty before the other is taken. */
const MARK_MS = 180;
const UP_MS = 220;
const DOWN_MS = 300;
const OPEN_MS = 200;
/** Pages of a set follow one another so closely; all of them start within this share of their time. */
const FAN_MS = 30;
const FAN_SHARE = 0.3;
const TRAVEL_MS = 420;
const HOP_MS = 260;
const BLINK_MS = 120;

export function planMotion(
  operations: readonly Operation[],
  before: Moment,
  after: Moment,
  pace: { speed: number; slow: number },
): ClashMotion {
  const planner = new Planner(before, after);
  for (const operation of operations) step(planner, operation);
  const { plan } = planner;
  if (plan.clock_ms === 0) return STILL;
  return finished(plan, pace);
}

function step(p: Planner, operation: Operation): void {
  const { kind, purpose } = operation;
  if (kind === 'host-write') arrives(p);
  else if (kind === 'cache-insert') comesIn(p, operation);
  else if (kind === 'cache-hit') hits(p, operation);
  else if (kind === 'swap' || kind === 'set-evict') changesPlaces(p, operation);
  else if (kind === 'flush-start') announces(p);
  else if (kind === 'erase') erases(p, operation);
  else if (kind === 'flush-end') flushEnds(p, operation);
  else if (kind === 'program') programs(p, operation);
  else if (kind === 'read' && purpose === 'rewrite') readsUp(p, operation);
  else if (kind === 'read' && purpose === 'host') reads(p, operation);
  p.last = operation;
}

function arrives(p: Planner): void {
  const tile = p.later.get(keyOf.host);
  if (!tile || tile.ghost) return;
  const span = p.during(HOP_MS);
  const to = centre(tile.rect);
  p.plan.fly({
    path: null,
    points: [{ x: to.x, y: -tile.rect.height }, to],
    from: tile.rect,
    to: tile.rect,
    appearance: tile.appearance,
    span,
  });
  p.plan.change(keyOf.host, span.end_ms, 0, 'at-once');
  p.plan.clock_ms = span.end_ms;
}

function comesIn(p: Planner, operation: Operation): void {
  const key = keyOf.column(operation.lpn ?? -1);
  const target = p.later.get(key);
  if (!target) return;
  fromHost(p, 'C', key, target, routes.hostToColumn(p.ground(), target.rect));
  outdates(p, operation);
}

function fromHost(p: Planner, path: Path, key: string, target: ClashCell, connector: Point[]): void {
  const { plan, figure } = p;
  const span = p.during(TRAVEL_MS);
  plan.fly({
    path,
    points: wholePath(figure.tile, connector, target.rect),
    from: figure.tile,
    to: target.rect,
    appearance: target.appearance,
    span,
  });
  plan.leave(keyOf.host, span.start_ms);
  plan.change(key, span.end_ms, 0, 'at-once');
  plan.clock_ms = span.end_ms;
}

function toHost(p: Planner, path: Path, source: ClashCell, connector: Point[]): void {
  const { plan, figure } = p;
  const span = p.during(TRAVEL_MS);
  plan.fly({
    path,
    points: wholePath(source.rect, connector, figure.tile),
    from: source.rect,
    to: figure.tile,
    appearance: source.appearance,
    span,
  });
  plan.change(keyOf.host, span.end_ms, 0, 'at-once');
  plan.clock_ms = span.end_ms;
}

/** The copy on flash is struck out, large and small. */
function outdates(p: Planner, { stale }: Operation): void {
  if (stale === null) return;
  const { pages_per_block } = p.after.picture;
  const [block, offset] = [Math.floor(stale / pages_per_block), stale % pages_per_block];
  const span = p.during(BLINK_MS);
  for (const key of [keyOf.work(block, offset), keyOf.home(block, offset)])
    p.plan.change(key, span.start_ms, BLINK_MS, 'struck');
  p.plan.clock_ms = span.end_ms;
}

function hits(p: Planner, operation: Operation): void {
  const { lpn, slot } = operation;
  const writes = p.after.picture.cache.request?.kind === 'host-write';
  const key = slot === null ? keyOf.column(lpn ?? -1) : keyOf.tray(slot, p.offsetOf(operation));
  const cell = p.cell(key);
  if (!cell) return;
  const ground = p.ground();
  if (slot === null) {
    const connector = routes.hostToColumn(ground, cell.rect);
    if (writes) fromHost(p, 'C', key, cell, connector);
    else toHost(p, 'B', cell, connector.toReversed());
  } else if (writes) fromHost(p, 'D', key, cell, routes.hostToTray(ground, slot, cell.rect));
  else toHost(p, 'E', cell, routes.trayToHost(ground, slot, cell.rect));
  outdates(p, operation);
}

function reads(p: Planner, operation: Operation): void {
  const source = p.cell(keyOf.work(p.blockOf(operation.from), p.offsetOf(operation)));
  if (source) toHost(p, 'A', source, routes.flashToHost(p.ground(), source.rect));
}

function movesOf(p: Planner, operation: Operation): readonly Moved[] {
  const { picture } = p.after;
  const told: Decision | null = picture.decision;
  const moved = told?.moved ?? [];
  if (told?.op === operation.index) return moved;
  return moved.filter((move) => goesDown(move) && move.lbn === p.lbnOf(operation));
}

function changesPlaces(p: Planner, operation: Operation): void {
  const { plan } = p;
  const moves = movesOf(p, operation);
  if (moves.length === 0) return;
  const start_ms = plan.clock_ms;
  plan.marked = { start_ms, end_ms: start_ms + MARK_MS };
  const rising = moves.filter(({ to }) => to.place === 'pages');
  const up_ms = plan.marked.end_ms;
  const down_ms = rising.length > 0 ? up_ms + UP_MS : up_ms;
  for (const move of rising) up(p, move, { start_ms: up_ms, end_ms: down_ms });
  for (const move of moves.filter(goesDown)) down(p, move, { start_ms: down_ms, end_ms: down_ms + DOWN_MS });
  plan.clock_ms = down_ms + DOWN_MS + OPEN_MS;
}

function down(p: Planner, move: Moved, span: Span): void {
  if (move.to.place !== 'block') return;
  const { slot } = move.to;
  const { layout, picture } = p.after;
  const column = columnLeft(picture, move);
  const tray = trayRect(layout, slot);
  const pages = move.offsets.map((offset, nth) => {
    const lpn = move.lbn * picture.pages_per_block + offset;
    const source = p.earlier.get(keyOf.column(lpn))?.rect ?? columnCell(layout, column, nth);
    const to = placeIn(layout, tray, offset);
    const points = wholePath(source, routes.columnToTray(p.ground(), column, slot, to), to);
    return { leaves: keyOf.column(lpn), comes: keyOf.tray(slot, offset), from: source, to, points };
  });
  cross(p, 'G', pages, span);
  p.plan.change(keyOf.tag(slot), span.end_ms, 0, 'at-once');
}

function up(p: Planner, move: Moved, span: Span): void {
  const slot = move.from_slot;
  const { layout, picture } = p.after;
  const set = picture.cache.sets.find(({ lbn }) => lbn === move.lbn);
  if (slot === null || !set) return;
  const tray = trayRect(layout, slot);
  const pages = move.offsets.map((offset) => {
    const lpn = move.lbn * picture.pages_per_block + offset;
    const from = placeIn(layout, tray, offset);
    const to = p.later.get(keyOf.column(lpn))?.rect ?? columnCell(layout, set.column, 0);
    const points = wholePath(from, routes.trayToColumn(p.ground(), slot, set.column), to);
    return { leaves: keyOf.tray(slot, offset), comes: keyOf.column(lpn), from, to, points };
  });
  // The one nearest to the way out goes first, and highest.
  cross(p, 'F', pages.toReversed(), span);
}

/** Pages change places: one after the other, or all in one bundle. */
function cross(
  p: Planner,
  path: Path,
  pages: readonly { leaves: string; comes: string; from: Rect; to: Rect; points: Point[] }[],
  { start_ms, end_ms }: Span,
): void {
  const { plan } = p;
  const bundled = pages.length > FAN_MAX;
  const fan_ms = Math.min(FAN_MS, ((end_ms - start_ms) * FAN_SHARE) / pages.length);
  const last_ms = bundled ? 0 : (pages.length - 1) * fan_ms;
  for (const [nth, { leaves, comes, from, to, points }] of pages.entries()) {
    const delay = bundled ? 0 : nth * fan_ms;
    const span = { start_ms: start_ms + delay, end_ms: end_ms - last_ms + delay };
    plan.leave(leaves, span.start_ms);
    plan.change(comes, span.end_ms, 0, 'at-once');
    const appearance = p.later.get(comes)?.appearance ?? p.earlier.get(leaves)?.appearance;
    if (appearance && (!bundled || nth === Math.floor(pages.length / 2)))
      plan.fly({
        path,
        points,
        from,
        to,
        appearance: bundled ? { ...appearance, label: '' } : appearance,
        span,
        carries: bundled ? pages.length : 1,
      });
  }
}
