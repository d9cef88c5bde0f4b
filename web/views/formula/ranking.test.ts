// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { FormulaRanking } from '../../engine/protocol';
import { createRanking, noteOn } from './ranking';

const row = (number: number, shown: string, terms: string[]) => ({
  number,
  value: null,
  shown,
  quantities: { valid: number },
  terms,
  has_gain: true,
});

const RANKING: FormulaRanking = {
  error: null,
  missing: null,
  of: 'block',
  plane: 1,
  candidates: 3,
  terms: [
    { sign: '', text: 'invalid' },
    { sign: '*', text: 'age' },
  ],
  rows: [row(4, '∞', ['2', '∞']), row(7, '12', ['3', '4'])],
  chosen: 4,
  collecting: 7,
};

test('a candidate has its value and that of each term, and points at its first page', () => {
  const pointed: (number | null)[] = [];
  const view = createRanking(
    (page) => pointed.push(page),
    () => {},
  );
  view.show(RANKING, 8);
  const cells = [...view.element.querySelectorAll('tr')].map((line) =>
    [...line.children].map((cell) => cell.textContent),
  );
  expect(cells).toEqual([
    ['candidate', 'value', 'invalid', '* age'],
    ['◆block 4', '∞', '2', '∞'],
    ['◇block 7', '12', '3', '4'],
  ]);
  view.element.querySelectorAll('tbody tr')[1]?.dispatchEvent(new Event('pointerenter'));
  view.element.dispatchEvent(new Event('pointerleave'));
  expect(pointed).toEqual([56, null]);
});

test('a text that is no formula leaves the last ranking, marked as old', () => {
  const view = createRanking(
    () => {},
    () => {},
  );
  view.show(RANKING, 8);
  view.show({ ...RANKING, rows: [], error: { column: 1, found: 'x', expected: 'y', near: null } }, 8);
  expect(view.element.querySelectorAll('tbody tr')).toHaveLength(2);
  expect(view.element.classList.contains('is-old')).toBe(true);
  expect(view.element.querySelector('.note')?.textContent).toMatch(/last text that was a formula/);
  view.show(RANKING, 8);
  expect(view.element.classList.contains('is-old')).toBe(false);
});

test('the note tells what there was to choose from, and what the device took', () => {
  expect(noteOn(RANKING)).toBe('Plane 1, 2 of 3 closed blocks. The device has just chosen block 7, number 2 here.');
  expect(noteOn({ ...RANKING, collecting: 4, candidates: 2 })).toBe(
    'Plane 1. The device has just chosen the same block.',
  );
  expect(noteOn({ ...RANKING, collecting: 9, candidates: 2 })).toBe('Plane 1.');
  expect(noteOn({ ...RANKING, chosen: null })).toMatch(/No block has anything to gain\.$/);
  expect(noteOn({ ...RANKING, candidates: 0 })).toMatch(/nothing to choose from/);
  expect(noteOn({ ...RANKING, missing: 'nothing-chooses' })).toMatch(/^Nothing chooses/);
});

test('what is in a write buffer is named as it is there, and its pages are lit wherever they live', () => {
  const lit: (number | null)[] = [];
  const view = createRanking(
    () => {},
    (lpn) => lit.push(lpn),
  );
  view.show({ ...RANKING, of: 'page', plane: null, collecting: null }, 8);
  const names = [...view.element.querySelectorAll('tbody th')].map((cell) => cell.textContent);
  expect(names).toEqual(['◆LPN 4', '◇LPN 7']);
  view.element.querySelector('tbody tr')?.dispatchEvent(new Event('pointerenter'));
  expect(lit).toEqual([4]);
  const of = 'logical-block' as const;
  expect(noteOn({ ...RANKING, of })).toBe('2 of 3 logical blocks in the write buffer.');
  expect(noteOn({ ...RANKING, of, candidates: 0 })).toMatch(/^Nothing is in/);
  expect(noteOn({ ...RANKING, of, missing: 'other-policy' })).toMatch(/run it from the start/);
});
