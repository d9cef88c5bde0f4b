import { expect, test } from 'vitest';
import { createLoop } from './loop';

function start() {
  const world = { moving: false, drawn: 0, ticks: 0, now: 0, meters: [] as unknown[] };
  let next: ((now_ms: number) => void) | null = null;
  const loop = createLoop(
    {
      tick: () => {
        world.ticks++;
        return world.moving;
      },
      draw: () => world.drawn++,
      meter: (meter) => world.meters.push(meter),
    },
    {
      frame: (callback) => {
        next = callback;
      },
      now: () => world.now,
    },
  );
  /** One animation frame; false if none was asked for. */
  const frame = (): boolean => {
    const callback = next;
    next = null;
    world.now += 16;
    callback?.(world.now);
    return callback !== null;
  };
  return { loop, world, frame };
}

test('many requests are one drawing, and then it sleeps', () => {
  const { loop, world, frame } = start();
  loop.request();
  loop.request();
  frame();
  expect(world.drawn).toBe(1);
  expect(frame()).toBe(false);
});

test('while something moves it stays awake, and draws only what changed', () => {
  const { loop, world, frame } = start();
  world.moving = true;
  loop.request();
  for (let i = 0; i < 5; i++) expect(frame()).toBe(true);
  expect(world.ticks).toBe(5);
  expect(world.drawn).toBe(1);
});

test('a motion is asked at each frame until it is over, before what is drawn', () => {
  const { loop, world, frame } = start();
  const asked: number[] = [];
  loop.play((now_ms) => {
    asked.push(now_ms);
    return asked.length < 3;
  });
  while (frame());
  expect(asked).toEqual([16, 32, 48]);
  expect(world.drawn).toBe(0);
});

test('flushing draws at once, and only what waits', () => {
  const { loop, world, frame } = start();
  loop.request();
  loop.flush();
  loop.flush();
  frame();
  expect(world.drawn).toBe(1);
});

test('the meter tells once a second while something moves', () => {
  const { loop, world, frame } = start();
  world.moving = true;
  loop.request();
  for (let i = 0; i < 130; i++) frame();
  expect(world.meters).toHaveLength(2);
  expect(world.meters[0]).toMatchObject({ frames_per_s: expect.closeTo(62.5, 0) });
});
