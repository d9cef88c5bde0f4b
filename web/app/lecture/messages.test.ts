import { expect, test } from 'vitest';
import { fromAudience, fromNotes, type Standing } from './messages';

const STANDING: Standing = {
  kind: 'standing',
  title: 'Erase before write',
  now: 'One page',
  step: { at: 1, of: 9 },
  asks: false,
  notes: [{ kind: 'item', text: 'Ask who has seen one.' }],
  next: { title: 'Two pages', first_sentence: 'Another.' },
  blanked: false,
  began_ms: 0,
};

test('what has the shape of a message is read', () => {
  expect(fromAudience(STANDING)).toEqual(STANDING);
  expect(fromAudience({ ...STANDING, step: null, next: null })).not.toBeNull();
  expect(fromAudience({ kind: 'closed' })).toEqual({ kind: 'closed' });
  expect(fromNotes({ kind: 'hello' })).toEqual({ kind: 'hello' });
  expect(fromNotes({ kind: 'key', key: 'PageDown' })).toEqual({ kind: 'key', key: 'PageDown' });
});

test.each([
  null,
  'standing',
  7,
  {},
  { ...STANDING, title: 7 },
  { ...STANDING, step: { at: 1 } },
  { ...STANDING, notes: [{ kind: 'item' }] },
  { ...STANDING, notes: 'all' },
  { ...STANDING, next: {} },
  { ...STANDING, began_ms: Number.NaN },
])('what has not is none: %j', (data) => {
  expect(fromAudience(data)).toBeNull();
});

test('only the keys of a lecture are handed on', () => {
  for (const key of ['Escape', 'p', 'F5', undefined, 3]) expect(fromNotes({ kind: 'key', key })).toBeNull();
});
