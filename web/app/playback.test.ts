import { expect, test } from 'vitest';
import { createPlayback } from './playback';

function start(speed: number) {
  const asked: number[] = [];
  const world = {
    playing: true,
    speed,
    busy: false,
    settled: true,
    shown: 0,
    /** Positions at which play has to stay. */
    keys: new Map<number, number>(),
    held: null as number | null,
    holds: [] as number[],
    went_on: 0,
  };
  const playback = createPlayback({
    playing: () => world.playing,
    speed: () => world.speed,
    busy: () => world.busy,
    settled: () => world.settled,
    shown: () => world.shown,
    dwell: () => {
      const ms = world.keys.get(world.shown);
      return ms === undefined ? null : { ms };
    },
    holds: () => world.held !== null,
    hold: ({ ms }) => {
      world.held = ms;
      world.holds.push(world.shown);
    },
    goOn: () => {
      world.held = null;
      world.went_on += 1;
    },
    advance: ({ operations }) => {
      asked.push(operations);
      world.shown += operations;
    },
  });
  playback.tick(0);
  return { asked, world, playback };
}

/** Ticks every 16 ms from just after 0. */
function play(playback: ReturnType<typeof createPlayback>, ms: number, from = 0): void {
  for (let now = from + 16; now <= from + ms; now += 16) playback.tick(now);
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

test('at 10 operations a second, ten are asked for in a second', () => {
  const { asked, playback } = start(10);
  expect(playback.tick(16)).toBe(true);
  play(playback, 992, 16);
  expect(sum(asked)).toBe(10);
});

test('nothing is asked while an answer is awaited, and little of it is made up for', () => {
  const { asked, world, playback } = start(1000);
  play(playback, 100);
  const before = sum(asked);
  world.busy = true;
  play(playback, 10_000, 100);
  expect(sum(asked)).toBe(before);
  world.busy = false;
  playback.tick(10_120);
  expect(sum(asked) - before).toBeLessThanOrEqual(251);
});

test('slow steps wait for the motion to finish, one at a time', () => {
  const { asked, world, playback } = start(4);
  world.settled = false;
  play(playback, 3000);
  expect(asked).toEqual([]);
  world.settled = true;
  playback.tick(3016);
  expect(asked).toEqual([1]);
});

test('slow steps are made up for by one at most', () => {
  const { asked, world, playback } = start(4);
  world.busy = true;
  play(playback, 2000);
  world.busy = false;
  expect(playback.tick(2016)).toBe(true);
  expect(asked.at(-1)).toBe(1);
});

test('waiting for an answer or a motion, it is playing', () => {
  const { world, playback } = start(4);
  world.busy = true;
  expect(playback.tick(16)).toBe(true);
  world.busy = false;
  world.settled = false;
  expect(playback.tick(32)).toBe(true);
});

test('fast steps do not wait for motion', () => {
  const { asked, world, playback } = start(100);
  world.settled = false;
  play(playback, 1000);
  expect(sum(asked)).toBeGreaterThan(90);
});

test('without a limit each frame asks for all that the budget allows', () => {
  const { asked, playback } = start(Infinity);
  play(playback, 32);
  expect(asked).toEqual([1e9, 1e9, 1e9]);
});

test('from no limit to a slow speed and back play goes on, also where nothing was asked for', () => {
  const { asked, world, playback } = start(Infinity);
  world.speed = 10;
  play(playback, 304);
  expect(sum(asked.slice(1))).toBe(3);
  const waiting = start(10);
  waiting.world.busy = true;
  waiting.world.speed = Infinity;
  waiting.playback.tick(0);
  waiting.world.busy = false;
  waiting.world.speed = 10;
  play(waiting.playback, 112);
  expect(waiting.asked).toEqual([1]);
});

test('pressed after a pause, play begins with one operation, however long that was', () => {
  const { asked, world, playback } = start(100);
  world.playing = false;
  playback.tick(5000);
  world.playing = true;
  playback.tick(5016);
  expect(asked.at(-1)).toBe(1);
});

test('paused, it asks for nothing and says so', () => {
  const { asked, world, playback } = start(1000);
  world.playing = false;
  const before = asked.length;
  expect(playback.tick(50)).toBe(false);
  expect(asked.length).toBe(before);
  expect(world.went_on, 'nothing was held').toBe(0);
});

test('play stays with what has to be read, as long as that takes, and goes on', () => {
  const { asked, world, playback } = start(4);
  world.keys.set(2, 5000);
  play(playback, 1000);
  expect(playback.tick(1000), 'it is playing all the while').toBe(true);
  expect(world).toMatchObject({ shown: 2, held: 5000 });
  play(playback, 4000, 1000);
  expect(world).toMatchObject({ shown: 2, held: 5000 });
  play(playback, 2000, 5000);
  expect(world.held).toBeNull();
  expect(world.shown).toBeGreaterThan(4);
  expect(world.holds).toEqual([2]);
  expect(asked.every((operations) => operations === 1)).toBe(true);
});

test('play holds from the moment that it comes there, and no longer', () => {
  const { asked, world, playback } = start(Infinity);
  world.keys.set(1e9, 5000);
  playback.tick(16);
  playback.tick(5015);
  expect(asked).toHaveLength(1);
  playback.tick(5016);
  expect(asked).toHaveLength(2);
  expect(world.went_on).toBe(1);
});

test('after play has held, or was paused, one operation comes at once and the next in its time', () => {
  for (const leaves of ['is told to go on', 'is paused']) {
    const { world, playback } = start(1);
    const pause = (now: number): void => {
      world.playing = false;
      playback.tick(now);
      world.playing = true;
    };
    pause(16);
    world.keys.set(1, 5000);
    play(playback, 32, 16);
    expect(world).toMatchObject({ shown: 1, held: 5000, went_on: 0 });
    if (leaves === 'is paused') pause(64);
    else world.held = null;
    play(playback, 320, 64);
    expect(world.shown, leaves).toBe(2);
    expect(world.went_on, leaves).toBe(leaves === 'is paused' ? 1 : 0);
  }
});

test('told to go on, play does so at once', () => {
  const { world, playback } = start(4);
  world.keys.set(1, 5000);
  play(playback, 320);
  expect(world).toMatchObject({ shown: 1, held: 5000 });
  world.held = null;
  playback.tick(336);
  expect(world.shown).toBe(2);
});

test('what stood there when play was pressed has been read', () => {
  const { world, playback } = start(4);
  world.playing = false;
  world.shown = 7;
  world.keys.set(7, 5000);
  playback.tick(10);
  world.playing = true;
  playback.tick(26);
  expect(world).toMatchObject({ shown: 8, holds: [] });
});

test('paused while it holds, it does not hold any more', () => {
  const { world, playback } = start(4);
  world.keys.set(1, 5000);
  play(playback, 320);
  world.playing = false;
  playback.tick(336);
  expect(world.held).toBeNull();
  world.playing = true;
  playback.tick(352);
  expect(world.shown).toBe(2);
});
