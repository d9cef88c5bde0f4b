/** What a formula is made of, at hand: a click writes the word at the caret. */

import type { FormulaQuantity } from '../../engine/protocol';
import { h } from '../../ui/dom';

/** Each is written with room for its arguments. */
const FUNCTIONS: readonly (readonly [word: string, help: string])[] = [
  ['if()', 'if(condition, then, otherwise)'],
  ['min()', 'The smallest of its values'],
  ['max()', 'The largest of its values'],
  ['abs()', 'Without its sign'],
  ['sqrt()', 'Square root'],
  ['ln()', 'Natural logarithm'],
  ['exp()', 'e to the power of'],
  ['pow()', 'pow(base, exponent)'],
];

export interface WordsView {
  readonly element: HTMLElement;
  show(quantities: readonly FormulaQuantity[]): void;
}

export function createWords(insert: (word: string) => void): WordsView {
  const word = (text: string, shown: string, title: string): HTMLElement =>
    h('button', { class: 'formula-word', type: 'button', title, onclick: () => insert(text) }, shown);
  const quantities = h('div', { class: 'formula-words', role: 'group', 'aria-label': 'Quantities' });
  const functions = h(
    'div',
    { class: 'formula-words', role: 'group', 'aria-label': 'Functions' },
    ...FUNCTIONS.map(([text, help]) => word(text, text.replace('()', ''), help)),
  );
  return {
    element: h('div', {}, quantities, functions),
    show(known) {
      quantities.replaceChildren(
        ...known.map(({ name, unit, help }) => word(name, name, unit ? `${help} In ${unit}.` : help)),
      );
    },
  };
}
