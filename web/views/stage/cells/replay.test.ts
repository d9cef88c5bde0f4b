import { describe, expect, it } from 'vitest';
import { NONE, type Operation, type StageCells } from '../../../engine/protocol';
import { operation as anOperation } from '../../../fixtures/operation';
import { planMotion } from '../../stage-kit/motion-plan';
import { blocksChanged, blocksTouched, momentOf } from './replay';

const cells = (state: number[], owner: number[], erases: number[], mapping: number[]): StageCells => ({
  kind: 'cells',
  page_state: Uint8Array.from(state),
  page_owner: Uint32Array.from(owner),
  page_version: new Uint32Array(state.length),
  page_age: new Uint32Array(state.length),
  block_state: new Uint8Array(erases.length),
  block_valid: Uint32Array.from(
    erases,
    (_, block) => state.slice(block * 2, block * 2 + 2).filter((s) => s === 1).length,
  ),
  block_erases: Uint32Array.from(erases),
  mapping: Uint32Array.from(mapping),
});

const operation = (part: Partial<Operation>): Operation =>
  anOperation({ kind: 'copy', cause: 1, purpose: 'gc', ...part });

/** Page 5 moves from block 0 to block 1, then block 0 is erased. */
const before = cells([2, 1, 0, 0], [3, 5, NONE, NONE], [4, 0], [1]);
const after = cells([0, 0, 1, 0], [NONE, NONE, 5, NONE], [5, 0], [2]);
const [was, is] = [
  { cells: before, victim: 0 },
  { cells: after, victim: null },
];
const plan = planMotion(
  [operation({ from: 1, to: 2, lpn: 5, stale: 1 }), operation({ kind: 'erase', block: 0 })],
  'travel',
);

describe('the device in the middle of a step', () => {
  it('starts as it was', () => {
    const { cells: now, passing } = momentOf(was, is, plan, -1);
    expect([...now.page_state]).toEqual([2, 1, 0, 0]);
    expect(passing.size).toBe(0);
  });

  it('shows the source being read while its copy travels and fills', () => {
    const { passing } = momentOf(was, is, plan, 400);
    expect(passing.get(1)?.mark).toBe('reading');
    expect(passing.get(2)).toEqual({ mark: 'programming', progress: 0, lpn: 5 });
    expect(momentOf(was, is, plan, 630).passing.get(2)?.progress).toBeCloseTo(0.5);
  });

  it('has copied before it strikes out, and struck out before it erases', () => {
    const { cells: now, passing } = momentOf(was, is, plan, 800);
    expect([...now.page_state]).toEqual([2, 1, 1, 0]);
    expect(passing.get(1)?.mark).toBe('invalid');
    const erasing = momentOf(was, is, plan, 1000);
    expect([...erasing.cells.block_valid]).toEqual([0, 1]);
    expect(erasing.cells.block_erases[0]).toBe(4);
    expect(erasing.passing.get(1)?.mark).toBe('erasing');
    expect(erasing.passing.get(1)?.progress).toBeGreaterThan(erasing.passing.get(0)?.progress ?? 1);
  });

  it('marks the victim from its choice to the end of its erase, and one after the other', () => {
    const choose = (block: number) => operation({ kind: 'gc-start', block });
    const erase = (block: number) => operation({ kind: 'erase', block });
    const two = planMotion([choose(0), erase(0), choose(1), erase(1)], 'travel');
    const none = { cells: before, victim: null };
    const marked = Array.from({ length: 200 }, (_, i) => momentOf(none, none, two, (i * two.end_ms) / 200).victim);
    expect(marked.filter((victim, i) => victim !== marked[i - 1])).toEqual([0, 1]);
    const wiping = plan.moves.find(({ kind }) => kind === 'erase');
    if (wiping?.kind !== 'erase') throw new Error('expected an erase');
    expect(momentOf(was, is, plan, wiping.span.end_ms - 1).victim).toBe(0);
    expect(momentOf(was, is, plan, plan.end_ms).victim).toBeNull();
  });

  it('ends exactly as the device is, and leaves the picture before untouched', () => {
    expect(momentOf(was, is, plan, plan.end_ms).cells).toBe(after);
    expect([...before.page_state]).toEqual([2, 1, 0, 0]);
  });

  it('finds the blocks in which two pictures differ', () => {
    expect([...blocksChanged(before, after)].toSorted()).toEqual([0, 1]);
    expect(blocksChanged(after, after).size).toBe(0);
    const worn = { ...after, block_erases: Uint32Array.of(5, 1) };
    expect([...blocksChanged(after, worn)]).toEqual([1]);
  });

  it('names the blocks to repaint', () => {
    expect([...blocksTouched(plan, 2)].toSorted()).toEqual([0, 1]);
  });
});
