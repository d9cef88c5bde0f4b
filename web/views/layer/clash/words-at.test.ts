import { expect, test } from 'vitest';
import { inkOf, LOWER, UPPER } from '../../../fixtures/clash';
import { compose } from './compose';
import { planMotion } from './motion';
import type { ClashPicture } from './picture';
import type { Moment } from './planner';
import { boxOf, overlap, wordsAt } from './words-at';

const TEXT_PX = 12.5;
const STEPS: readonly [string, ClashPicture, ClashPicture][] = [
  ['swap', UPPER.before, UPPER.swap],
  ['the page that waited', UPPER.swap, UPPER.after],
  ['announced', LOWER.before, LOWER.start],
  ['erased', LOWER.start, LOWER.erased],
  ['programmed', LOWER.erased, LOWER.programmed],
];
const SIZES = [
  { width: 1040, height: 430 },
  { width: 1408, height: 470 },
  { width: 362, height: 340 },
];
const PHASES = ['before', 'moving', 'landed', 'over'] as const;
const cases = STEPS.flatMap(([name, from, to]) => SIZES.map((size) => ({ name, from, to, ...size })));

test.each(cases)('$name, on $width × $height: at no instant does a word stand on another', ({ from, to, ...size }) => {
  const moment = (picture: ClashPicture): Moment => ({ ...compose(picture, size, inkOf()), picture });
  const [before, after] = [moment(from), moment(to)];
  const act = to.cache.act;
  if (!act) throw new Error('a step has an operation');
  const motion = planMotion([act], before, after, { speed: 1, slow: 1 });
  const crosses = motion.moves_ms < motion.lands_ms;
  for (const phase of PHASES) {
    const words = wordsAt(phase, before.scene, after.scene, { crosses, text_px: TEXT_PX });
    for (const [i, word] of words.entries())
      for (const other of words.slice(i + 1))
        expect(
          overlap(boxOf(word, TEXT_PX), boxOf(other, TEXT_PX)),
          `${phase}: "${word.text}" on "${other.text}"`,
        ).toBe(false);
  }
});

test('the captions of a swap say first who was chosen, then who goes where, then who is there', () => {
  const moment = (picture: ClashPicture): Moment => ({
    ...compose(picture, { width: 1040, height: 430 }, inkOf()),
    picture,
  });
  const [before, after] = [moment(UPPER.before), moment(UPPER.swap)];
  const at = (phase: (typeof PHASES)[number]): string[] =>
    wordsAt(phase, before.scene, after.scene, { crosses: true, text_px: TEXT_PX }).map(({ text }) => text);
  expect(at('before')).toEqual(expect.arrayContaining(['largest set: 3', 'fewest: B4, 2 pages']));
  expect(at('before').filter((text) => text.startsWith('largest set'))).toHaveLength(1);
  expect(at('moving')).toEqual(expect.arrayContaining(['3 down', '2 up']));
  // The tray names B21 when its pages are there, not before.
  const tells = (texts: string[]): boolean => texts.some((text) => text.startsWith('B21: 3 of 4'));
  expect([at('before'), at('moving'), at('landed')].map(tells)).toEqual([false, false, true]);
});

test('both captions of a flush change when the page has landed', () => {
  const moment = (picture: ClashPicture): Moment => ({
    ...compose(picture, { width: 1040, height: 430 }, inkOf()),
    picture,
  });
  const [before, after] = [moment(LOWER.erased), moment(LOWER.programmed)];
  const at = (phase: (typeof PHASES)[number]): string[] =>
    wordsAt(phase, before.scene, after.scene, { crosses: false, text_px: TEXT_PX })
      .map(({ text }) => text)
      .filter((text) => text.startsWith('B4'));
  const [was, is] = [before, after].map(({ scene }) =>
    scene.words.map(({ text }) => text).filter((text) => text.startsWith('B4')),
  );
  expect(was).not.toEqual(is);
  expect(at('before').toSorted()).toEqual(was?.toSorted());
  expect(at('landed').toSorted()).toEqual(is?.toSorted());
});
