import { expect, test } from 'vitest';
import type { TraceReport } from '../../engine/protocol';
import { OVERVIEW } from '../../fixtures/trace-overview';
import { nameOf } from './cut';
import { fittedDocument } from './fit';
import { replayedDocument } from './replayed';
import { NO_TRACE_VIEW, type TraceViewState } from './state';

const DEVICE = { device: 3, label: 'hm.3', requests: 9, footprint_bytes: 100 * 2 ** 20 };
const VIEW: TraceViewState = {
  ...NO_TRACE_VIEW,
  report: { name: 'hm_0.csv.gz', sha256: 'ab', devices: [DEVICE] } as unknown as TraceReport,
  device: 3,
  whole: OVERVIEW,
};

test('a trace is replayed on a device that is made for it, one request after the other', () => {
  expect(replayedDocument(VIEW)).toEqual({
    device: { preset: 'micron-lb', logical_bytes: 128 * 2 ** 20 },
    workload: { kind: 'trace', file: 'hm_0.csv.gz', queue_depth: 1, sha256: 'ab', device: 3 },
  });
  expect(replayedDocument(NO_TRACE_VIEW)).toBeNull();
});

test('address mapping and speed-up are settings, and another experiment may take it', () => {
  const replay = { address: 'compact', arrivals: 'as-recorded', speed_up: 10 } as const;
  const base = { device: { preset: 'toy' }, ftl: { kind: 'fast' } };
  expect(replayedDocument({ ...VIEW, device: null, base, replay })).toMatchObject({
    ...base,
    workload: { address: 'compact', queue_depth: null, time_scale: 0.1 },
  });
});

test('a saved window is called by its trace and its times', () => {
  expect(nameOf(VIEW, 'spc')).toBe('hm_0.spc');
  const window = { from_ns: 1_500_000_000, to_ns: 2e9, first_sector: 0, end_sector: 60 };
  expect(nameOf({ ...VIEW, window, whole: { ...OVERVIEW, window: { ...OVERVIEW.window, to_ns: 9e9 } } }, 'csv')).toBe(
    'hm_0 1.5-2 s part.csv',
  );
});

test('the generator has the mix, order, sizes and arrivals of the trace, and as many pages', () => {
  expect(fittedDocument({ device: { preset: 'toy' } }, OVERVIEW, 2048)).toEqual({
    device: { preset: 'toy' },
    workload: {
      kind: 'synthetic',
      requests: 8,
      write_ratio: 0.75,
      request_pages: 3,
      size: { distribution: 'exponential' },
      sequential_ratio: 0.4286,
      spatial_locality: 0.1429,
      inter_arrival_ms: { mean: 0.5 },
      address_pages: 12,
    },
  });
});
