import { expect, test } from 'vitest';
import { inkOf, LOWER, PAGES, UPPER } from '../../../fixtures/clash';
import { compose } from './compose';
import type { ClashPicture } from './picture';
import { accounts, cellCard } from './words';

const account = (picture: ClashPicture, name: string): readonly string[] =>
  accounts(picture).find((one) => one.name === name)?.lines ?? [];

test('the swap in words: who goes where, by which path, at what price', () => {
  expect(account(UPPER.swap, 'This step')).toEqual([
    'B21, pages 0, 1, 3: down to block slot 1',
    'B4, pages 1, 2: up to page slots',
    'path G: pages of one block go down to a block slot',
    'path F: pages of a block slot go up to page slots',
  ]);
  expect(account(UPPER.swap, 'Block area')).toEqual([
    'slot 1: B21, pages 0, 1, 3',
    'slot 2: B10, pages 0, 1, used least recently',
  ]);
  expect(account(UPPER.swap, 'Page area')[0]).toBe('7 of 8 slots in use');
  expect(account(UPPER.swap, 'Host')).toEqual(['page 0 of B5 waits to be written']);
  expect(account(UPPER.swap, 'Cost')).toEqual([
    'swap: 0\u00a0ns, 0 reads, 0 erases, 0 programs',
    'had it flushed B4: 3.885\u00a0ms, 2 reads, 1 erase, 4 programs',
  ]);
});

test('the flush in words: what is programmed, what is to come, nothing read from flash', () => {
  expect(account(LOWER.programmed, 'Block area')[0]).toBe('slot 1: B4 on its way to flash, 2 of 4 pages to go');
  expect(account(LOWER.programmed, 'Flash')).toContain('B4: erased, 2 of 4 pages programmed, nothing read from flash');
});

test('every cell has a card with a title', () => {
  const { scene } = compose(UPPER.swap, { width: 1040, height: 430 }, inkOf());
  const cards = scene.cells.map((cell) => cellCard(cell, PAGES));
  expect(cards.filter(({ title }) => title === '')).toEqual([]);
  expect(cards).toContainEqual({ title: 'Path G', lines: ['pages of one block go down to a block slot, taken now'] });
  expect(cards).toContainEqual({
    title: 'Page 21\u00b73',
    lines: ['in block slot 1', 'logical page 87, page 3 of logical block 21'],
  });
});
