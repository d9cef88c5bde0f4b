/** What the pages look like in the middle of a step: the picture before it, with the moves that are over, and those under way. */

import { NONE, PAGE_STATES, type StageCells } from '../../../engine/protocol';
import type { CellMark } from '../../../render/colours';
import { effectOf, type MotionPlan, type Move, progress } from './motion-plan';

/** A page that is between two states. */
export interface Passing {
  mark: CellMark;
  progress: number;
  lpn: number | null;
}

/** Everything painted of a device at one instant. */
export interface Moment {
  cells: StageCells;
  passing: ReadonlyMap<number, Passing>;
  /** The block that is being emptied: from when it is chosen until it has been erased. */
  victim: number | null;
}

/** A picture between two steps: its cells, and the block chosen in it. */
export interface Standing {
  cells: StageCells;
  victim: number | null;
}

const VALID = PAGE_STATES.indexOf('valid');
const INVALID = PAGE_STATES.indexOf('invalid');
const FREE = PAGE_STATES.indexOf('free');

/** The device `at_ms` into `plan`, which leads from one picture to the next. */
export function momentOf(was: Standing, is: Standing, plan: MotionPlan, at_ms: number): Moment {
  const [before, after] = [was.cells, is.cells];
  if (at_ms >= plan.end_ms) return { cells: after, passing: new Map(), victim: is.victim };
  const cells: StageCells = {
    ...after,
    page_state: before.page_state.slice(),
    page_owner: before.page_owner.slice(),
    block_state: before.block_state,
    block_valid: before.block_valid.slice(),
    block_erases: before.block_erases.slice(),
    mapping: before.mapping.slice(),
  };
  const pages_per_block = after.page_state.length / after.block_state.length;
  const passing = new Map<number, Passing>();
  for (const move of plan.moves) {
    if (at_ms >= effectOf(move).end_ms) finish(move, cells, after, pages_per_block);
    else pass(move, at_ms, pages_per_block, passing);
  }
  return { cells, passing, victim: victimAt(was, is, plan, at_ms) };
}

/** A step may choose and empty several blocks, one after the other. */
function victimAt(was: Standing, is: Standing, { moves }: MotionPlan, at_ms: number): number | null {
  const tells = moves.some(({ kind }) => kind === 'choose' || kind === 'erase');
  if (!tells) return is.victim;
  let victim = was.victim;
  for (const move of moves) {
    if (move.kind === 'choose' && at_ms >= move.span.start_ms) victim = move.block;
    else if (move.kind === 'erase' && move.block === victim && at_ms >= move.span.end_ms) victim = null;
  }
  return victim;
}

function finish(move: Move, cells: StageCells, after: StageCells, pages_per_block: number): void {
  switch (move.kind) {
    case 'write': {
      const final = after.page_state[move.to] ?? VALID;
      cells.page_state[move.to] = final === FREE || final === INVALID ? VALID : final;
      cells.page_owner[move.to] = move.lpn ?? after.page_owner[move.to] ?? NONE;
      count(cells, move.to, pages_per_block, 1);
      if (move.lpn !== null && move.lpn < cells.mapping.length) cells.mapping[move.lpn] = move.to;
      break;
    }
    case 'invalidate':
      if (cells.page_state[move.page] === VALID) count(cells, move.page, pages_per_block, -1);
      cells.page_state[move.page] = INVALID;
      break;
    case 'erase': {
      const first = move.block * pages_per_block;
      cells.page_state.fill(FREE, first, first + pages_per_block);
      cells.page_owner.fill(NONE, first, first + pages_per_block);
      cells.block_valid[move.block] = 0;
      cells.block_erases[move.block] = (cells.block_erases[move.block] ?? 0) + 1;
      break;
    }
    default:
  }
}

function count(cells: StageCells, page: number, pages_per_block: number, change: number): void {
  const block = Math.floor(page / pages_per_block);
  cells.block_valid[block] = Math.max(0, (cells.block_valid[block] ?? 0) + change);
}

function pass(move: Move, at_ms: number, pages_per_block: number, passing: Map<number, Passing>): void {
  switch (move.kind) {
    case 'write':
      if (at_ms < move.connector.start_ms) return;
      passing.set(move.to, { mark: 'programming', progress: progress(move.fill, at_ms), lpn: move.lpn });
      if (move.source && 'page' in move.source) {
        passing.set(move.source.page, { mark: 'reading', progress: 1, lpn: move.lpn });
      }
      return;
    case 'read':
      if (at_ms >= move.span.start_ms) passing.set(move.page, { mark: 'reading', progress: 1, lpn: move.lpn });
      return;
    case 'invalidate':
      if (at_ms >= move.span.start_ms) {
        passing.set(move.page, { mark: 'invalid', progress: progress(move.span, at_ms), lpn: null });
      }
      return;
    case 'erase': {
      if (at_ms < move.span.start_ms) return;
      const wiped = progress(move.span, at_ms) * pages_per_block;
      for (let offset = 0; offset < pages_per_block; offset++) {
        const from_top = pages_per_block - 1 - offset;
        const share = Math.min(1, Math.max(0, wiped - from_top));
        passing.set(move.block * pages_per_block + offset, { mark: 'erasing', progress: share, lpn: null });
      }
      return;
    }
    default:
  }
}

/** Blocks in which anything visible differs between two pictures of a device. */
export function blocksChanged(before: StageCells, after: StageCells): Set<number> {
  const pages_per_block = after.page_state.length / after.block_state.length;
  const blocks = new Set<number>();
  for (const name of ['block_state', 'block_valid', 'block_erases'] as const) {
    for (const [block, value] of after[name].entries()) if (before[name][block] !== value) blocks.add(block);
  }
  for (const name of ['page_state', 'page_owner'] as const) {
    const [was, is] = [before[name], after[name]];
    for (let page = 0; page < is.length; page++) {
      if (was[page] !== is[page]) blocks.add(Math.floor(page / pages_per_block));
    }
  }
  return blocks;
}

/** Blocks whose picture a plan changes. */
export function blocksTouched(plan: MotionPlan, pages_per_block: number): Set<number> {
  const blocks = new Set<number>();
  for (const move of plan.moves) {
    if (move.kind === 'erase' || move.kind === 'choose') blocks.add(move.block);
    else if (move.kind === 'write') {
      blocks.add(Math.floor(move.to / pages_per_block));
      if (move.source && 'page' in move.source) blocks.add(Math.floor(move.source.page / pages_per_block));
    } else if (move.kind !== 'touch') blocks.add(Math.floor(move.page / pages_per_block));
  }
  return blocks;
}
