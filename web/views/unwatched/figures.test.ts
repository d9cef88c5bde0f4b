import { expect, test } from 'vitest';
import { figuresOf } from './figures';

const REPORT = {
  requests: 2000,
  reads: 1500,
  writes: 500,
  mean_response_ns: 405_900,
  read_tail: [
    [0.5, 100],
    [0.99, 2_000_000],
  ],
  blocked: { gc_fraction: 0.25, queue_fraction: null },
  write_amplification: null,
  nand_erases: 7,
  erase_mean: 1.5,
  erase_max: 3,
};

const told = (change: Partial<typeof REPORT> | { read_tail: null; blocked: null }): Map<string, string> => {
  const report = JSON.stringify({ ...REPORT, ...change });
  const run = { report, map: { blocks: 1, step: 1, cells: [] }, memory_bytes: 575 * 2 ** 20 };
  return new Map(figuresOf(run).map(({ name, value }) => [name.replaceAll('\u00a0', ' '), value]));
};

test('what the report knows is told, and what it does not is left out', () => {
  const figures = told({});
  expect(figures.get('99 % of the reads took at most')).toBe('2\u00a0ms');
  expect(figures.get('Reads that waited for a collection')).toBe('25\u00a0%');
  expect(figures.get('Memory that the simulator took')).toBe('575\u00a0MiB');
  expect([...figures.keys()]).not.toContain('Write amplification');
  expect([...figures.keys()].filter((name) => name.endsWith('took at most'))).toHaveLength(1);
});

test('a run without reads has no tail', () => {
  expect([...told({ read_tail: null, blocked: null }).keys()].join()).not.toMatch(/took at most|waited/);
});
