import { expect, test } from 'vitest';
import type { MapBlockWalk, MapCacheView } from '../../../engine/core-types';
import { figure4, figure4Hit } from '../../../fixtures/host-map-figure-4';
import { largeFrame } from '../../../fixtures/host-map-large';
import { outcome, stepsOf, verdictOf } from './steps';

function of(frame: ReturnType<typeof figure4>): { walk: MapBlockWalk; map: MapCacheView } {
  const map = frame.layer.openchannel?.map;
  if (!map?.walk) throw new Error('no look-up');
  return { walk: { ...map.walk, from: map.walk.from ?? [1, 2] }, map };
}
const plain = (text: string): string => text.replaceAll('**', '').replaceAll('\u202f', ' ');
/** Frame 2 is the first step. */
const at = (step: number) => of(figure4(step + 1));

test('the worked example, step by step', () => {
  const { walk, map } = at(9);
  expect(stepsOf(walk, map, false).map(({ text }) => plain(text))).toEqual([
    'Which map block? 7 / 4 = 1',
    'Directory: 1 is not in memory',
    'Full: the least hot leaves, 3',
    'Dirty: write it to line 2, place 1',
    'Read 1 from line 1, place 2',
    'Put it into slot 0x3000',
    'Bitmap: the slot is used again',
    'Count the load: hotness 0 → 8',
    'Directory: 3 leaves, 1 is at 0x3000',
  ]);
  expect(plain(outcome(walk, map))).toBe('Then 7 mod 4 = entry 3: physical page 43');
  expect(verdictOf(walk)).toBe('a miss, its victim was dirty');
});

test('one step is the present one while the look-up is under way, none when it is over', () => {
  for (let step = 1; step <= 9; step++) {
    const { walk, map } = at(step);
    const states = stepsOf(walk, map, true).map(({ state }) => state);
    expect(states).toEqual(
      Array.from({ length: 9 }, (_, i) => (i + 1 < step ? 'done' : i + 1 === step ? 'now' : 'ahead')),
    );
  }
  const { walk, map } = at(9);
  expect(new Set(stepsOf(walk, map, false).map(({ state }) => state))).toEqual(new Set(['done']));
});

test('a hit is over after two steps', () => {
  const { walk, map } = of(figure4Hit());
  const states = stepsOf(walk, map, true).map(({ state }) => state);
  expect(states).toEqual(['done', 'now', ...Array(7).fill('skipped')]);
  expect(verdictOf(walk)).toBe('a hit: nothing to fetch');
});

test('what is not needed says why', () => {
  const { walk, map } = at(9);
  const victim = walk.victim && { ...walk.victim, dirty: false };
  const clean = stepsOf({ ...walk, victim }, map, false)[3];
  expect(clean).toMatchObject({ state: 'skipped', text: 'Clean: nothing to write' });
  const roomy = stepsOf({ ...walk, victim: null }, map, false);
  expect(roomy.slice(2, 4).map(({ state }) => state)).toEqual(['skipped', 'skipped']);
  expect(roomy[2]?.text).toBe('A slot is free: nothing is evicted');
  expect(roomy[8]?.text).toBe('Directory: 1 is at **0x3000**');
  expect(stepsOf({ ...walk, from: null }, map, false)[4]).toMatchObject({
    state: 'skipped',
    text: 'Never written: nothing to read',
  });
});

test('before the victim is known, what is to come depends on the room there is', () => {
  const { walk, map } = at(2);
  expect(plain(stepsOf(walk, map, true)[2]?.text ?? '')).toBe('Full: the least hot leaves');
  expect(stepsOf(walk, { ...map, used: 1 }, true)[2]?.state).toBe('skipped');
  expect(plain(stepsOf(walk, { ...map, policy: 'lru' }, true)[2]?.text ?? '')).toBe(
    'Full: the one unused longest leaves',
  );
});

test('pages are counted while a large block is written or read', () => {
  const text = (step: number): string => {
    const { walk, map } = of(largeFrame(false, step));
    return plain(stepsOf(walk, map, true)[step - 1]?.text ?? '');
  };
  expect(text(4)).toBe('Dirty: write it to line 998, place 431, 7 of 16 pages');
  expect(text(5)).toBe('Read 1 204 from line 992, place 1 557, 9 of 16 pages');
});
