import { expect, test } from 'vitest';
import type { Estimate } from '../engine/protocol';
import { asksFirst, duration, MEMORY_MAX_BYTES, runSeconds } from './opening-cost';

const SMALL: Estimate = {
  pages: 1_000_000,
  watchable: true,
  watched_bytes: 250e6,
  run_bytes: 40e6,
  prepared_pages: 0,
  requests: 60_000,
  has_stripes: false,
};
const plain = (text: string | undefined): string => (text ?? '').replace(/[\u202f\u00a0]/g, ' ');
const said = (lanes: readonly Estimate[], op = 0): string => plain(asksFirst(lanes, op)?.text);

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

test('exactly the most that opens at once is not asked about, nor told as much', () => {
  const bare = { ...SMALL, pages: 0, watched_bytes: 0, run_bytes: 0, has_stripes: true, requests: null };
  const full = { ...bare, watched_bytes: MEMORY_MAX_BYTES };
  const second = { ...bare, prepared_pages: 1e6 };
  expect([asksFirst([full], 0), asksFirst([second], 0), asksFirst([bare], 1e6)]).toEqual([null, null, null]);
  // What is exactly the most is no reason beside what is more.
  expect(said([{ ...full, prepared_pages: 2e6 }])).toBe(
    'Filling the device before the first request takes about 2 seconds.\nNothing has been started.',
  );
  expect(said([{ ...second, requests: 1e12 }])).toMatch(/^This link also runs .*: about 2 seconds\.\nNothing/);
  expect(asksFirst([{ ...bare, prepared_pages: 2e6 }], 1e6)?.field).toBeNull();
  expect(said([{ ...bare, prepared_pages: 2e6 }], 1e6)).toMatch(/^Filling .* 2 seconds\.\nNothing/);
  expect(said([second, { ...bare, requests: 5e5 }], 500_000)).toBe(
    'This link takes about 3 seconds to open.\nNothing has been started.',
  );
});

test('of several devices all pages are told', () => {
  const large = { ...SMALL, pages: 16_000_000, watched_bytes: 4e9 };
  expect(said([large, large])).toContain('its 2 devices have 32 000 000 pages.');
});

test('a run that nobody watches takes its device, its filling and its requests', () => {
  expect(runSeconds({ ...SMALL, pages: 5e6, prepared_pages: 2e6, requests: 1.5e6 })).toBe(6);
  expect(runSeconds({ ...SMALL, pages: 5e6, prepared_pages: 2e6, requests: null })).toBe(3);
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
  expect(asksFirst([{ ...SMALL, has_stripes: true }], 0)).toBeNull();
  expect(said([{ ...SMALL, has_stripes: true, requests: 1e12 }])).toContain(
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
  [120, '2 minutes'],
  [121, '2 minutes'],
  [86_400 * 3, '3 days'],
  [3.2e9, '101 years'],
])('%s s are %s', (s, words) => {
  expect(plain(duration(s))).toBe(words);
});
