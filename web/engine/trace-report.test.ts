import { expect, test } from 'vitest';
import type { ImportedTrace } from './core-types';
import { traceReport } from './trace-report';

const TRACE: ImportedTrace = {
  name: 'a.spc',
  format: 'spc',
  confidence: 1,
  columns: null,
  operations: null,
  sha256: 'ab12',
  time_unit: 'seconds',
  address_unit: 'sectors',
  op_convention: 'r or w',
  reason: 'its columns',
  stored_as: null,
  stored_bytes: 64,
  text_bytes: 64,
  lines: 2,
  requests: 2,
  journal: null,
  devices: [
    {
      device: 0,
      label: '0',
      starts_after_ns: 0,
      summary: {
        requests: 2,
        reads: 0,
        writes: 2,
        trims: 0,
        flushes: 0,
        span_ns: 1,
        write_share: null,
        sequential_share: 0.5,
        mean_bytes: 4096,
        max_bytes: 4096,
        footprint_end_sector: 8,
        arrivals: [1, 1],
        suspicions: ['times look like milliseconds'],
      },
    },
  ],
  bad_lines: { count: 0, first: [] },
  ended_early: 'the gzip file is cut short',
  notes: ['sorted by time'],
};
const FORMATS = [{ name: 'spc', title: 'SPC' }];

test('the core’s account becomes the page’s', () => {
  const report = traceReport(TRACE, FORMATS);
  expect(report).toMatchObject({
    format: 'SPC',
    confidence: 'certain',
    sha256: 'ab12',
    ended_early: 'the gzip file is cut short',
  });
  expect(report.devices[0]).toMatchObject({ footprint_bytes: 4096, write_share: 0, sequential_share: 0.5 });
  expect(report.notes).toEqual(['sorted by time', 'times look like milliseconds']);
});

test.each([
  [0.97, 'certain'],
  [0.7, 'likely'],
  [0.2, 'a guess'],
  [null, 'as stated'],
])('a confidence of %s is said as %s', (confidence, words) => {
  expect(traceReport({ ...TRACE, confidence }, []).confidence).toBe(words);
});
