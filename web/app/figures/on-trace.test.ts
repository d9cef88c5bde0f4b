import { expect, test } from 'vitest';
import type { FigureEntry, FigurePlan } from '../../engine/core-types';
import type { TraceReport } from '../../engine/protocol';
import { ENTRY, planOf } from '../../views/figures/figure.fixture';
import { entryOnTrace, planOnTrace, takesTrace } from './on-trace';

const TRACE = { name: 'disk.csv', sha256: 'abc', devices: [{ requests: 25_009 }] } as unknown as TraceReport;
const run = (panel: string, system: string, seed: number, standin: string) => ({
  panel,
  system,
  x_index: 0,
  seed,
  by: 'device',
  document: {
    buffer: { kind: system },
    workload: { kind: 'mix', standin, requests: 400_000 },
    run: { seed, warmup_requests: 40_000 },
  },
});
const plan = (...runs: FigurePlan['runs']): FigurePlan => ({ id: 'x', quick: false, x: [2], runs });
const entry: FigureEntry = {
  ...ENTRY,
  panels: [
    { id: 'notebook', title: 'notebook' },
    { id: 'ubuntu', title: 'Ubuntu' },
  ],
  systems: [
    { id: 'device', title: 'l-buffer' },
    { id: 'fab', title: 'FAB' },
    { id: 'best', title: 'offline', least: { of: ['fab'], by: 'erases' } },
    { id: 'gone', title: 'gone', least: { of: ['lru'], by: 'erases' } },
  ],
};

test('a trace takes the place of stand-ins, and of nothing else', () => {
  expect(takesTrace(plan(run('notebook', 'fab', 1, 'notebook')))).toBe(true);
  expect(takesTrace(planOf([1]))).toBe(false);
  expect(takesTrace(plan())).toBe(false);
  const [one, other] = [run('all', 'fab', 1, 'tpcc'), { ...run('all', 'fab', 1, 'dtrs'), x_index: 1 }];
  expect(takesTrace(plan(one, other))).toBe(false);
  expect(takesTrace(plan(one, { ...other, document: { ...other.document, buffer: { kind: 'lru' } } }))).toBe(true);
});

test('the first panel and seed are run on the trace, with the rest of each experiment as it was', () => {
  const all = plan(
    run('notebook', 'device', 1, 'notebook'),
    run('notebook', 'device', 2, 'notebook'),
    run('notebook', 'fab', 1, 'notebook'),
    run('ubuntu', 'device', 1, 'ubuntu'),
  );
  const on_trace = planOnTrace(all, TRACE);
  expect(on_trace.runs.map(({ panel, system, seed }) => [panel, system, seed])).toEqual([
    ['notebook', 'device', 1],
    ['notebook', 'fab', 1],
  ]);
  expect(on_trace.runs[1]?.document).toEqual({
    buffer: { kind: 'fab' },
    workload: { kind: 'trace', file: 'disk.csv', sha256: 'abc', queue_depth: 1 },
    run: { seed: 1, warmup_requests: 2500 },
  });
  const shown = entryOnTrace(entry, on_trace);
  expect(shown.panels).toEqual([{ id: 'notebook', title: 'disk.csv' }]);
  expect(shown.systems.map(({ id }) => id)).toEqual(['device', 'fab', 'best']);
});

test('of systems that differ in the stand-in one is left, and named after the file', () => {
  const all = plan(run('all', 'device', 1, 'notebook'), run('all', 'fab', 1, 'ubuntu'));
  const on_trace = planOnTrace(all, TRACE);
  expect(on_trace.runs).toHaveLength(1);
  expect(entryOnTrace(entry, on_trace)).toMatchObject({ panels: [{ title: '' }], systems: [{ title: 'disk.csv' }] });
});
