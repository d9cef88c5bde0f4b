import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttled } from './throttle';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('draws the first at once and the newest of the rest once an interval', () => {
  const drawn: number[] = [];
  const draw = throttled(100, (value: number) => drawn.push(value));
  for (const value of [1, 2, 3]) draw(value);
  expect(drawn).toEqual([1]);
  vi.advanceTimersByTime(100);
  expect(drawn).toEqual([1, 3]);
  draw(4);
  vi.advanceTimersByTime(300);
  expect(drawn).toEqual([1, 3, 4]);
  draw(5);
  expect(drawn).toEqual([1, 3, 4, 5]);
});
