import { expect, it } from 'vitest';
import type { Decision, Frame } from '../../engine/protocol';
import { latestDecision } from './latest-decision';

const decision: Decision = {
  op: 7,
  question: '',
  rule: '',
  columns: [],
  rows: [],
  candidates: 0,
  among: [],
  tie: null,
  further: [],
  moved: [],
  prices: [],
};
const frame = (epoch: number, op: number, taken: Decision | null): Pick<Frame, 'decision' | 'epoch' | 'position'> => ({
  decision: taken,
  epoch,
  position: { op, request: 0, requests: 0, simulated_ns: 0, gc_runs: 0, known_ops: 0, ended: null },
});

it('keeps the last choice until the run is taken elsewhere', () => {
  const seen = latestDecision(frame(1, 7, decision), null);
  expect(seen).toEqual({ decision, epoch: 1 });
  expect(latestDecision(frame(1, 9, null), seen)).toBe(seen);
  expect(latestDecision(frame(1, 7, null), seen)).toBe(seen);
  expect(latestDecision(frame(2, 9, null), seen)).toBeNull();
  expect(latestDecision(frame(1, 6, null), seen)).toBeNull();
});
