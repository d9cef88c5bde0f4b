/** Known policies as formulas, and others, to begin with. */

import { FIELDS, type Formula } from '../../app/formula/state';
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
    if (select.value !== '' && example) take({ text: example.formula, ...setBy(example) });
    select.value = '';
  });
  return select;
}

/** What an example sets beside its text. */
function setBy({ with: set }: FormulaExample): Partial<Formula> {
  const stated = (path: string): string | undefined => set.find(([known]) => known === path)?.[1];
  const k = stated(FIELDS.victim.constant) ?? stated(FIELDS.buffer.constant);
  return { ...(k === undefined ? {} : { k: Number(k) }), by_page: stated('buffer.group') === '"page"' };
}
