/** The answers that are offered, and which is right. */

import { h } from '../../ui/dom';
import { button } from './fields';
import type { QuestionFields, SetFields } from './question-fields';

export interface Answers {
  readonly element: HTMLElement;
  show(fields: QuestionFields): void;
}

/** What parts answers in a lesson's file cannot stand in one. */
const PARTS_THEM = '|';
const LEAST = 2;

const answersIn = ({ choose = '' }: QuestionFields): string[] => choose.split(PARTS_THEM).map((text) => text.trim());
const joined = (answers: readonly string[]): string => answers.join(` ${PARTS_THEM} `);

export function createAnswers(set: SetFields): Answers {
  /** Whether an answer was added that is to have the focus. */
  let adds = false;
  const rows = h('div', { class: 'answer-rows' });
  const add = button(
    'Add an answer',
    () => {
      adds = true;
      set('answers', (now) => ({ choose: joined([...answersIn(now), '']) }));
    },
    { class: 'link' },
  );

  const type = (at: number, text: string): void =>
    set('answers', (now) => ({ choose: joined(answersIn(now).with(at, text.replaceAll(PARTS_THEM, '/'))) }));

  const remove = (at: number): void =>
    set('answers', (now) => {
      const right = Number(now.right) - 1;
      const kept = answersIn(now).toSpliced(at, 1);
      const moved = right > at || right >= kept.length ? right - 1 : right;
      return { choose: joined(kept), right: String(moved + 1) };
    });

  function row(at: number): HTMLElement {
    const right = h('input', {
      type: 'radio',
      name: 'lesson-right',
      'aria-label': `Answer ${at + 1} is right`,
      title: 'The right answer',
    });
    right.addEventListener('change', () => set('right answer', () => ({ right: String(at + 1) })));
    const text = h('input', { class: 'field', type: 'text', 'aria-label': `Answer ${at + 1}`, autocomplete: 'off' });
    text.addEventListener('input', () => type(at, text.value));
    const away = button('×', () => remove(at), { 'aria-label': `Remove answer ${at + 1}` });
    return h('div', { class: 'answer-row' }, right, text, away);
  }

  return {
    element: h('fieldset', { class: 'answers' }, h('legend', {}, 'Answers; the right one is marked'), rows, add),
    show(now) {
      const answers = answersIn(now);
      while (rows.childElementCount > answers.length) rows.lastElementChild?.remove();
      while (rows.childElementCount < answers.length) rows.append(row(rows.childElementCount));
      if (adds) rows.lastElementChild?.querySelector<HTMLElement>('[type="text"]')?.focus();
      adds = false;
      for (const [at, answer] of answers.entries()) {
        const [right, text, away] = rows.children[at]?.children ?? [];
        if (right instanceof HTMLInputElement) right.checked = now.right === String(at + 1);
        if (text instanceof HTMLInputElement && text !== document.activeElement) text.value = answer;
        if (away instanceof HTMLButtonElement) away.disabled = answers.length <= LEAST;
      }
    },
  };
}
