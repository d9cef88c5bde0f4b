/** The problems of a draft as it is written: steps that have not changed are not tried again. */

import type { Draft, DraftStep } from '../../lessons/draft';
import { headProblems, type Problem, stepProblems } from '../../lessons/problems';

export function createChecker(): (draft: Draft) => Problem[] {
  const known = new WeakMap<DraftStep, { steps: number; problems: ReturnType<typeof stepProblems> }>();

  function problemsIn(step: DraftStep, steps: number): ReturnType<typeof stepProblems> {
    const last = known.get(step);
    if (last?.steps === steps) return last.problems;
    const problems = stepProblems(step, steps);
    known.set(step, { steps, problems });
    return problems;
  }

  return (draft) => [
    ...headProblems(draft),
    ...draft.steps.flatMap((step, at) =>
      problemsIn(step, draft.steps.length).map((problem): Problem => ({ ...problem, step: at })),
    ),
  ];
}
