import { expect, test } from 'vitest';
import { emptyLayer } from '../../../fixtures/layer-view';
import { EXPLOSION, LOGS, log, picture, row, story } from '../../../fixtures/log-blocks';
import { columnsOf, lacksOf, oldBlockOf, parkersOf, victimOf } from './picture';
import { captionOf, columnWords } from './roles';

const blocks = (more: Parameters<typeof picture>[0]): number[] =>
  columnsOf(picture(more)).map(({ parked }) => parked.block);

test('shared log blocks stand from the newest to the oldest, the sequential one before them', () => {
  expect(blocks({})).toEqual([43, 42, 41, 40]);
});

test('the victim stands last, and stays in sight when it has been erased', () => {
  const young = { ...EXPLOSION, reclaim: { op: 1, block: 42, over: false } };
  expect(blocks({ merges: young })).toEqual([43, 41, 40, 42]);
  const rest = LOGS.filter(({ block }) => block !== 40);
  const over = { ...EXPLOSION, reclaim: { op: 1, block: 40, over: true } };
  const layer = emptyLayer({ parked: rest, parked_total: 3 });
  expect(blocks({ layer, merges: over })).toEqual([43, 42, 41, 40]);
  expect(columnsOf(picture({ layer, merges: over })).at(-1)).toMatchObject({ erased: true, victim: true });
});

test('log blocks of one logical block each stand by its number', () => {
  const parked = [log(50, ['9·1'], 'log', 9), log(51, ['2·1'], 'log', 2), log(52, ['5·3'], 'log', 5)];
  const layer = emptyLayer({ parked, parked_total: 3 });
  expect(blocks({ layer })).toEqual([51, 52, 50]);
  const merges = story([row(5, 'running', { 3: 52 }, 1)], { reclaim: null });
  expect(victimOf(picture({ layer, merges }))).toBe(52);
});

test('without the layer\u2019s word the old block is the source that is no log block', () => {
  const running = row(21, 'running', { 2: 40, 5: 41 }, 3, { old_block: null });
  expect(oldBlockOf(running, picture({ merges: story([running]) }))).toBe(121);
});

test('logical blocks with parked pages come most pages first', () => {
  const [first] = parkersOf(picture());
  expect(first).toMatchObject({ lbn: 4, pages: 4, logs: 2 });
  expect(parkersOf(picture()).map(({ pages }) => pages)).toEqual(
    [...parkersOf(picture()).map(({ pages }) => pages)].sort((a, b) => b - a),
  );
});

test('log blocks are told in plain words', () => {
  const [sequential, newest, , oldest] = columnsOf(picture());
  expect(sequential && captionOf(sequential)).toEqual(['in order', 'only B4', '3 of 8']);
  expect(newest && captionOf(newest)).toEqual(['log 42', '4 blocks', 'newest']);
  expect(oldest && captionOf(oldest)).toEqual(['log 40', '3 blocks', 'oldest']);
  expect(oldest && columnWords(oldest)).toBe('log 40: 3 live and 5 dead of 8 pages, 3 blocks, oldest');
});

test('a log block of one logical block lacks what is not in it yet, as long as it is in order', () => {
  const lacks = (pages: string[], lbn: number | null = 2) => lacksOf(log(50, pages, 'log', lbn), picture());
  expect(lacks(['2·0', '2·1', '2·2'])).toBe(5);
  expect(lacks(Array.from({ length: 8 }, (_, place) => `2·${place}`))).toBe(0);
  expect(lacks(['2·1', '2·0'])).toBeNull();
  expect(lacks(['2·0', '2·2'])).toBeNull();
  expect(lacks(['2·0'], null)).toBeNull();
  expect(lacks([])).toBeNull();
});
