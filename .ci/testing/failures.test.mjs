import { expect, test } from 'vitest';
import { failures } from './failures.mjs';

test('cuts a failure of cargo out of the output of two test binaries', () => {
  const one = (name) =>
    `failures:\n\n---- ${name} stdout ----\nassertion failed\nstack backtrace:\n   0: f\n\n\nfailures:\n    ${name}\n\ntest result: FAILED.`;
  const output = `test a ... FAILED\n\n${one('a')}\n\ntest b ... FAILED\n\n${one('b')}\n`;
  expect(failures('cargo', output)).toEqual([
    '---- a stdout ----\nassertion failed',
    '---- b stdout ----\nassertion failed',
  ]);
});

test('cuts failures out of the output of vitest, coloured or not', () => {
  const output =
    '\u001b[31m FAIL \u001b[39m a.test.ts > one\nError: 1\n⎯⎯⎯⎯[1/2]⎯\n\n FAIL  b.test.ts > two\nError: 2\n⎯⎯⎯⎯[2/2]⎯\n\n Test Files  2 failed (2)\n';
  expect(failures('vitest', output)).toEqual(['FAIL  a.test.ts > one\nError: 1', 'FAIL  b.test.ts > two\nError: 2']);
});

test('cuts failures out of the output of Playwright', () => {
  const output =
    '  ✘  1 a.spec.ts:1:1 › one (1s)\n\n\n  1) a.spec.ts:1:1 › one ───\n\n    Error: 1\n\n  2) b.spec.ts:2:1 › two ───\n\n    Error: 2\n\n  2 failed\n    a.spec.ts:1:1 › one ───\n';
  expect(failures('playwright', output)).toEqual([
    '1) a.spec.ts:1:1 › one ───\n\n    Error: 1',
    '2) b.spec.ts:2:1 › two ───\n\n    Error: 2',
  ]);
});

test('tells the first lines of a long failure, and nothing where all went well', () => {
  const long = Array.from({ length: 99 }, (_, index) => `line ${index}`).join('\n');
  expect(failures('playwright', `  1) a.spec.ts\n${long}`)[0].split('\n')).toHaveLength(30);
  expect(failures('cargo', 'test a ... ok\n\ntest result: ok. 1 passed')).toEqual([]);
});
