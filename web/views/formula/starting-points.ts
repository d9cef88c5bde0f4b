/** Known policies as formulas, and others, to begin with. */

import { CONSTANT, type Formula } from '../../app/formula/state';
import type { FormulaExample } from '../../engine/protocol';
import { h } from '../../ui/dom';

export function startingPoints(
  examples: readonly FormulaExample[],
  take: (formula: Partial<Formula> & Pick<Formula, 'text'>) => void,
): HTMLElement {
  const select = h(
    'select',
    { class: 'field', 'aria-label': 'Start from' },
    h('option', { value: '' }, 'Start from …'),
    ...examples.map(({ title, equals }, at) => h('option', { value: at }, equals ? `${title}: as ${equals}` : title)),
  );
  select.addEventListener('change', () => {
    const example = examples[Number(select.value)];
    if (select.value !== '' && example) take({ text: example.formula, ...constantOf(example) });
    select.value = '';
  });
  return select;
}

/** The number that an example sets for `k`, if it sets one. */
function constantOf({ with: set }: FormulaExample): Pick<Formula, 'k'> | Record<string, never> {
  const stated = set.find(([path]) => path === CONSTANT);
  return stated ? { k: Number(stated[1]) } : {};
}
