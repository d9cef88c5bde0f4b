/** Changes the draft in the state, and keeps it. */

import type { Draft } from '../../lessons/draft';
import type { App } from '../command';
import { keepDraft } from './keep';
import type { DraftState, Past } from './state';

/** As far back as anybody goes. */
const PAST_MAX = 100;

export interface Done {
  /** What is done, as in "Undo: delete step 2". Doing the same again, as typing does, is undone at once. */
  did: string;
  draft: Draft;
  selected: number | null;
}

export function put({ store }: App, change: Partial<DraftState>): void {
  const before = store.get().lesson_draft;
  if (!before) return;
  const next = { ...before, ...change };
  store.update({ lesson_draft: { ...next, kept: keepDraft(next, before) ? 'kept' : 'refused' } });
}

/** Does something that can be undone. */
export function edit(app: App, { did, draft, selected }: Done, more: Partial<DraftState> = {}): void {
  const { lesson_draft: now } = app.store.get();
  if (!now) return;
  const goes_on = now.past.at(-1)?.did === did && more.attention === undefined;
  put(app, {
    said: '',
    ...more,
    draft,
    selected,
    past: goes_on ? now.past : [...now.past, pastOf(now, did)].slice(-PAST_MAX),
    future: [],
  });
}

/** Puts another draft in the place of the present one, which undoing brings back. */
export function replace(app: App, { did, draft, selected }: Done, more: Partial<DraftState>): void {
  const { lesson_draft: now } = app.store.get();
  if (!now) return;
  const is_empty = now.draft.steps.length === 0 && now.draft.head.title === '';
  const past = is_empty ? now.past : [...now.past, { ...pastOf(now, did), replaced: true }];
  put(app, { ...more, draft, selected, past: past.slice(-PAST_MAX), future: [] });
}

/** Takes back what was done last. */
export function undo(app: App): void {
  const { lesson_draft: now } = app.store.get();
  const last = now?.past.at(-1);
  if (!now || !last) return;
  const { did, draft, selected } = last;
  const future = [...now.future, { ...pastOf(now, did), replaced: last.replaced }];
  put(app, {
    draft,
    selected,
    past: now.past.slice(0, -1),
    future,
    said: `Undone: ${did}.`,
    attention: { to: 'list' },
  });
}

/** Does again what was undone last. */
export function redo(app: App): void {
  const { lesson_draft: now } = app.store.get();
  const next = now?.future.at(-1);
  if (!now || !next) return;
  const { did, draft, selected } = next;
  const past = [...now.past, { ...pastOf(now, did), replaced: next.replaced }];
  put(app, {
    draft,
    selected,
    past,
    future: now.future.slice(0, -1),
    said: `Done again: ${did}.`,
    attention: { to: 'list' },
  });
}

const pastOf = ({ draft, selected }: DraftState, did: string): Past => ({ did, draft, selected, replaced: false });
