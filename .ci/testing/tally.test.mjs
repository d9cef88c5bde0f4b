import { expect, test } from 'vitest';
import { tally } from './tally.mjs';

test('adds up the test binaries of cargo', () => {
  const output = [
    'test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s',
    'test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s',
  ].join('\n');
  expect(tally('cargo', output)).toEqual({ passed: 15, failed: 2 });
});

test('reads vitest, coloured or not, and does not count files as tests', () => {
  const output = ' Test Files  1 failed | 4 passed (5)\n\u001b[2m      Tests \u001b[22m 1 failed | 20 passed (21)\n';
  expect(tally('vitest', output)).toEqual({ passed: 20, failed: 1 });
});

test('counts a Playwright test that never ran as failed', () => {
  const output = '  1 failed\n    smoke.spec.ts:3:1 › shows 2 passed\n  2 did not run\n  7 passed (3.1s)\n';
  expect(tally('playwright', output)).toEqual({ passed: 7, failed: 3 });
});
