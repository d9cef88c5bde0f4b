import { expect, test } from 'vitest';
import { inkOf, LOWER, operation, tall, UPPER } from '../../../fixtures/clash';
import type { Rect } from '../../../render/geometry';
import { easeTravel, progress } from '../../stage-kit/motion-plan';
import { along } from '../../stage-kit/paths';
import { cellsAt } from './cells-at';
import { compose } from './compose';
import { planMotion } from './motion';
import type { ClashPicture } from './picture';
import type { ClashMotion } from './plan';
import type { Moment } from './planner';
import { overlap } from './words-at';

const SIZE = { width: 1040, height: 430 };
const moment = (picture: ClashPicture): Moment => ({
  ...compose(picture, SIZE, inkOf(picture.pages_per_block)),
  picture,
});
const PACE = { speed: 1, slow: 1 };

const act = ({ cache }: ClashPicture) => cache.act ?? operation(0, 'host-write');
const plan = (before: ClashPicture, after: ClashPicture): ClashMotion =>
  planMotion([act(after)], moment(before), moment(after), PACE);

test('the swap is one motion of 900 ms: mark, up, down, open', () => {
  const motion = plan(UPPER.before, UPPER.swap);
  expect(motion.end_ms).toBe(900);
  expect(motion.marked).toEqual({ start_ms: 0, end_ms: 180 });
  expect(motion.moves_ms).toBe(180);
  expect(motion.flights.map(({ path }) => path)).toEqual(['F', 'F', 'G', 'G', 'G']);
  for (const { span } of motion.flights) {
    expect(span.start_ms).toBeGreaterThanOrEqual(180);
    expect(span.end_ms).toBeLessThanOrEqual(700);
  }
});

/** Where a page on its way is at a moment. */
function rectAt({ points, from, span }: ClashMotion['flights'][number], at_ms: number): Rect {
  const { x, y } = along(points, easeTravel(progress(span, at_ms)));
  return { x: x - from.width / 2, y: y - from.height / 2, width: from.width, height: from.height };
}

test('no page of a swap goes through one that comes the other way', () => {
  const { flights, end_ms } = plan(UPPER.before, UPPER.swap);
  for (let at_ms = 0; at_ms <= end_ms; at_ms += 5) {
    const [up, down] = (['F', 'G'] as const).map((path) =>
      flights
        .filter((flight) => flight.path === path && at_ms > flight.span.start_ms && at_ms < flight.span.end_ms)
        .map((flight) => rectAt(flight, at_ms)),
    );
    for (const a of up ?? []) for (const b of down ?? []) expect(overlap(a, b), `${at_ms} ms`).toBe(false);
  }
});

test('a flush is told as soon as its connector appears', () => {
  const motion = plan(LOWER.before, LOWER.start);
  expect(motion.lands_ms).toBe(motion.connectors.get('I'));
});

test('in a lesson it takes twice as long, and at four times the speed a quarter', () => {
  const [before, after] = [moment(UPPER.before), moment(UPPER.swap)];
  expect(planMotion([act(UPPER.swap)], before, after, { speed: 1, slow: 2 }).end_ms).toBe(1800);
  expect(planMotion([act(UPPER.swap)], before, after, { speed: 4, slow: 1 }).end_ms).toBe(225);
});

/** Pages of RAM seen at a moment: in a place, or on their way. */
function seen(motion: ClashMotion, before: Moment, after: Moment, at_ms: number): string[] {
  const standing = cellsAt(motion, before.scene, after.scene, at_ms).filter(
    ({ part, ghost, appearance }) => (part === 'column' || part === 'tray') && !ghost && appearance.mark === 'valid',
  );
  const flying = motion.flights.filter(({ span }) => at_ms >= span.start_ms && at_ms < span.end_ms);
  return [
    ...standing.map(({ appearance }) => appearance.label ?? ''),
    ...flying.map(({ appearance }) => appearance.label ?? ''),
  ].sort();
}

test('at every instant of the swap each page is seen exactly once', () => {
  const [before, after] = [moment(UPPER.before), moment(UPPER.swap)];
  const motion = planMotion([act(UPPER.swap)], before, after, PACE);
  const all = seen(motion, before, after, 0);
  expect(all).toHaveLength(12);
  for (let at_ms = 0; at_ms <= motion.end_ms; at_ms += 5)
    expect(seen(motion, before, after, at_ms), `${at_ms} ms`).toEqual(all);
});

test('before it moves the stage looks as before, at the end as after', () => {
  const [before, after] = [moment(UPPER.before), moment(UPPER.swap)];
  const motion = planMotion([act(UPPER.swap)], before, after, PACE);
  const places = (at_ms: number) =>
    cellsAt(motion, before.scene, after.scene, at_ms)
      .filter(({ part, ghost }) => part === 'column' && !ghost)
      .map(({ key }) => key)
      .sort();
  const columns = ({ scene }: Moment) =>
    scene.cells
      .filter(({ part, ghost }) => part === 'column' && !ghost)
      .map(({ key }) => key)
      .sort();
  expect(places(0)).toEqual(columns(before));
  expect(places(900)).toEqual(columns(after));
});

test('the page that waited comes in, and its copy on flash is struck out after it', () => {
  const motion = plan(UPPER.swap, UPPER.after);
  const [flight] = motion.flights;
  expect(flight?.path).toBe('C');
  const struck = motion.changes.get('w:5:0');
  expect(struck?.how).toBe('struck');
  expect(struck?.span.start_ms).toBeGreaterThanOrEqual(flight?.span.end_ms ?? Number.POSITIVE_INFINITY);
});

test('a page on flash is the newest until the page that outdates it has come in', () => {
  // Another block was in hand before: this one comes into view with the step.
  const [before, after] = [moment(UPPER.before), moment(UPPER.after)];
  const motion = planMotion([act(UPPER.after)], before, after, PACE);
  const [flight] = motion.flights;
  const copy = (at_ms: number) =>
    cellsAt(motion, before.scene, after.scene, at_ms).find(({ key }) => key === 'w:5:0')?.appearance;
  expect(flight?.path).toBe('C');
  for (let at_ms = 0; at_ms < (flight?.span.end_ms ?? 0); at_ms += 20) expect(copy(at_ms)?.mark).not.toBe('invalid');
});

test('a request in one step shows the swap first, then the page in the slot that came free', () => {
  const motion = planMotion([act(UPPER.swap), act(UPPER.after)], moment(UPPER.before), moment(UPPER.after), PACE);
  const paths = motion.flights.toSorted((a, b) => a.span.start_ms - b.span.start_ms).map(({ path }) => path);
  expect(paths.at(-1)).toBe('C');
  expect(paths.filter((path) => path === 'G')).toHaveLength(3);
  expect(motion.end_ms).toBeLessThanOrEqual(1600);
});

test('a flush is announced, combed, and goes down page by page', () => {
  expect(plan(LOWER.before, LOWER.start).connectors.has('I')).toBe(true);
  expect(plan(LOWER.start, LOWER.erased).changes.get('w:4:3')?.how).toBe('combed');
  const down = plan(LOWER.erased, LOWER.programmed);
  expect(down.flights.map(({ path }) => path)).toEqual(['I']);
  expect(down.changes.get('w:4:1')?.how).toBe('filled');
});

test('a whole flush in one step goes down as one bundle, before the set takes its slot', () => {
  const end = UPPER.after;
  const steps = [
    operation(101, 'flush-start', { lpn: 16, slot: 0, block: 4, purpose: 'flush' }),
    operation(102, 'erase', { block: 4, purpose: 'flush' }),
    ...[0, 1, 2, 3].map((offset) =>
      operation(103 + offset, 'program', { lpn: 16 + offset, to: 16 + offset, purpose: 'flush' }),
    ),
    operation(107, 'flush-end', { lpn: 16, slot: 0, block: 4, purpose: 'flush' }),
  ];
  const motion = planMotion(steps, moment(LOWER.before), moment(end), PACE);
  expect(motion.flights.map(({ path, carries }) => [path, carries])).toEqual([['I', 4]]);
  expect(motion.end_ms).toBeLessThanOrEqual(1600);
});

test('many pages go as one bundle with their number', () => {
  const after = tall();
  const column = { lbn: 7, column: 0, offsets: Array.from({ length: 64 }, (_, n) => n), last_used: 0 };
  const [other] = after.cache.sets;
  const blocks = after.cache.blocks.map((slot, n) => (n === 1 ? { ...slot, lbn: null, offsets: [] } : slot));
  const before = {
    ...after,
    cache: { ...after.cache, act: after.cache.request, sets: other ? [column, other] : [column], blocks },
  };
  const motion = plan(before, after);
  expect(motion.flights).toHaveLength(1);
  expect(motion.flights[0]?.carries).toBe(64);
});
