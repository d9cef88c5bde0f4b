import { expect, test } from 'vitest';
import { agoInWords } from './recent';

test('when something was opened is said as people say it', () => {
  const MINUTE = 60_000;
  expect(agoInWords(20_000)).toBe('just now');
  expect(agoInWords(-5 * MINUTE), 'a clock that was set back').toBe('just now');
  expect(agoInWords(3 * MINUTE)).toBe('3 minutes ago');
  expect(agoInWords(125 * MINUTE)).toBe('2 hours ago');
  expect(agoInWords(26 * 60 * MINUTE)).toBe('yesterday');
});
