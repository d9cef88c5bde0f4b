import { describe, expect, it } from 'vitest';
import type { Operation } from '../../engine/protocol';
import { operation as anOperation } from '../../fixtures/operation';
import { easeTravel, effectOf, type Move, motionMode, NO_MOTION, planMotion, progress } from './motion-plan';

let next = 0;
const operation = (part: Partial<Operation>): Operation => anOperation({ index: next++, end_ns: 1, ...part });

const copies = (count: number, cause: number | null = 7): Operation[] =>
  Array.from({ length: count }, (_, i) => operation({ kind: 'copy', cause, from: i, to: 100 + i, stale: i, lpn: i }));

const writes = (moves: readonly Move[]) => moves.filter((move) => move.kind === 'write');

describe('the plan of a step', () => {
  it('sends a host write from its logical page, fills, then strikes out the old copy', () => {
    const { moves, end_ms } = planMotion([operation({ lpn: 3, to: 9, stale: 4 })], 'travel');
    const [write, struck] = moves;
    if (write?.kind !== 'write' || struck?.kind !== 'invalidate') throw new Error('expected a write, then a slash');
    expect(write.source).toEqual({ lpn: 3 });
    expect([write.connector.start_ms, write.travel.start_ms, write.fill.start_ms, write.fill.end_ms]).toEqual([
      0, 80, 500, 760,
    ]);
    expect(struck).toEqual({ kind: 'invalidate', page: 4, span: { start_ms: 760, end_ms: 880 } });
    expect(end_ms).toBe(880);
  });

  it('starts copies of one cause 60 ms apart and bundles all beyond eight', () => {
    const found = writes(planMotion(copies(45), 'travel').moves);
    const starts = found.map((move) => move.connector.start_ms);
    expect(found.map((move) => move.carries).slice(7, 11)).toEqual([1, 37, 0, 0]);
    expect(found.reduce((sum, move) => sum + move.carries, 0)).toBe(45);
    expect((starts[2] ?? 0) - (starts[1] ?? 0)).toBeCloseTo((starts[1] ?? 0) - (starts[0] ?? 0));
    expect(new Set(starts).size).toBe(9);
  });

  it('gives each connector of a step a lane of its own, also where an earlier one has been travelled', () => {
    const found = writes(
      planMotion([...copies(2, 1), operation({ kind: 'erase', block: 0 }), ...copies(1, 2)], 'travel').moves,
    );
    expect(found.map(({ lane }) => lane)).toEqual([0, 1, 2].map((at) => ({ at, of: 3 })));
  });

  it('lets what has another cause wait for what came before', () => {
    const { moves } = planMotion([...copies(1), operation({ kind: 'erase', block: 0 })], 'travel');
    const erase = moves.find((move) => move.kind === 'erase');
    expect(erase && effectOf(erase).start_ms).toBe(880);
  });

  it('never takes longer than 1.6 s a step, and less when played faster', () => {
    const long = [...copies(4, 1), ...copies(4, 2), operation({ kind: 'erase', block: 0 }), ...copies(4, 3)];
    expect(planMotion(long, 'travel').end_ms).toBe(1600);
    expect(planMotion(long, 'travel', 4).end_ms).toBe(400);
    expect(planMotion(long, 'travel', 40).end_ms).toBe(400);
  });

  it('only flashes above four operations a second, and shows nothing above sixty', () => {
    expect([4, 5, 60, 61].map((speed) => motionMode(true, speed))).toEqual(['travel', 'flash', 'flash', 'none']);
    expect(motionMode(false, Number.POSITIVE_INFINITY)).toBe('travel');
    expect(planMotion(copies(3), 'flash')).toMatchObject({ end_ms: 120, connectors_fade: true });
    expect(planMotion(copies(3), 'flash', 4).end_ms).toBe(120);
    expect(planMotion(copies(3), 'none')).toBe(NO_MOTION);
  });

  it('tells nothing of operations without a place', () => {
    expect(planMotion([operation({ kind: 'gc-end' }), operation({ kind: 'host-flush' })], 'travel').moves).toEqual([]);
  });

  it('marks the victim before anything moves', () => {
    const { moves } = planMotion([operation({ kind: 'gc-start', block: 5 }), ...copies(1)], 'travel');
    expect(moves[0]).toEqual({ kind: 'choose', block: 5, span: { start_ms: 0, end_ms: 380 } });
    expect(writes(moves)[0]?.connector.start_ms).toBe(380);
  });
});

describe('time inside a span', () => {
  it('runs from 0 to 1 and holds', () => {
    const span = { start_ms: 10, end_ms: 20 };
    expect([0, 10, 15, 20, 30].map((at) => progress(span, at))).toEqual([0, 0, 0.5, 1, 1]);
    expect(progress({ start_ms: 5, end_ms: 5 }, 5)).toBe(1);
  });

  it('travels without overshooting', () => {
    const path = Array.from({ length: 101 }, (_, i) => easeTravel(i / 100));
    expect(path).toEqual(path.toSorted((a, b) => a - b));
    expect([path[0], path[100]]).toEqual([0, 1]);
  });
});
