/** What keeps a draft from being a lesson, part by part: `parse.ts` is given each part by itself, and says what it expected. */

import { type Draft, type DraftScene, type DraftStep, FIRST_SCENE, readDraft } from './draft';
import { LessonError } from './lesson-error';
import { writeDraft } from './write';

export interface Problem {
  /** From 0; null: it is of the lesson's head. */
  step: number | null;
  part: 'head' | keyof DraftStep;
  /** What was found there and what was expected. */
  says: string;
}

/** What is tried on its own has these names, which are no part of what is said. */
const NAME = 'draft';
const STEP = 'step';
const FINE_HEAD = { title: NAME, minutes: '1', seen: NAME, order: '' };
const PLAIN: DraftStep = { title: STEP, scene: FIRST_SCENE, text: '', question: null, notes: '' };

/** Of the head and of each step in turn; none: it is a lesson. */
export const problemsOf = (draft: Draft): Problem[] => [
  ...headProblems(draft),
  ...draft.steps.flatMap((step, at) => stepProblems(step, draft.steps.length).map((one) => ({ ...one, step: at }))),
];

/** Of the lesson as a whole. */
export function headProblems({ head, steps }: Draft): Problem[] {
  const none = steps.length === 0 ? 'It has no step: expected one at least' : null;
  return [failure({ head, steps: [PLAIN] }), none].flatMap((says) =>
    says ? [{ step: null, part: 'head', says }] : [],
  );
}

/** Of one step among `steps`, whatever its place. */
export function stepProblems(step: DraftStep, steps: number): Pick<Problem, 'part' | 'says'>[] {
  const scene_says = tried({ ...PLAIN, scene: step.scene }, 1);
  // What is read off lanes depends on them; what stands in a scene that cannot be read is tried in another.
  const scene: DraftScene = scene_says === null ? step.scene : FIRST_SCENE;
  const { title, text, question, notes } = step;
  const says: Record<keyof DraftStep, string | null> = {
    title: tried({ ...PLAIN, title }, 1),
    scene: scene_says,
    text: tried({ ...PLAIN, scene, text }, steps),
    question: question && tried({ ...PLAIN, scene, question }, steps),
    notes: tried({ ...PLAIN, notes }, 1),
  };
  return Object.entries(says).flatMap(([part, says]) =>
    says === null ? [] : [{ part: part as keyof DraftStep, says }],
  );
}

const BREAKS_OUT =
  'Part of this would be read as something else: expected no heading ("## ") and no fence ("```") in it';

/** What is wrong with a step as the first of so many; null where nothing is. */
function tried(step: DraftStep, steps: number): string | null {
  const draft: Draft = { head: FINE_HEAD, steps: [step, ...Array.from({ length: steps - 1 }, () => PLAIN)] };
  return failure(draft);
}

/** What the parser says of a draft, or that it reads another; null where it reads the same. */
function failure(draft: Draft): string | null {
  try {
    return reads(readDraft(NAME, writeDraft(draft)), draft) ? null : BREAKS_OUT;
  } catch (thrown) {
    if (!(thrown instanceof LessonError)) throw thrown;
    return capitalised(thrown.message.replace(/^draft(, step ".*?")?:? /, ''));
  }
}

const reads = (found: Draft, draft: Draft): boolean => JSON.stringify(bare(found)) === JSON.stringify(bare(draft));

/** Without what may be spelt in several ways. */
const bare = ({ head, steps }: Draft): unknown => [
  Object.values(head).slice(0, 1),
  steps.map(({ title, text, question, notes }) => [
    ...[title, text, notes].map(squeezed),
    question && [
      squeezed(question.after),
      Object.entries(question.fields)
        .map(([key, value]) => [key, squeezed(value)])
        .filter(([, value]) => value)
        .sort(),
    ],
  ]),
];

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

const capitalised = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
