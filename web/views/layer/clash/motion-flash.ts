/** How a flush is seen to happen: announced, the block combed, its pages down one by one, others read up before. */

import type { Operation } from '../../../engine/protocol';
import { wholePath } from '../paths';
import { routes } from './connectors';
import { placeIn, trayRect } from './layout';
import { slotAtWork } from './picture';
import type { Planner } from './planner';
import { keyOf } from './scene';

const MARK_MS = 180;
const OPEN_MS = 200;
const TRAVEL_MS = 420;
const HOP_MS = 260;
const FILL_MS = 260;
const ERASE_MS = 380;

export function announces(p: Planner): void {
  const { plan } = p;
  plan.marked = p.during(MARK_MS);
  plan.connectors.set('I', plan.marked.end_ms);
  plan.clock_ms += MARK_MS + OPEN_MS;
}

export function erases(p: Planner, { block }: Operation): void {
  if (block === null) return;
  const span = p.during(ERASE_MS);
  const keys = placesOf(p, block).filter((key) => p.later.has(key));
  for (const key of keys) p.plan.change(key, span.start_ms, ERASE_MS, 'combed');
  if (keys.length > 0) p.plan.clock_ms = span.end_ms;
}

/** A block on flash, large and small. */
function placesOf(p: Planner, block: number): string[] {
  const offsets = Array.from({ length: p.after.picture.pages_per_block }, (_, offset) => offset);
  return offsets.flatMap((offset) => [keyOf.work(block, offset), keyOf.home(block, offset)]);
}

/** Where its programs could not be shown one by one, because the step goes on, they are shown as one bundle. */
export function flushEnds(p: Planner, { block, slot }: Operation): void {
  const carries = p.unseen;
  p.unseen = 0;
  if (carries === 0 || slot === null || block === null) return;
  const { layout } = p.after;
  const tray = trayRect(layout, slot);
  const from = placeIn(layout, tray, 0);
  // Where the block is not in sight, its pages are seen to leave for the flash.
  const edge = { ...from, x: tray.x + tray.width / 2, y: layout.connectors.flash_up };
  const to = p.later.get(keyOf.home(block, 0))?.rect ?? edge;
  const span = p.during(TRAVEL_MS);
  const leaving = [...p.earlier.values()].filter(({ key, ghost }) => key.startsWith(keyOf.tray(slot, '')) && !ghost);
  for (const { key } of leaving) p.plan.leave(key, span.start_ms);
  const appearance = leaving[0]?.appearance;
  if (appearance) {
    const points = wholePath(tray, routes.trayToFlash(p.ground(), slot, tray, to).slice(0, -1), to);
    p.plan.fly({ path: 'I', points, from, to: from, appearance: { ...appearance, label: '' }, span, carries });
  }
  p.plan.clock_ms = span.end_ms;
}

export function programs(p: Planner, operation: Operation): void {
  const slot = slotLeft(p);
  const block = p.blockOf(operation.to);
  const offset = p.offsetOf(operation);
  const target = p.later.get(keyOf.work(block, offset));
  if (!target) {
    p.unseen += 1;
    return;
  }
  const { layout } = p.after;
  const span = p.next(operation, TRAVEL_MS + FILL_MS);
  const travel = { start_ms: span.start_ms, end_ms: span.start_ms + TRAVEL_MS };
  for (const key of [keyOf.work(block, offset), keyOf.home(block, offset)])
    p.plan.change(key, travel.end_ms, FILL_MS, 'filled');
  p.plan.clock_ms = span.end_ms;
  if (slot === null) return;
  const from = placeIn(layout, trayRect(layout, slot), offset);
  const points = wholePath(from, routes.trayToFlash(p.ground(), slot, from, target.rect), target.rect);
  p.plan.leave(keyOf.tray(slot, offset), travel.start_ms);
  p.plan.change(keyOf.tray(slot, offset), travel.start_ms, 0, 'at-once');
  p.plan.fly({ path: 'I', points, from, to: target.rect, appearance: target.appearance, span: travel });
}

export function readsUp(p: Planner, operation: Operation): void {
  const slot = slotAtWork(p.after.picture);
  const offset = p.offsetOf(operation);
  const target = slot === null ? undefined : p.later.get(keyOf.tray(slot, offset));
  const source = p.cell(keyOf.work(p.blockOf(operation.from), offset));
  if (slot === null || !target || !source) return;
  const span = p.next(operation, HOP_MS);
  const points = wholePath(source.rect, routes.flashToTray(p.ground(), slot, source.rect, target.rect), target.rect);
  p.plan.fly({ path: 'J', points, from: source.rect, to: target.rect, appearance: target.appearance, span });
  p.plan.change(keyOf.tray(slot, offset), span.end_ms, 0, 'at-once');
  p.plan.clock_ms = span.end_ms;
}

/** The slot that a block leaves for the flash. */
function slotLeft(p: Planner): number | null {
  return slotAtWork(p.before.picture) ?? slotAtWork(p.after.picture);
}
