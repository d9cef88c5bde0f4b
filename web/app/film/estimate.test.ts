import { expect, test } from 'vitest';
import { type Estimated, estimate } from './estimate';

const FILM: Estimated = {
  kind: 'gif',
  from: 0,
  to: 20,
  width: 720,
  frames_per_s: 10,
  motion: true,
  steps_per_frame: 1,
};

test('twenty operations with their motion are a GIF of at most 2 MB', () => {
  const { pictures, bytes } = estimate(FILM);
  expect(pictures).toBe(101);
  expect(bytes).toBeLessThan(2e6);
});

test('fewer and smaller pictures are less', () => {
  const whole = estimate(FILM).bytes;
  expect(estimate({ ...FILM, motion: false }).bytes).toBeLessThan(whole);
  expect(estimate({ ...FILM, width: 640 }).bytes).toBeLessThan(whole);
  expect(estimate({ ...FILM, motion: false, steps_per_frame: 5 }).pictures).toBe(5);
});
