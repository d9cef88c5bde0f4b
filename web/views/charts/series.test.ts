import { expect, test } from 'vitest';
import { amplificationPoints, fewestShare, tailPoints, timeAtShare } from './series';

test('finds the time few requests exceed', () => {
  const tail = { ns: [1, 2, 3, 4], share: [0.5, 0.2, 0.01, 0] };
  expect(timeAtShare(tail, 0.01)).toBe(3);
  expect(timeAtShare({ ns: [1], share: [0.5] }, 0.01)).toBeNull();
});

test('half a request is the least that a tail tells of, down to a hundred-thousandth', () => {
  expect(fewestShare(1000)).toBe(0.0005);
  expect(fewestShare(1e6)).toBe(1e-5);
  expect(fewestShare(0)).toBe(0.5);
});

test('a tail begins where the first request is faster, and ends where too few are left', () => {
  const tail = { ns: [1, 2, 3, 4, 5], share: [1, 1, 0.5, 0.001, 0] };
  const times = (fewest: number) => tailPoints(tail, fewest).map(({ ns }) => ns);
  expect(times(0.01)).toEqual([2, 3, 4]);
  expect(times(0.001)).toEqual([2, 3, 4, 5]);
  expect(times(0)).toEqual([2, 3, 4, 5]);
  expect(tailPoints({ ns: [0, 3, 4], share: [0.5, 0.001, 0] }, 0.01)).toEqual([{ ns: 3, share: 0.001 }]);
  expect(tailPoints({ ns: [3, 4], share: [0.001, 0] }, 0.01)).toEqual([{ ns: 3, share: 0.001 }]);
});

test('write amplification has a point at the end of each bin with writes, the last at the present request', () => {
  type Run = Parameters<typeof amplificationPoints>[0];
  const run = { write_amplification: { values: [null, 2, 3] }, latency: { bin_requests: 10 } } as Run;
  expect(amplificationPoints(run, 25)).toEqual([
    { request: 20, value: 2 },
    { request: 25, value: 3 },
  ]);
});
