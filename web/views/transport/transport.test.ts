import { expect, test } from 'vitest';
import { breakpointInWords, TEMPLATES } from './breakpoints';
import { keyTarget } from './timeline';

test('every condition that can be added can be said', () => {
  for (const template of TEMPLATES) expect(breakpointInWords(template.make(3)).length).toBeGreaterThan(5);
});

test('milliseconds become whole nanoseconds', () => {
  const response = TEMPLATES.map(({ make }) => make(1.5)).find(({ kind }) => kind === 'response');
  expect(response).toEqual({ kind: 'response', above_ns: 1_500_000 });
});

test.each([
  ['ArrowLeft', 0],
  ['ArrowRight', 1],
  ['PageUp', 10],
  ['Home', 0],
  ['End', 100],
  ['x', null],
])('%s from the start leads to %s', (key, target) => expect(keyTarget(key, 0, 100)).toBe(target));
