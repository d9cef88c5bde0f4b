import { expect, test } from 'vitest';
import type { Word } from '../../stage-kit/words-layer';
import { heldWords } from './held-words';

const word = (x: number, text: string): Word => ({ x, y: 10, text, align: 'left', tone: 'plain' });

test('while pages fly a place says what it said before, and new places speak at once', () => {
  const shown = heldWords([word(0, '0 of 8'), word(50, 'block 25')], [word(0, 'done'), word(90, 'erased')]);
  expect(shown.map(({ text }) => text)).toEqual(['0 of 8', 'erased']);
});
