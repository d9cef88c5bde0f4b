import { expect, test } from 'vitest';
import { CHARTS } from '../rail';

test('each file has the chart of its name, which stands in the rail, once', () => {
  const files = Object.keys(import.meta.glob(['./*.ts', '!./*.test.ts']));
  expect(files.length).toBeGreaterThan(0);
  expect(CHARTS.map(({ name }) => `./${name}.ts`).sort()).toEqual(files.sort());
});
