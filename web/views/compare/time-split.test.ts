import { expect, test } from 'vitest';
import type { TimeSums } from '../../engine/protocol';
import { notSlower, PARTS, type Split, splitInWords, splitOf, whySlower } from './time-split';

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
