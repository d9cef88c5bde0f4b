import { expect, test } from 'vitest';
import { spcOf } from './toy';

test('writes become SPC lines: sectors of 512 bytes, a second apart', () => {
  expect(spcOf([0, 2])).toBe('0,0,4096,W,0.0\n0,16,4096,W,1.0\n');
});
