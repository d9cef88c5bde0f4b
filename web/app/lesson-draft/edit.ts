/** Changes of a draft. Pure: each returns another draft. Steps count from 0. */

import { type Draft, type DraftStep, renumbered } from '../../lessons/draft';

export const withStep = (draft: Draft, at: number, change: Partial<DraftStep>): Draft => ({
  ...draft,
  steps: draft.steps.map((step, index) => (index === at ? { ...step, ...change } : step)),
});

/** `step` comes to stand at `at`, and all from there on one later. */
export const withInserted = (draft: Draft, at: number, step: DraftStep): Draft => ({
  ...draft,
  steps: renumbered(draft.steps, (place) => (place >= at ? place + 1 : place)).toSpliced(at, 0, step),
});

export const withoutStep = (draft: Draft, at: number): Draft => ({
  ...draft,
  steps: renumbered(draft.steps.toSpliced(at, 1), (place) => (place === at ? -1 : place > at ? place - 1 : place)),
});

/** The step at `from` comes to stand at `to`. */
export function withMoved(draft: Draft, from: number, to: number): Draft {
  const order = draft.steps.map((_, place) => place);
  const moved = order.toSpliced(from, 1).toSpliced(to, 0, from);
  const steps = moved.flatMap((place) => draft.steps[place] ?? []);
  return { ...draft, steps: renumbered(steps, (place) => moved.indexOf(place)) };
}
