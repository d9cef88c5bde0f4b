/** A policy of one's own, of victims or of a write buffer: its text, what is wrong with it, what it makes of this moment, and what can be done with it. */

import { canTakeOver, type FormulaState, hasChoice, isReady, usesConstant } from '../../app/formula/state';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { FormulaOf, FormulaVocabulary } from '../../engine/protocol';
import { h, setAttribute, setText } from '../../ui/dom';
import { createProblem } from './problem';
import { createRanking } from './ranking';
import { startingPoints } from './starting-points';
import { createWords } from './words';
import './formula.css';

/** How each kind is told. */
const WORDS: Readonly<Record<FormulaOf, { title: string; label: string }>> = {
  victim: {
    title: 'Your own victim policy',
    label: 'Formula: the closed block with the highest value is collected first',
  },
  buffer: {
    title: 'Your own buffer policy',
    label: 'Formula: what has the highest value leaves the write buffer first',
  },
};

export function createFormulaEditor({ run, update, state }: ViewContext): View {
  const type = (formula: { text: string; k?: number; by_page?: boolean }): void => run('formula.type', formula);
  const text = h('textarea', {
    class: 'field formula-text',
    id: 'formula-text',
    rows: 2,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    'aria-label': WORDS.victim.label,
    'aria-describedby': 'formula-problem',
    oninput: () => type({ text: text.value }),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.shiftKey) return;
      event.preventDefault();
      run('formula.fork');
    },
  });
  const k = h('input', {
    class: 'field formula-k',
    id: 'formula-k',
    type: 'number',
    step: 'any',
    oninput: () => Number.isFinite(k.valueAsNumber) && type({ text: text.value, k: k.valueAsNumber }),
  });
  const constant = h('label', { class: 'formula-constant', for: 'formula-k' }, 'k = ', k);
  const group = h(
    'select',
    {
      class: 'field formula-group',
      'aria-label': 'What leaves together',
      onchange: () => type({ text: text.value, by_page: group.value === 'page' }),
    },
    h('option', { value: 'block' }, 'whole logical blocks'),
    h('option', { value: 'page' }, 'single pages'),
  );
  const problem = createProblem((mended) => {
    type({ text: mended });
    text.focus();
  });
  const insert = (word: string): void => {
    const { selectionStart: from, selectionEnd: to, value } = text;
    type({ text: value.slice(0, from) + word + value.slice(to) });
    text.value = state().formula.text;
    const caret = from + word.length - (word.endsWith(')') ? 1 : 0);
    text.setSelectionRange(caret, caret);
    text.focus();
  };
  const words = createWords(insert);
  const ranking = createRanking(
    (page) => update({ hovered_page: page }),
    (lpn) => update({ lit_lpn: lpn }),
  );
  const action = (id: string, label: string, title: string, primary = false): HTMLButtonElement =>
    h('button', { class: primary ? 'button primary' : 'button', type: 'button', title, onclick: () => run(id) }, label);
  const fork = action(
    'formula.fork',
    'What if from here',
    'A second lane that chooses by the formula from here on',
    true,
  );
  const from_start = action(
    'formula.run',
    'Run from the start',
    'This run again, with the formula from its first request',
  );
  const sweep = action('formula.sweep', 'Sweep k', 'The same run with other values of k');
  const start = h('span', { class: 'formula-start' });
  const title = h('span', {}, WORDS.victim.title);
  const root = h(
    'section',
    { class: 'panel formula', 'aria-label': WORDS.victim.title },
    h(
      'h2',
      { class: 'part-title' },
      h('span', { class: 'part-words' }, title, ' ', h('small', {}, 'highest value first')),
      h(
        'button',
        {
          class: 'icon formula-close',
          type: 'button',
          'aria-label': 'Close the formula',
          onclick: () => run('formula.close'),
        },
        '×',
      ),
    ),
    h('div', { class: 'formula-head' }, start, group, constant),
    text,
    problem.element,
    words.element,
    // Before the ranking, which may be longer than the window.
    h('div', { class: 'formula-do' }, fork, from_start, sweep),
    ranking.element,
  );
  let vocabulary: FormulaVocabulary | null = null;

  /** Quantities and examples, once the core has told them. */
  function offer(told: FormulaVocabulary): void {
    if (vocabulary === told) return;
    vocabulary = told;
    words.show(told.quantities);
    start.replaceChildren(startingPoints(told.examples, type));
  }

  function draw(formula: FormulaState, { opened, frame, schema }: AppState): void {
    const told = WORDS[formula.of];
    setText(title, told.title);
    setAttribute(root, 'aria-label', told.title);
    setAttribute(text, 'aria-label', told.label);
    group.hidden = formula.of !== 'buffer';
    group.value = formula.by_page ? 'page' : 'block';
    if (schema) offer(schema.formula[formula.of]);
    // What is being typed stands there already, with its caret.
    if (text.value !== formula.text) text.value = formula.text;
    if (k.valueAsNumber !== formula.k && document.activeElement !== k) k.value = String(formula.k);
    constant.hidden = !usesConstant(formula.text);
    const known = formula.ranked?.text === formula.text ? formula.ranked.ranking : null;
    setAttribute(text, 'aria-invalid', known?.error ? 'true' : null);
    problem.show(formula.text, known?.error ?? null);
    if (formula.ranked && opened) ranking.show(formula.ranked.ranking, opened.geometry.pages_per_block);
    const can = isReady(formula);
    fork.disabled = !canTakeOver(formula) || frame?.position.ended !== null;
    from_start.disabled = !can;
    sweep.hidden = !usesConstant(formula.text);
    sweep.disabled = !can;
  }

  return {
    element: root,
    render(now, previous) {
      const is_shown = now.formula.is_open && hasChoice(now, now.formula.of);
      setAttribute(root, 'hidden', !is_shown);
      if (!is_shown) return;
      draw(now.formula, now);
      if (!previous?.formula.is_open || previous.formula.of !== now.formula.of) text.focus();
    },
  };
}
