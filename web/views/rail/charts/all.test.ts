import { expect, test } from 'vitest';
import { CHARTS } from '../rail';

test('each file with a chart stands in the rail, once', () => {
  const files = Object.keys(import.meta.glob(['./*.ts', '!./*.test.ts']));
  expect(files.length).toBeGreaterThan(0);
  expect(CHARTS).toHaveLength(files.length);
  expect(new Set(CHARTS).size).toBe(files.length);
});
