// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createProblem } from './problem';

test('a problem is marked at its place, and the word that was meant is one click away', () => {
  const mended: string[] = [];
  const view = createProblem((text) => mended.push(text));
  view.show('1 + vlaid * 2', { column: 5, found: 'vlaid', expected: 'one of valid, age', near: 'valid' });
  expect(view.element.querySelector('mark')?.textContent).toBe('vlaid');
  expect(view.element.querySelector('p')?.textContent).toBe(
    'Column 5: found vlaid, expected one of valid, age; did you mean valid?',
  );
  view.element.querySelector('button')?.click();
  expect(mended).toEqual(['1 + valid * 2']);
  view.show('1 + ', { column: 5, found: 'the end', expected: 'a value', near: null });
  expect(view.element.querySelector('mark')?.textContent).toBe(' ');
  expect(view.element.querySelector('button')).toBeNull();
  view.show('1', null);
  expect(view.element.textContent).toBe('');
});
