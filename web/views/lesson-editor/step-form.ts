/** What is written in a step: its heading, what it shows, its words, its question, and notes for whoever lectures with it. */

import type { Attention } from '../../app/lesson-draft/state';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import type { DraftStep } from '../../lessons/draft';
import type { Problem } from '../../lessons/problems';
import { h } from '../../ui/dom';
import { button, createField } from './fields';
import { insertTools } from './insert';
import { createQuestionForm, NEW_QUESTION } from './question-form';
import { createSceneForm } from './scene-form';

export interface StepForm {
  readonly element: HTMLElement;
  show(step: DraftStep, problems: readonly Pick<Problem, 'part' | 'says'>[]): void;
  focus(part: Exclude<Attention['to'], 'list' | 'head'>): void;
}

export function createStepForm(run: RunCommand, whole: () => AppState): StepForm {
  const change = (field: string, to: Partial<DraftStep>): void => run('draft.do', { what: 'change', field, to });
  const title = createField({ label: 'Heading', onInput: (title) => change('heading', { title }) });
  const scene = createSceneForm(run);
  const text = createField({
    label: 'Words',
    rows: 6,
    hint: 'Say one thing.',
    tools: insertTools(whole, () => text),
    onInput: (text) => change('words', { text }),
  });
  const question = createQuestionForm(run, whole);
  const ask = button('Ask a question', () =>
    run('draft.do', { what: 'change', field: 'question', to: { question: NEW_QUESTION }, focus: 'question' }),
  );
  const notes = createField({
    label: 'Notes for whoever lectures',
    rows: 2,
    hint: 'Shown in the notes window alone.',
    onInput: (notes) => change('notes', { notes }),
  });
  const element = h(
    'section',
    { class: 'draft-form', 'aria-label': 'The step' },
    title.element,
    scene.element,
    text.element,
    ask,
    question.element,
    notes.element,
  );
  const parts = {
    title: () => {
      title.input.focus();
      title.input.select();
    },
    scene: scene.focus,
    text: () => text.input.focus(),
    question: question.focus,
    notes: () => notes.input.focus(),
  };

  return {
    element,
    show(step, problems) {
      const problemOf = (part: Problem['part']): string | null =>
        problems.find((one) => one.part === part)?.says ?? null;
      title.show(step.title, problemOf('title'));
      scene.show(step.scene, problemOf('scene'));
      text.show(step.text, problemOf('text'));
      ask.hidden = step.question !== null;
      question.element.hidden = step.question === null;
      if (step.question) question.show(step.question, problemOf('question'));
      notes.show(step.notes, problemOf('notes'));
    },
    focus: (part) => parts[part](),
  };
}
