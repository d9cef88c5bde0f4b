/** What is wrong with a formula: the place under the text, what was expected there, and the word that was probably meant. */

import type { FormulaProblem } from '../../engine/protocol';
import { h } from '../../ui/dom';

export interface ProblemView {
  readonly element: HTMLElement;
  /** `problem` of `text`; null where nothing is wrong or not known yet. */
  show(text: string, problem: FormulaProblem | null): void;
}

/** `mend`: takes the text with the word that was probably meant. */
export function createProblem(mend: (text: string) => void): ProblemView {
  const element = h('div', { class: 'formula-problem', id: 'formula-problem', role: 'status' });
  return {
    element,
    show(text, problem) {
      element.replaceChildren(...(problem ? told(text, problem, mend) : []));
    },
  };
}

function told(text: string, problem: FormulaProblem, mend: (text: string) => void): Node[] {
  const { column, found, expected, near } = problem;
  const letters = [...text];
  const until = (near === null ? 1 : [...found].length) + column - 1;
  const rest = letters.slice(until).join('');
  const before = letters.slice(0, column - 1).join('');
  const marked = letters.slice(column - 1, until).join('') || ' ';
  const place = h('code', { class: 'formula-text-shown', 'aria-hidden': 'true' }, before, h('mark', {}, marked), rest);
  const meant = near && h('button', { class: 'link', type: 'button', onclick: () => mend(before + near + rest) }, near);
  const question = meant ? ['; did you mean ', meant, '?'] : ['.'];
  return [place, h('p', {}, `Column ${column}: found ${found}, expected ${expected}`, ...question)];
}
