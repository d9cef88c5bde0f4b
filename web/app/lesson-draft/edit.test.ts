import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Draft, FIRST_SCENE, NO_DRAFT } from '../../lessons/draft';
import { withInserted, withMoved, withoutStep } from './edit';

const step = (title: string, text = '') => ({ title, scene: FIRST_SCENE, text, question: null, notes: '' });
/** Each step speaks of the next one by its number. */
const chain = (count: number): Draft => ({
  ...NO_DRAFT,
  steps: Array.from({ length: count }, (_, at) => step(`${at}`, `{{1 = erases, step ${((at + 1) % count) + 1}}}`)),
});
/** The title of the step that each step speaks of. */
const spokenOf = ({ steps }: Draft): [string, string | undefined][] =>
  steps.map(({ title, text }) => [title, steps[Number(/step (\d+)/.exec(text)?.[1]) - 1]?.title]);
const sorted = (pairs: [string, string | undefined][]) => pairs.toSorted(([a], [b]) => a.localeCompare(b));

test('wherever a step is moved, each still speaks of the same step', () => {
  const place = fc.nat({ max: 6 });
  fc.assert(
    fc.property(place, place, (from, to) => {
      const moved = withMoved(chain(7), from, to);
      expect(moved.steps[to]?.title).toBe(String(from));
      expect(sorted(spokenOf(moved))).toEqual(spokenOf(chain(7)));
      expect(withMoved(moved, to, from)).toEqual(chain(7));
    }),
  );
});

test('a step that is inserted and removed again leaves the rest as it was', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5 }), (at) => {
      const more = withInserted(chain(5), at, step('new'));
      expect(more.steps[at]?.title).toBe('new');
      expect(spokenOf(more).filter(([title]) => title !== 'new')).toEqual(spokenOf(chain(5)));
      expect(withoutStep(more, at)).toEqual(chain(5));
    }),
  );
});

test('what spoke of a step that is removed speaks of none', () => {
  expect(withoutStep(chain(3), 1).steps[0]?.text).toBe('{{1 = erases, step 0}}');
});
