/** One's own formula for a challenge: a name, the text with what is wrong with it, and the way to the board. */

import { usesConstant } from '../../app/formula/state';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { FormulaVocabulary } from '../../engine/protocol';
import { h, setAttribute, setText } from '../../ui/dom';
import { createProblem } from '../formula/problem';
import { startingPoints } from '../formula/starting-points';
import { createWords } from '../formula/words';
import '../formula/formula.css';

const NAME_MAX = 60;

export function createEntryForm({ run }: ViewContext): View {
  const type = (typed: Partial<AppState['challenge']['typed']>): void => run('challenge.type', { typed });
  const name = h('input', {
    class: 'field',
    id: 'challenge-name',
    maxlength: NAME_MAX,
    autocomplete: 'off',
    oninput: () => type({ name: name.value }),
  });
  const text = h('textarea', {
    class: 'field formula-text',
    id: 'challenge-formula',
    rows: 3,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-describedby': 'formula-problem',
    oninput: () => type({ text: text.value }),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      if (!take.disabled) run('challenge.take');
    },
  });
  const k = h('input', {
    class: 'field formula-k',
    id: 'challenge-k',
    type: 'number',
    step: 'any',
    oninput: () => Number.isFinite(k.valueAsNumber) && type({ k: k.valueAsNumber }),
  });
  const constant = h('label', { class: 'formula-constant', for: 'challenge-k' }, 'k = ', k);
  const group = h(
    'select',
    {
      class: 'field formula-group',
      'aria-label': 'What leaves together',
      onchange: () => type({ by_page: group.value === 'page' }),
    },
    h('option', { value: 'block' }, 'whole logical blocks'),
    h('option', { value: 'page' }, 'single pages'),
  );
  const problem = createProblem((mended) => {
    type({ text: mended });
    text.focus();
  });
  const words = createWords((word) => {
    const { selectionStart: from, selectionEnd: to, value } = text;
    text.value = value.slice(0, from) + word + value.slice(to);
    type({ text: text.value });
    const caret = from + word.length - (word.endsWith(')') ? 1 : 0);
    text.setSelectionRange(caret, caret);
    text.focus();
  });
  const take = h(
    'button',
    { class: 'button primary', type: 'button', onclick: () => run('challenge.take') },
    'Run on the board',
  );
  const why = h('span', { class: 'note' });
  const rule = h('small', {});
  const start = h('span', { class: 'formula-start' });
  const element = h(
    'section',
    { class: 'challenge-entry', 'aria-label': 'Your formula' },
    h('h2', { class: 'chart-head' }, 'Your formula', rule),
    h('div', { class: 'formula-head' }, start, group, constant),
    h('label', { class: 'visually-hidden', for: 'challenge-formula' }, 'Formula'),
    text,
    problem.element,
    words.element,
    h('label', { class: 'challenge-label', for: 'challenge-name' }, 'Your name, as it stands on the board'),
    name,
    h('div', { class: 'formula-do' }, take, why),
    h(
      'p',
      { class: 'note' },
      'It stays in this browser. ',
      h('b', {}, 'Copy link'),
      ' on its row makes a link with the formula and its result: whoever opens it runs it again, and sees whether the result is the same to the bit.',
    ),
  );
  let vocabulary: FormulaVocabulary | null = null;

  function offer(told: FormulaVocabulary): void {
    if (vocabulary === told) return;
    vocabulary = told;
    words.show(told.quantities);
    start.replaceChildren(
      startingPoints(told.examples, ({ text: example, k: set = 1, by_page = false }) =>
        type({ text: example, k: set, by_page }),
      ),
    );
  }

  return {
    element,
    render({ challenge, schema }) {
      const { open, typed, problem: told } = challenge;
      if (!open) return;
      if (schema) offer(schema.formula[open.of]);
      const is_buffer = open.of === 'buffer';
      setText(rule, is_buffer ? 'the highest value leaves first' : 'the highest value is collected first');
      if (text.value !== typed.text) text.value = typed.text;
      if (name.value !== typed.name) name.value = typed.name;
      if (k.valueAsNumber !== typed.k && document.activeElement !== k) k.value = String(typed.k);
      constant.hidden = !usesConstant(typed.text);
      group.hidden = !is_buffer;
      group.value = typed.by_page ? 'page' : 'block';
      const wrong = told?.text === typed.text && typed.text !== '' ? told.found : null;
      setAttribute(text, 'aria-invalid', wrong ? 'true' : null);
      problem.show(typed.text, wrong);
      const lacks = missing(typed.text, typed.name, wrong !== null);
      take.disabled = lacks !== null || told?.text !== typed.text;
      setText(why, lacks ?? '');
    },
  };
}

/** What is still to be said before it can run. */
function missing(text: string, name: string, is_wrong: boolean): string | null {
  if (text.trim() === '') return 'It needs a formula.';
  if (is_wrong) return 'The formula is not one yet.';
  return name.trim() === '' ? 'It needs a name.' : null;
}
