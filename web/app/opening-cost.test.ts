import { expect, test } from 'vitest';
import { asksFirst, duration, type LaneEstimate } from './opening-cost';

const SMALL: LaneEstimate = {
  pages: 1_000_000,
  watchable: true,
  watched_bytes: 250e6,
  run_bytes: 40e6,
  prepared_pages: 0,
  requests: 60_000,
  has_baselines: false,
};
const plain = (text: string | undefined): string => (text ?? '').replace(/[\u2009\u00a0]/g, ' ');
const said = (lanes: readonly LaneEstimate[], op = 0): string => plain(asksFirst(lanes, op)?.text);

test('a link that opens within a second, in the memory of a page, is not asked about', () => {
  expect(asksFirst([SMALL], 500_000)).toBeNull();
  expect(asksFirst([{ ...SMALL, requests: 1e12 }], 0)).toBeNull();
  expect(asksFirst([{ ...SMALL, requests: null }], 0)).toBeNull();
  expect(asksFirst([], 0)).toBeNull();
});

test('memory and time are said before anything is begun', () => {
  const large = { ...SMALL, pages: 16_000_000, watched_bytes: 4e9 };
  expect(said([large])).toBe(
    'Opening this link takes about 3.73 GiB of memory and 3 seconds: its device has 16 000 000 pages.\nNothing has been started.',
  );
  expect(asksFirst([large], 0)?.field).toBeNull();
  expect(said([{ ...SMALL, prepared_pages: 21e6 }])).toBe(
    'Filling the device before the first request takes about 21 seconds.\nNothing has been started.',
  );
  expect(said([{ ...SMALL, prepared_pages: 600_000 }], 700_000)).toContain('takes about 2 seconds to open');
});

test('a moment deep in a run says what is computed before it, and may be left out', () => {
  expect(asksFirst([SMALL], 1e12)).toMatchObject({ kind: 'large', field: 'op' });
  expect(said([SMALL], 1e12)).toContain(
    'operation 1 000 000 000 000. Computing every operation before it takes about 12 days',
  );
});

test('lanes add up, and so do their whole runs', () => {
  expect(asksFirst([SMALL, SMALL], 0)).toMatchObject({ kind: 'large', field: null });
  const tiny = { ...SMALL, pages: 32, watched_bytes: 8000, run_bytes: 1300 };
  expect(asksFirst([tiny, tiny, tiny, tiny], 0)).toBeNull();
  expect(said([tiny, { ...tiny, requests: 1e12 }])).toContain(
    'runs all lanes to the end in the background: about 23 days',
  );
});

test('the runs beside a single lane count as far as they go', () => {
  expect(asksFirst([{ ...SMALL, has_baselines: true }], 0)).toBeNull();
  expect(said([{ ...SMALL, has_baselines: true, requests: 1e12 }])).toContain(
    'runs its requests in the background on the device without its techniques: about 2 seconds',
  );
});

test('what is too large to be watched is refused at once, and takes nothing', () => {
  expect(asksFirst([{ ...SMALL, pages: 1e9, watched_bytes: 250e9, watchable: false }], 1e12)).toBeNull();
});

test.each([
  [0.3, 'less than a second'],
  [1, '1 second'],
  [119, '119 seconds'],
  [121, '2 minutes'],
  [86_400 * 3, '3 days'],
  [3.2e9, '101 years'],
])('%s s are %s', (s, words) => {
  expect(plain(duration(s))).toBe(words);
});
