import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LaneFigure } from '../../lessons/lesson';
import { parseLesson } from '../../lessons/parse';
import { type LessonState, showsFigure } from './state';

const folder = join(import.meta.dirname, '../../../public/lessons');
const standing = (id: string, title: string, predicted: LessonState['predicted'] = {}): LessonState => {
  const lesson = parseLesson(id, readFileSync(join(folder, `${id}.md`), 'utf8'));
  return { lesson, packed: null, step: lesson.steps.findIndex((step) => step.title === title), predicted };
};

test('a figure that would answer the question stays away until it is answered', () => {
  const asked = standing('read-a-trace', 'Pick one');
  expect(showsFigure(asked, 'ram')).toBe(false);
  expect(showsFigure(asked, 'mean')).toBe(true);
  const answer = { guess: 0, actual: 2, above: [] };
  expect(showsFigure({ ...asked, predicted: { [asked.step]: answer } }, 'ram')).toBe(true);
});

test('where the run goes on to the answer, figures of before it may stay', () => {
  expect(showsFigure(standing('read-a-trace', 'Two orders'), 'p99')).toBe(true);
});

const FIGURES: Readonly<Record<string, LaneFigure>> = {
  'mean-response': 'mean',
  p99: 'p99',
  erases: 'erases',
  'write-amplification': 'amplification',
  ram: 'ram',
};

test.each(readdirSync(folder).filter((name) => name.endsWith('.md')))(
  'no figure of a lane answers a question of %s that the run goes nowhere for',
  (name) => {
    const lesson = parseLesson(name.slice(0, -'.md'.length), readFileSync(join(folder, name), 'utf8'));
    for (const [step, { prediction, title }] of lesson.steps.entries()) {
      if (!prediction || prediction.moves_to !== null) continue;
      for (const { left } of prediction.answer.holds) {
        const figure = FIGURES[left.reading];
        if (figure) expect(showsFigure({ lesson, packed: null, step, predicted: {} }, figure), title).toBe(false);
      }
    }
  },
);
