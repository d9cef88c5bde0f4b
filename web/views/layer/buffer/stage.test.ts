import { expect, test } from 'vitest';
import { density, densityPicture, group, MOCK_GROUPS, SMALL_GROUPS, smallPicture } from '../../../fixtures/buffer';
import { accounts, inOneLine } from './accounts';
import { alphaText } from './alpha';
import { memoryInWords } from './alpha-history';
import { barsOf } from './barcode';
import { columnsScene } from './columns';
import { rankAfter } from './density-stage';
import { shifts } from './flip';
import { groupCard } from './group-words';
import { lensOf } from './model';
import { placesInWords, runsOf } from './pages';
import { probeInWords } from './probe';
import { ageLabels, namesOf, nearest, placeOf, plotOf } from './scatter-places';
import { shelfPhases } from './shelf';
import { alphaAfter, onDetent } from './slider';
import { saidOf, stripState } from './strip';
import { subjectOf } from './subject';

const SIZE = { width: 1000, height: 400, text_px: 12.5 };

test('another α is tried on the groups at hand: the order, the victim and the sentence change, and nothing else', () => {
  const picture = densityPicture();
  const running = lensOf(picture.buffer, -0.25, null);
  expect(running.asks).toBe(false);
  expect(running.order[0]?.lbn).toBe(412);
  const by_size = lensOf(picture.buffer, -0.25, 1);
  expect(by_size.order.map(({ lbn }) => lbn)).toEqual([640, 1301, 412, 88, 77]);
  expect(lensOf(picture.buffer, -0.25, -1).order[0]?.lbn).toBe(77);
  expect(probeInWords(picture, by_size)).toBe(
    'What if: with α = 1, B640 would leave: 610 sectors, 820 writes old, instead of B412.',
  );
  expect(probeInWords(picture, running)).toContain('α = −0.25, tuned in the device: B412 leaves first.');
  expect(picture.buffer.all.lbn[0]).toBe(412);
});

test('a group’s card evaluates the formula with its numbers', () => {
  const picture = densityPicture();
  const { title, lines } = groupCard(picture, lensOf(picture.buffer, -0.25, null), { lbn: 412, age: 2140, size: 296 });
  expect(title).toBe('B412');
  expect(lines).toContain('1/θ = 2\u202f140^1.25 · 296^0.75 = 1\u202f038\u202f690 (α = −0.25)');
  expect(lines[0]).toBe('leaves first');
});

test('keys on the slider lead from detent to detent, a drag keeps to one that is near', () => {
  const { grid } = density();
  expect(alphaAfter('ArrowRight', false, -0.25, grid)).toBe(0);
  expect(alphaAfter('ArrowLeft', false, -0.25, grid)).toBe(-0.5);
  expect(alphaAfter('ArrowRight', false, 1, grid)).toBe(1);
  expect(alphaAfter('ArrowRight', true, 0, grid)).toBe(0.05);
  expect(alphaAfter('Home', false, 0, grid)).toBe(-1);
  expect(alphaAfter('x', false, 0, grid)).toBeUndefined();
  expect(onDetent(0.27, grid)).toBe(0.25);
  expect(onDetent(0.371, grid)).toBe(0.37);
  expect(onDetent(7, grid)).toBe(1);
});

test('keys on the scatter go through the groups in order of leaving', () => {
  expect(rankAfter('ArrowRight', -1, 5)).toBe(0);
  expect(rankAfter('ArrowDown', 4, 5)).toBe(4);
  expect(rankAfter('ArrowUp', 2, 5)).toBe(1);
  expect(rankAfter('End', 0, 5)).toBe(4);
  expect(rankAfter('ArrowRight', 0, 0)).toBeNull();
});

test('the subject of both prices is the group on its way, else the one that would leave', () => {
  const picture = densityPicture();
  const lens = lensOf(picture.buffer, -0.25, null);
  expect(subjectOf(picture, lens)).toMatchObject({ lbn: 412, pages: 37, exact: true, leaving: false });
  const flush = { lbn: 88, plug: true, offsets: [1, 2], read_up: [], written: [] };
  const leaving = densityPicture({}, { flush });
  expect(subjectOf(leaving, lensOf(leaving.buffer, -0.25, null))).toMatchObject({ lbn: 88, pages: 2, leaving: true });
  const omitted = densityPicture({}, { groups: [] });
  expect(subjectOf(omitted, lensOf(omitted.buffer, -0.25, null))).toMatchObject({ pages: 37, exact: false });
});

test('rows that change places come from where they stood', () => {
  const before = new Map([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
  const after = new Map([
    [2, 0],
    [1, 1],
    [4, 2],
    [3, 3],
  ]);
  expect(shifts(before, after)).toEqual([
    { key: 2, from_px: 1 },
    { key: 1, from_px: -1 },
    { key: 4, from_px: null },
    { key: 3, from_px: -1 },
  ]);
  expect(shifts(after, after)).toEqual([]);
});

test('a barcode draws whole pages, those held in part lower, and copies as two edges', () => {
  expect(barsOf({ pages: [0, 1, 5], partial: [5], clean: [] })).toBe('M0 0h2V10h-2zM5 5h1V10h-1z');
  expect(barsOf({ pages: [3], partial: [], clean: [3] })).toBe('M3 0h1V2.4h-1zM3 7.6h1V10h-1z');
});

test('places in words', () => {
  expect(runsOf([0, 1, 2, 9])).toEqual([
    { first: 0, length: 3 },
    { first: 9, length: 1 },
  ]);
  expect(placesInWords([0, 1, 2, 9])).toBe('pages 0–2, 9');
  expect(placesInWords([4])).toBe('page 4');
  expect(placesInWords(Array.from({ length: 20 }, (_, i) => i * 2))).toContain('and 12 more runs');
});

test('names in the scatter cover neither each other nor the one that leaves', () => {
  const groups = MOCK_GROUPS.map(({ lbn, age, sectors }) => ({ lbn, age, size: sectors }));
  const plot = plotOf({ width: 470, height: 350 }, 12.5, groups, 1024);
  const placed = groups.map((one) => ({ ...one, ...placeOf(plot, one) }));
  const names = namesOf(plot, placed, 12.5);
  expect(names.map(({ lbn }) => lbn)).toContain(412);
  const [victim] = placed;
  expect(nearest(placed, (victim?.x ?? 0) + 2, victim?.y ?? 0, 14)?.lbn).toBe(412);
  expect(nearest(placed, 0, 0, 14)).toBeNull();
});

test('ages on the axis leave one another room, and the last is always named', () => {
  const labels = (width: number): string[] => {
    const plot = plotOf({ width, height: 200 }, 12.5, [{ lbn: 1, age: 90_000, size: 1 }], 1024);
    return ageLabels(plot, 12.5).map(({ words }) => words);
  };
  expect(labels(900).sort()).toEqual(['1', '10', '100', '1\u202f000', '10\u202f000', '100\u202f000'].sort());
  expect(labels(200)).toContain('100\u202f000');
  expect(labels(200).length).toBeLessThan(6);
});

test('a shelf stands in order of leaving; what leaves stands apart, its written pages gone', () => {
  const still = columnsScene(smallPicture(SMALL_GROUPS).buffer, SIZE);
  expect(still.boxes.map(({ key }) => key)).toEqual(['B0', 'B2', 'B3', 'B1']);
  expect(still.boxes.map(({ rect }) => rect.x)).toEqual(
    [...still.boxes.map(({ rect }) => rect.x)].sort((a, b) => a - b),
  );
  expect(still.boxes[0]?.first).toBe(true);
  const flush = { lbn: 0, plug: true, offsets: [0, 1, 2], read_up: [3], written: [0] };
  const picture = smallPicture(SMALL_GROUPS, { flush });
  const [leaving, ...rest] = columnsScene(picture.buffer, SIZE).boxes;
  expect(leaving).toMatchObject({ key: 'B0', leaving: true });
  expect(leaving?.cells.map(({ held }) => held)).toEqual(['gone', 'whole', 'whole', 'hole']);
  expect(rest.map(({ key }) => key)).toEqual(['B2', 'B3', 'B1']);
  expect([0, 1, 3].map((place) => stripState(flush, place))).toEqual(['written', 'waits', 'read']);
  expect(saidOf(picture.buffer)).toBe('B0: 3 pages out of RAM; 1 of 1 hole filled from flash; 1 of 3 written.');
});

test('parts of the order have their names over them', () => {
  const sections = ['independent', 'by size'];
  const groups = SMALL_GROUPS.map((one, i) => ({ ...one, section: i < 3 ? 1 : 0 }));
  const { words, brackets } = columnsScene(smallPicture(groups, { sections }).buffer, SIZE);
  expect(brackets).toHaveLength(2);
  expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['by size', 'independent']));
});

test('the whole stage is told in words', () => {
  const flush = { lbn: 412, plug: true, offsets: [1, 2], read_up: [0], written: [] };
  const told = accounts(densityPicture({}, { flush }));
  expect(told.map(({ name }) => name)).toEqual(['This step', 'Buffer', 'Order of leaving', 'α', 'Log or plug']);
  expect(told[0]?.lines).toEqual([
    'B412 leaves with 2 pages: its holes are filled, 1 of 126 pages read from flash, 0 of 2 written',
  ]);
  expect(inOneLine(densityPicture())).toContain('1\u202f208 evictions, 94 plugged, 1\u202f114 logged');
  const small = accounts(smallPicture([group(7, 1, 2, { pages: [0, 1], clean: [1], score: 2 })]));
  expect(small.find(({ name }) => name === 'Order of leaving')?.lines[0]).toBe(
    'B7: pages 0–1, 1 the same on flash, age 1, pages 2',
  );
});

test('what knowing costs is told as a ratio', () => {
  expect(memoryInWords(density())).toBe('3.7 times less');
  expect(memoryInWords({ memory: null })).toContain('Nothing is rehearsed');
  expect(alphaText(-0.25)).toBe('−0.25');
});

test('what names a column goes where the column goes', () => {
  const scene = columnsScene(smallPicture(SMALL_GROUPS).buffer, SIZE);
  for (const { lbn, words, score } of scene.boxes) {
    expect(words?.[0]?.text).toBe(`B${lbn}`);
    expect(score).toBeDefined();
  }
  // Nothing that stays behind names a block.
  expect(scene.words.filter(({ text }) => /^B\d/.test(text))).toHaveLength(0);
  const flush = { lbn: 2, plug: false, offsets: [1, 3], read_up: [], written: [] };
  const leaving = columnsScene(smallPicture(SMALL_GROUPS, { flush }).buffer, SIZE).boxes.find((box) => box.leaving);
  expect(leaving?.words?.map(({ text }) => text)).toEqual(['B2']);
});

test('what leaves is gone before the others close up, and what is new comes last', () => {
  const at = (key: string, x: number) => ({ key, rect: { x, y: 0, width: 10, height: 10 } });
  const before = new Map(['a', 'b', 'c'].map((key, i) => [key, { x: 10 * i, y: 0 }]));
  const { leave, shift, come } = shelfPhases([at('b', 0), at('c', 10), at('d', 20)], before, 400);
  expect(leave.delay).toBe(0);
  expect(shift.delay).toBeGreaterThanOrEqual(leave.delay + leave.duration);
  expect(come.delay).toBeGreaterThanOrEqual(shift.delay + shift.duration);
  expect(come.delay + come.duration).toBeCloseTo(400);
  const only_new = shelfPhases(
    [...before.keys(), 'd'].map((key, i) => at(key, 10 * i)),
    before,
    400,
  );
  expect(only_new.come).toEqual({ delay: 0, duration: 400 });
});
