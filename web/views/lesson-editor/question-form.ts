/** What a step asks: one of some answers, or a value that the simulator tells. */

import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import type { DraftQuestion, DraftStep } from '../../lessons/draft';
import { h, setAttribute, setText } from '../../ui/dom';
import { createAnswers } from './answers';
import { button, createField } from './fields';
import { insertTools } from './insert';
import type { QuestionFields, SetFields } from './question-fields';
import { createToldForm } from './told-form';

export interface QuestionForm {
  readonly element: HTMLElement;
  show(question: DraftQuestion, problem: string | null): void;
  focus(): void;
}

const NEW_CHOICE: QuestionFields = { choose: ' | ', right: '1' };
const NEW_VALUE: QuestionFields = { value: 'erases' };

export const NEW_QUESTION: DraftQuestion = { fields: NEW_CHOICE, after: '' };

export function createQuestionForm(run: RunCommand, whole: () => AppState): QuestionForm {
  // Of the step of the moment, not of the one that was drawn: on a busy machine much is typed between two frames.
  const change = (field: string, to: (now: DraftQuestion) => DraftQuestion | null): void => {
    const ofStep = ({ question }: DraftStep): Partial<DraftStep> => ({ question: question && to(question) });
    run('draft.do', { what: 'change', field, to: ofStep });
  };
  const set: SetFields = (field, to) =>
    change(field, (now) => ({ ...now, fields: { ...now.fields, ...to(now.fields) } }));
  /** Another kind of answer has none of the other's fields. */
  const ofKind = (to: QuestionFields): void =>
    change('kind of answer', (now) => {
      const { ask, reveal, holds } = now.fields;
      const common = Object.fromEntries(
        Object.entries({ ask, reveal, holds }).filter(([, value]) => value !== undefined),
      );
      return { ...now, fields: { ...common, ...to } };
    });

  const ask = createField({
    label: 'Question',
    rows: 2,
    tools: insertTools(whole, () => ask),
    onInput: (ask) => set('question', () => ({ ask })),
  });
  const kinds = [
    { word: 'choose', element: button('A choice', () => ofKind(NEW_CHOICE)) },
    { word: 'value', element: button('A value', () => ofKind(NEW_VALUE)) },
  ];
  const answers = createAnswers(set);
  const told = createToldForm(set, whole);
  const reveal = createField({
    label: 'The answer shows at',
    hint: 'Go on in the run until the answer shows, and take that moment. Empty: where the step stands.',
    attributes: { spellcheck: 'false' },
    tools: [button('Take the present moment', () => run('draft.do', { what: 'reveal' }), { class: 'link' })],
    onInput: (reveal) => set('moment of the answer', () => ({ reveal })),
  });
  const holds = createField({
    label: 'What the simulator must show then',
    hint: 'If wanted: “erases = 1”, or with < or >. The lesson says so if the simulator shows something else.',
    attributes: { spellcheck: 'false' },
    onInput: (holds) => set('check', () => ({ holds })),
  });
  const after = createField({
    label: 'Words after the answer',
    rows: 4,
    tools: insertTools(whole, () => after),
    onInput: (after) => change('words after the answer', (now) => ({ ...now, after })),
  });
  const problem_note = h('p', { class: 'field-note', 'data-problem': true });
  const element = h(
    'section',
    { class: 'draft-question', 'aria-label': 'The question' },
    ask.element,
    problem_note,
    h(
      'div',
      { class: 'question-kind' },
      h(
        'div',
        { class: 'segment', role: 'group', 'aria-label': 'What is answered' },
        ...kinds.map((kind) => kind.element),
      ),
      button('Remove the question', () => change('question', () => null), { class: 'link' }),
    ),
    answers.element,
    told.element,
    reveal.element,
    holds.element,
    after.element,
  );
  for (const kind of kinds) kind.element.className = '';

  return {
    element,
    show(question, problem) {
      const { fields } = question;
      const is_value = fields.value !== undefined;
      ask.show(fields.ask ?? '');
      setText(problem_note, problem ?? '');
      problem_note.hidden = problem === null;
      for (const { word, element } of kinds)
        setAttribute(element, 'aria-pressed', String((word === 'value') === is_value));
      answers.element.hidden = is_value;
      told.element.hidden = !is_value;
      if (is_value) told.show(fields);
      else answers.show(fields);
      reveal.show(fields.reveal ?? '');
      holds.show(fields.holds ?? '');
      after.show(question.after);
    },
    focus: () => ask.input.focus(),
  };
}
