import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { CORE_SIZE } from './core-size';

test('the size that is said is that of the core as it is transferred', () => {
  const bytes = gzipSync(readFileSync(join(import.meta.dirname, '../pkg/sim_core_bg.wasm'))).length;
  expect(CORE_SIZE).toBe(`${(bytes / 1e6).toFixed(1)} MB`);
});
