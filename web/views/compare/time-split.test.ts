import { expect, test } from 'vitest';
import { initialState } from '../../app/initial-state';
import { NO_FULL_RUNS } from '../../app/lanes/full-runs-state';
import type { AppState } from '../../app/state';
import type { TimeSums } from '../../engine/protocol';
import type { Span } from './standing';
import { notSlower, PARTS, type Slice, type Split, splitInWords, splitOf, splitsOf, whySlower } from './time-split';

const NOTHING: TimeSums = {
  requests: 0,
  total_ns: 0,
  host_ns: 0,
  waiting_ns: 0,
  gc_ns: 0,
  merge_ns: 0,
  map_ns: 0,
  padding_ns: 0,
  parity_ns: 0,
  flush_ns: 0,
  other_ns: 0,
};
/** 100 requests, parts in milliseconds per request. */
function lane(parts: Partial<Record<keyof TimeSums, number>>, requests = 100): Split | null {
  const sums = { ...NOTHING, requests };
  for (const { field } of PARTS) sums[field] = (parts[field] ?? 0) * 1e6 * requests;
  sums.total_ns = PARTS.reduce((sum, { field }) => sum + sums[field], 0);
  return splitOf(sums);
}

test('the parts of a mean make the mean', () => {
  const split = lane({ host_ns: 1, merge_ns: 0.25 });
  expect(split).toMatchObject({ requests: 100, mean_ns: 1.25e6 });
  expect(split?.parts_ns.reduce((sum, ns) => sum + ns, 0)).toBe(1.25e6);
  expect(split && splitInWords(split)).toBe('mean 1.25\u00a0ms per request: host 1\u00a0ms, merges 250\u00a0µs');
  expect(splitOf(NOTHING)).toBeNull();
  expect(splitOf(null)).toBeNull();
});

test('the slowest is told against the fastest, with what makes most of the difference', () => {
  const a = lane({ host_ns: 1 });
  expect(whySlower([a, lane({ host_ns: 1.1 }), null, lane({ host_ns: 1.1, merge_ns: 0.9, map_ns: 0.1 })])).toBe(
    'D is 2.1 × slower than A: 82\u00a0% of the difference is merges.',
  );
  expect(whySlower([lane({ host_ns: 1, gc_ns: 0.5, map_ns: 0.4, waiting_ns: 0.1 }), a])).toBe(
    'A is 2.0 × slower than B: 50\u00a0% of the difference is garbage collection, 40\u00a0% reading and writing the map.',
  );
});

test('what took less time is told where it makes up for more', () => {
  expect(whySlower([lane({ host_ns: 1, gc_ns: 1 }), lane({ host_ns: 1, merge_ns: 3 })])).toBe(
    'B is 2.0 × slower than A: per request 3\u00a0ms more for merges, 1\u00a0ms less for garbage collection.',
  );
  expect(
    whySlower([
      lane({ host_ns: 1.4, waiting_ns: 3, gc_ns: 6.6 }),
      lane({ host_ns: 1.4, waiting_ns: 28.2, merge_ns: 25.2 }),
    ]),
  ).toBe(
    'B is 5.0 × slower than A: per request 25\u00a0ms more for waiting for earlier requests, 25\u00a0ms for merges, ' +
      '6.6\u00a0ms less for garbage collection.',
  );
  expect(whySlower([lane({ host_ns: 1.01, gc_ns: 1 }), lane({ host_ns: 1, gc_ns: 3 })]), 'too little to be told').toBe(
    'B is 2.0 × slower than A: 100\u00a0% of the difference is garbage collection.',
  );
});

test('as many parts are named as make up six tenths, and three at most', () => {
  const a = lane({ host_ns: 1 });
  expect(whySlower([a, lane({ host_ns: 1, gc_ns: 3, map_ns: 2 })])).toBe(
    'B is 6.0 × slower than A: 60\u00a0% of the difference is garbage collection.',
  );
  const six = { waiting_ns: 1, gc_ns: 1, merge_ns: 1, map_ns: 1, padding_ns: 1, parity_ns: 1 };
  expect(whySlower([a, lane({ host_ns: 1, ...six })])).toBe(
    'B is 7.0 × slower than A: 17\u00a0% of the difference is waiting for earlier requests, ' +
      '17\u00a0% garbage collection, 17\u00a0% merges.',
  );
  // What took less time is no part of what took more.
  expect(whySlower([lane({ host_ns: 1, gc_ns: 1.4 }), lane({ host_ns: 1, merge_ns: 2, map_ns: 1.5 })])).toBe(
    'B is 1.9 × slower than A: per request 2\u00a0ms more for merges, 1.5\u00a0ms for reading and writing the map, ' +
      '1.4\u00a0ms less for garbage collection.',
  );
  // Two hundredths of the difference are too little.
  expect(whySlower([lane({ host_ns: 3 }), lane({ host_ns: 1, gc_ns: 102 })])).toBe(
    'B is 34 × slower than A: 100\u00a0% of the difference is garbage collection.',
  );
});

test('the split is of where lanes stand, or of their full runs', () => {
  const sums = (requests: number): TimeSums => ({ ...NOTHING, requests, total_ns: 10, host_ns: 10 });
  const times = (requests: number) => ({
    all: sums(requests),
    slowest_1_percent: sums(2 * requests),
    slowest_0_1_percent: sums(3 * requests),
  });
  const state = {
    ...initialState(),
    frame: { charts: { so_far: { time_by_purpose: times(10) } } },
    full_runs: { ...NO_FULL_RUNS, runs: [{ figures: { time_by_purpose: times(100) } }] },
  } as unknown as AppState;
  const requests = (span: Span, slice: Slice) => splitsOf(state, span, slice).map((split) => split?.requests);
  expect(requests('so-far', 'all')).toEqual([10]);
  expect(requests('so-far', 'slowest_1_percent')).toEqual([20]);
  expect(requests('whole', 'all')).toEqual([100]);
  expect(splitsOf({ ...state, full_runs: NO_FULL_RUNS }, 'whole', 'all')).toEqual([null]);
});

test('where no time was taken there is nothing to split', () => {
  expect(splitInWords({ requests: 1, mean_ns: 0, parts_ns: [] })).toBe('mean 0\u00a0ns per request');
});

test('nothing is made up: no time, ties, lanes of fewer requests, lanes not known', () => {
  const a = lane({ host_ns: 1 });
  expect(whySlower([a, lane({ host_ns: 1.004 })])).toBeNull();
  expect(whySlower([a, null])).toBeNull();
  expect(whySlower([null, null])).toBeNull();
  expect(whySlower([lane({}), lane({})])).toBeNull();
  expect(whySlower([a, lane({ host_ns: 9 }, 60)]), 'it stopped early').toBeNull();
  expect(whySlower([lane({}), lane({ host_ns: 1 })])).toBe(
    'B takes 1\u00a0ms longer than A: 100\u00a0% of the difference is the host’s own pages.',
  );
});

test('lanes that have not served the same requests do not tie', () => {
  expect(notSlower([lane({ host_ns: 1 }), lane({ host_ns: 1 })])).toBe('The lanes tie.');
  expect(notSlower([lane({ host_ns: 51 }, 60), lane({ host_ns: 11 })])).toBe(
    'The lanes have not served the same number of requests: A 60, B 100.',
  );
});
