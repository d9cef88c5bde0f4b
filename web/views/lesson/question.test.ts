import { expect, test } from 'vitest';
import type { Expected, Told } from '../../lessons/lesson';
import { verdict } from './question';

const CHOICE: Expected = { kind: 'choice', options: [[], [], []], right: 1, holds: [] };
const told = (reading: Told['reading'], within = 0): Expected => ({
  kind: 'value',
  lane: 0,
  reading,
  within,
  input: 'number',
  holds: [],
});
const said = (answer: Expected, guess: number | null, actual: number | null): string =>
  verdict(answer, { guess, actual, above: [] });

test('until the simulator has answered there is something to watch', () => {
  expect(said(CHOICE, 1, null)).toBe('Watch what happens.');
  expect(said(told('erases'), null, null)).toBe('Watch what happens.');
});

test.each([
  [1, 'Right.'],
  [0, 'Not so: it is 2.'],
  [null, 'It is 2.'],
])('of a choice, %j: %s', (guess, words) => {
  expect(said(CHOICE, guess, 1)).toBe(words);
});

test.each([
  ['invalid-pages', 9, 9, 'Right: 9 pages are invalid.'],
  ['invalid-pages', null, 9, '9 pages are invalid.'],
  ['most-erases', 1, 1, 'Right: the most worn block was erased once.'],
  ['free-blocks', 2, 2, 'Right: the number of free blocks is 2.'],
  ['invalid-pages', 4, 9, 'You said 4, it is 9: 5 too few.'],
  ['invalid-pages', 12, 9, 'You said 12, it is 9: 3 too many.'],
  ['invalid-pages', 90, 9, 'You said 90, it is 9: 10 times too high.'],
  ['invalid-pages', 9, 90, 'You said 9, it is 90: 10 times too low.'],
  ['invalid-pages', 20, 0, 'You said 20, it is 0: too high.'],
  ['invalid-pages', -20, 9, 'You said −20, it is 9: too low.'],
  ['write-amplification', 1.5, 3, 'You said 1.50, it is 3.00: 2 times too low.'],
  ['write-amplification', 3, 3.36, 'You said 3, it is 3.36: 11 % too low.'],
  ['write-amplification', 4.5, 2.5, 'You said 4.50, it is 2.50: 80 % too high.'],
  ['alpha', 0.5, -0.5, 'You said 0.50, it is −0.5: too high.'],
] as const)('of %s, %j where it is %j: %s', (reading, guess, actual, words) => {
  expect(said(told(reading), guess, actual).replace(/[\u00a0\u202f]/g, ' ')).toBe(words);
});

test('what names something is right or not, and nothing is near it', () => {
  expect(said(told('victim', 0.5), 3, 0)).toBe('You said block 3, it is block 0.');
  expect(said(told('victim'), 0, 0)).toBe('Right: it is block 0.');
  expect(said(told('leaver'), 4, 4)).toBe('Right: it is logical block B4.');
});

test('near enough is near enough up to the share that the lesson allows', () => {
  expect(said(told('gc-waits', 0.25), 35, 28)).toBe('You said 35, it is 28: close enough.');
  expect(said(told('gc-waits', 0.25), 36, 28)).toBe('You said 36, it is 28: 8 too many.');
});
