// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { h } from './dom';
import { scrollersOf, showWithin } from './scroll';

/** A sheet from 400 to 600 of which more is below, and words in it. */
function sheet(words_top: number, words_bottom: number): { sheet: HTMLElement; words: HTMLElement } {
  const words = h('p', {});
  const outer = h('div', {}, h('div', {}, words));
  document.body.append(outer);
  const rect = (top: number, bottom: number) => () => ({ top, bottom }) as DOMRect;
  outer.getBoundingClientRect = rect(400, 600);
  words.getBoundingClientRect = rect(words_top, words_bottom);
  Object.defineProperties(outer, { scrollHeight: { value: 900 }, clientHeight: { value: 200 } });
  outer.scrollTop = 50;
  return { sheet: outer, words };
}

test('the page itself is none of what scrolls', () => {
  const { sheet: outer, words } = sheet(0, 0);
  expect(scrollersOf(words).at(-1)).toBe(outer);
});

test('what is below comes in sight, above what is covered', () => {
  const { sheet: outer, words } = sheet(590, 620);
  showWithin(words, 60);
  expect(outer.scrollTop).toBe(50 + 620 - (600 - 60 - 12));
});

test('what is higher than its room is shown from its beginning', () => {
  const { sheet: outer, words } = sheet(450, 900);
  showWithin(words, 60);
  expect(outer.scrollTop).toBe(50 + 450 - 400);
});

test('what is above comes down, and what is in sight stays', () => {
  const above = sheet(380, 420);
  showWithin(above.words, 60);
  expect(above.sheet.scrollTop).toBe(30);
  const seen = sheet(420, 500);
  showWithin(seen.words, 60);
  expect(seen.sheet.scrollTop).toBe(50);
});
