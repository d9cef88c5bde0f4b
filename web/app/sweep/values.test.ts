import { expect, test } from 'vitest';
import { listed, parseValues } from './values';

test.each([
  ['0:1:0.2', [0, 0.2, 0.4, 0.6, 0.8, 1]],
  ['0:0.3:0.1', [0, 0.1, 0.2, 0.3]],
  ['1:0:-0.25', [1, 0.75, 0.5, 0.25, 0]],
  ['-1:1:1', [-1, 0, 1]],
  ['.5:1.5:.5', [0.5, 1, 1.5]],
  ['1:2:0.3', [1, 1.3, 1.6, 1.9]],
  ['5:5:1', [5]],
  ['1, 2,4', [1, 2, 4]],
  ['page, dftl', ['page', 'dftl']],
  ['true,false,null', [true, false, null]],
  ['"12"', ['12']],
  ['1e400', ['1e400']],
])('%s', (text, values) => {
  expect(parseValues(text)).toEqual({ values, wrong: null });
});

test.each(['', '1,,2', '0:1', '0:1:0', '0:1:-1', 'a:b:c', '0:1:0.1:2', '0:1:0.00000001'])(
  '%s is told as wrong',
  (text) => {
    const { values, wrong } = parseValues(text);
    expect(values).toBeNull();
    expect(wrong).toMatch(/\.$/);
  },
);

test('a list is read back as the same values', () => {
  const values = [0.1, 3, 'page', '12', 'true', true, null, 'a,b', '0:1:2', '', ' x'];
  expect(parseValues(listed(values)).values).toEqual(values);
});
