import { expect, test } from 'vitest';
import { LOWER, large, UPPER } from '../../../fixtures/clash';
import { type Shelves, storyOf } from './story';

const told = ({ sets, slots }: Shelves) => ({
  sets: Object.fromEntries(sets.map(({ lbn, offsets }) => [`B${lbn}`, offsets.join('')])),
  slots: slots.map(({ lbn, offsets }) => (lbn === null ? 'free' : `B${lbn}: ${offsets.join('')}`)),
});

const UPPER_BEFORE = {
  sets: { B21: '013', B7: '02', B9: '1', B12: '3', B30: '0' },
  slots: ['B4: 12', 'B10: 01'],
};
const UPPER_AFTER = {
  sets: { B7: '02', B9: '1', B12: '3', B30: '0', B4: '12', B5: '0' },
  slots: ['B21: 013', 'B10: 01'],
};

test.each([
  ['before', UPPER.before, 0],
  ['swap', UPPER.swap, 1],
  ['after', UPPER.after, 2],
] as const)('the swap is told whole, seen from the %s', (_, picture, present) => {
  const story = storyOf(picture);
  expect(story?.present).toBe(present);
  expect(story && told(story.frames[0].shelves)).toEqual(UPPER_BEFORE);
  expect(story && told(story.frames[2].shelves)).toEqual(UPPER_AFTER);
  expect(story?.frames.map(({ op }) => op)).toEqual([101, 102, 103]);
  expect(story?.frames[2].title).toBe('5\u00b70 takes a freed slot');
});

test.each(Object.entries(LOWER))('the flush is told whole, seen from %s', (name, picture) => {
  const story = storyOf(picture);
  expect(story?.way).toBe('flush');
  expect(story?.present).toBe(name === 'before' ? 0 : 1);
  expect(story && told(story.frames[0].shelves).slots).toEqual(['B4: 0123', 'B10: 012']);
  const after = story && told(story.frames[2].shelves);
  expect(after?.slots).toEqual(['B21: 02', 'B10: 012']);
  expect(after?.sets).toEqual({ B7: '1', B9: '0', B12: '3', B30: '2', B40: '0', B41: '1', B5: '0' });
});

test('where no room is made there is no story', () => {
  expect(storyOf(large())).toBeNull();
});
