/** What the stage looks like at a moment of a motion, between the scene before it and the scene after it. */

import type { CellAppearance } from '../../../render/cell';
import { progress } from '../../stage/cells/motion-plan';
import type { Change, ClashMotion } from './plan';
import type { ClashCell, Scene } from './scene';

/** The cells to be drawn at a moment. */
export function cellsAt(motion: ClashMotion, before: Scene, after: Scene, at_ms: number): ClashCell[] {
  if (at_ms >= motion.end_ms) return after.cells;
  const earlier = new Map(before.cells.filter(({ key }) => key !== '').map((cell) => [cell.key, cell]));
  const keys = new Set(after.cells.map(({ key }) => key));
  const staying = after.cells.flatMap((cell): ClashCell[] => {
    const shown = cellAt(motion, earlier.get(cell.key), cell, at_ms);
    return shown ? [shown] : [];
  });
  const leaving = before.cells.filter(({ key }) => key !== '' && !keys.has(key) && at_ms < leavesAt(motion, key));
  return [...leaving, ...staying];
}

const leavesAt = ({ departures }: ClashMotion, key: string): number => departures.get(key) ?? 0;

function cellAt(motion: ClashMotion, was: ClashCell | undefined, cell: ClashCell, at_ms: number): ClashCell | null {
  const change = motion.changes.get(cell.key);
  if (!change) return cell;
  if (at_ms >= change.span.end_ms) return cell;
  const left_ms = motion.departures.get(cell.key);
  const left = left_ms !== undefined && at_ms >= left_ms;
  if (at_ms < change.span.start_ms) {
    // A block that comes into view as a page of it is outdated.
    if (!was) return change.how === 'struck' ? { ...cell, appearance: asValid(cell.appearance) } : null;
    return left ? { ...was, ghost: true, appearance: { mark: 'free' } } : was;
  }
  return { ...cell, appearance: between(change, was, cell, at_ms) };
}

/** What an outdated page looked like before. */
function asValid({ stripe, ...appearance }: CellAppearance): CellAppearance {
  return appearance.mark === 'invalid'
    ? { ...appearance, mark: 'valid', ...(stripe ? { paint: stripe } : {}) }
    : { ...appearance };
}

function between({ how, span }: Change, was: ClashCell | undefined, cell: ClashCell, at_ms: number): CellAppearance {
  const share = progress(span, at_ms);
  if (how === 'struck')
    return cell.appearance.mark === 'invalid' ? { ...cell.appearance, progress: share } : cell.appearance;
  if (how === 'combed') return { mark: 'erasing', progress: share };
  if (how === 'filled') return { ...cell.appearance, mark: 'programming', progress: share };
  return was?.appearance ?? cell.appearance;
}
