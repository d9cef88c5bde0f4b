import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draft } from '../../fixtures/lesson-draft';
import { FIRST_SCENE, NO_DRAFT } from '../../lessons/draft';
import { keepDraft, keptDraft } from './keep';
import type { DraftState, Past } from './state';

let kept: Map<string, string>;
let writes: string[];

beforeEach(() => {
  kept = new Map();
  writes = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      writes.push(key);
      kept.set(key, value);
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const state = (changes: Partial<DraftState>): DraftState => ({
  draft: NO_DRAFT,
  selected: null,
  open: true,
  past: [],
  future: [],
  saved: null,
  kept: 'kept',
  tried: null,
  said: '',
  attention: null,
  ...changes,
});
const past = (did: string, replaced: boolean): Past => ({ did, draft: NO_DRAFT, selected: null, replaced });

test('any draft comes back as it was', () => {
  fc.assert(
    fc.property(draft, (written) => {
      expect(keepDraft(state({ draft: written, saved: 'a file' }), null)).toBe(true);
      expect(keptDraft()).toEqual({
        draft: JSON.parse(JSON.stringify(written)),
        selected: null,
        saved: 'a file',
        past: [],
      });
    }),
    { numRuns: 50 },
  );
});

test('of the drafts that others took the place of the last three come back, and nothing else that can be undone', () => {
  const replaced = [1, 2, 3, 4].map((n) => past(`open ${n}`, true));
  keepDraft(state({ past: [...replaced, past('delete step 2', false)] }), null);
  expect(keptDraft()?.past.map(({ did }) => did)).toEqual(['open 2', 'open 3', 'open 4']);
});

test('what was kept already is not written again with every key', () => {
  const one = state({ past: [past('open 1', true)] });
  keepDraft(one, null);
  keepDraft({ ...one, draft: { ...NO_DRAFT, head: { ...NO_DRAFT.head, title: 'T' } } }, one);
  expect(writes.filter((key) => key.endsWith('past'))).toHaveLength(1);
  expect(keptDraft()?.draft.head.title).toBe('T');
  expect(keptDraft()?.past).toHaveLength(1);
  keepDraft({ ...one, past: [...one.past, past('open 2', true)] }, one);
  expect(keptDraft()?.past).toHaveLength(2);
});

test('a step that is not there is not selected', () => {
  keepDraft(state({ selected: 4 }), null);
  expect(keptDraft()?.selected).toBeNull();
});

test.each(['{', 'null', '[]', '{"draft":null}', '{"draft":{"head":{"title":1},"steps":[]}}', '{"draft":{"steps":[]}}'])(
  'what is kept and is no draft is as if nothing were kept: %s',
  (text) => {
    kept.set('flashlab-lesson-draft', text);
    expect(keptDraft()).toBeNull();
  },
);

const SCENE = FIRST_SCENE;
test.each<[string, object]>([
  ['charts', { ...SCENE, charts: 5 }],
  ['figures', { ...SCENE, figures: [1] }],
  ['parts', { ...SCENE, shows: [null] }],
  ['lanes', { ...SCENE, beside: [1] }],
  ['a lane', { ...SCENE, beside: [[['ftl.kind']]] }],
  ['a highlight', { ...SCENE, highlight: {} }],
])('a step with something else in the place of its %s is no step', (_, scene) => {
  const step = { title: 'T', scene, text: '', question: null, notes: '' };
  kept.set('flashlab-lesson-draft', JSON.stringify({ draft: { head: NO_DRAFT.head, steps: [step] } }));
  expect(keptDraft()).toBeNull();
  const fine = { ...step, scene: SCENE };
  kept.set('flashlab-lesson-draft', JSON.stringify({ draft: { head: NO_DRAFT.head, steps: [fine] } }));
  expect(keptDraft()?.draft.steps).toEqual([fine]);
});

test('a browser that keeps nothing is told of', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
  });
  expect(keepDraft(state({}), null)).toBe(false);
  expect(keptDraft()).toBeNull();
});
