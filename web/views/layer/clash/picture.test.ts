import { expect, test } from 'vitest';
import { cacheOf, LOWER, large, operation, picture, set, slot, UPPER } from '../../../fixtures/clash';
import { pathsHere, pathsOf } from './paths';
import {
  atGate,
  columnLeft,
  decisionNext,
  emptiest,
  goesDown,
  inHand,
  isFull,
  movesHere,
  tallest,
  wayOf,
} from './picture';

test('the way room is made follows from what moves', () => {
  expect(UPPER.swap.decision && wayOf(UPPER.swap.decision)).toBe('swap');
  expect(LOWER.start.decision && wayOf(LOWER.start.decision)).toBe('flush');
  expect(wayOf({ moved: movesHere(UPPER.swap).filter(goesDown) })).toBe('down');
});

test('before a choice is carried out nothing has moved, and the page waits', () => {
  const { before } = UPPER;
  expect(movesHere(before)).toEqual([]);
  expect(decisionNext(before)?.op).toBe(101);
  expect(atGate(before)).toEqual({ asks: 'write', lpn: 20, served: false, nth: 1, pages: 1 });
  expect(isFull(before.cache)).toBe(true);
  expect(tallest(before.cache)?.lbn).toBe(21);
  expect(emptiest(before.cache)).toBe(0);
});

test('a swap moves both ways, and still the page waits', () => {
  expect(movesHere(UPPER.swap).map(({ lbn, offsets, to }) => [lbn, offsets, to.place])).toEqual([
    [21, [0, 1, 3], 'block'],
    [4, [1, 2], 'pages'],
  ]);
  expect(atGate(UPPER.swap)?.served).toBe(false);
  expect(atGate(UPPER.after)).toMatchObject({ served: true, lpn: 20 });
});

test('a flush begins with the block alone: the set goes down when it is over', () => {
  expect(movesHere(LOWER.start).map(({ lbn }) => lbn)).toEqual([4]);
  expect(inHand(LOWER.start)).toBe(4);
  expect(inHand(LOWER.end)).toBe(4);
  const act = operation(108, 'set-evict', { lpn: 84, slot: 0 });
  const down = picture(
    { ...LOWER.end.cache, act, blocks: [slot(21, [0, 2], 1), slot(10, [0, 1, 2])] },
    LOWER.end.decision,
  );
  expect(movesHere(down).map(({ lbn, to }) => [lbn, to])).toEqual([[21, { place: 'block', slot: 0 }]]);
});

test('of several pages the one waits that is not in RAM yet', () => {
  const request = operation(100, 'host-write', { lpn: 20, pages: 4 });
  const inserted = cacheOf([set(5, 0, [0, 1])], [slot(4, [1])], {
    request,
    act: operation(103, 'cache-insert', { lpn: 21 }),
  });
  expect(atGate(picture(inserted))).toMatchObject({ lpn: 21, nth: 2, served: true });
  const swapping = { ...inserted, act: operation(104, 'swap', { lpn: 84, slot: 0 }) };
  expect(atGate(picture(swapping))).toMatchObject({ lpn: 22, nth: 3, served: false });
});

test('a column that is not told is the first free one', () => {
  const [down] = movesHere(UPPER.swap);
  expect(down && columnLeft(UPPER.swap, down)).toBe(0);
  expect(down && columnLeft(UPPER.after, { ...down, column: null })).toBe(6);
});

test('of equal sets the one written least recently is next; a free slot leaves no emptiest', () => {
  expect(tallest(large().cache)?.lbn).toBe(1000);
  expect(emptiest(LOWER.end.cache)).toBeNull();
});

test.each([
  ['cache-hit', {}, true, ['C']],
  ['cache-hit', {}, false, ['B']],
  ['cache-hit', { slot: 1 }, true, ['D']],
  ['cache-hit', { slot: 1 }, false, ['E']],
  ['cache-insert', {}, true, ['C']],
  ['read', {}, false, ['A']],
  ['read', { purpose: 'rewrite' }, true, ['J']],
  ['set-evict', { slot: 0 }, true, ['G']],
  ['swap', { slot: 0 }, true, ['G', 'F']],
  ['flush-start', { purpose: 'flush' }, true, ['I']],
  ['erase', { purpose: 'flush' }, true, ['I']],
  ['program', { purpose: 'rewrite' }, true, ['I']],
  ['host-write', {}, true, []],
] as const)('%s %o takes its path of the figure', (kind, more, is_write, paths) => {
  expect(pathsOf(operation(1, kind, more), is_write)).toEqual(paths);
});

test('a block that the flash holds whole sends nothing up', () => {
  const decision = UPPER.swap.decision;
  const alone = decision && { ...decision, moved: decision.moved.filter(goesDown) };
  expect(pathsHere(UPPER.swap)).toEqual(['G', 'F']);
  expect(pathsHere({ ...UPPER.swap, decision: alone })).toEqual(['G']);
});
