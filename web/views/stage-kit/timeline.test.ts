import { expect, test } from 'vitest';
import type { Moving } from '../../app/loop';
import { timeline } from './timeline';

/** A timeline, and the frames that the loop would give it. */
function start() {
  const seen: number[] = [];
  const playing = new Set<Moving>();
  const motion = timeline(
    (moving) => playing.add(moving),
    () => seen.push(motion.at_ms()),
  );
  const frame = (now_ms: number): void => {
    for (const moving of playing) if (!moving(now_ms)) playing.delete(moving);
  };
  return { motion, seen, playing, frame };
}

test('a motion starts with its first frame and is drawn once more when it is over', () => {
  const { motion, seen, playing, frame } = start();
  motion.begin(100);
  expect(motion.over()).toBe(false);
  for (const now_ms of [5000, 5060, 5100, 5116]) frame(now_ms);
  expect(seen).toEqual([0, 60, Number.POSITIVE_INFINITY]);
  expect(motion.over()).toBe(true);
  expect(playing.size).toBe(0);
});

test('a motion in place of another starts anew, and plays once a frame', () => {
  const { motion, seen, frame } = start();
  motion.begin(100);
  frame(0);
  frame(80);
  motion.begin(100);
  frame(96);
  frame(146);
  expect(seen).toEqual([0, 80, 0, 50]);
});

test('what is stopped, or takes no time, is not drawn', () => {
  const { motion, seen, playing, frame } = start();
  motion.begin(0);
  expect(playing.size).toBe(0);
  motion.begin(100);
  motion.stop();
  expect(motion.over()).toBe(true);
  frame(0);
  expect(seen).toEqual([]);
  expect(playing.size).toBe(0);
});
