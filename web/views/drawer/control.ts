/** The input that fits a field: a list, a box to tick, a number, text. It reports a value when the user has finished with it. */

import { type Field, rangeInWords } from '../../app/parameters';
import { h } from '../../ui/dom';

export interface ControlOptions {
  id: string;
  value: unknown;
  /** Called with a value of the field's type; what the engine makes of it is told elsewhere. */
  onChange: (value: unknown) => void;
  describedBy?: string;
}

export function createControl(field: Field, options: ControlOptions): HTMLElement {
  const shared = { id: options.id, class: 'field', 'aria-describedby': options.describedBy };
  const { kind } = field;
  if (kind.type === 'boolean') {
    const box = h('input', { ...shared, class: null, type: 'checkbox' });
    box.checked = options.value === true;
    box.addEventListener('change', () => options.onChange(box.checked));
    return box;
  }
  if (kind.type === 'choice') {
    const titles = new Map(field.choices?.map(({ value, title }) => [value, title]));
    const select = h(
      'select',
      shared,
      ...kind.words.map((word) => h('option', { value: word }, titles.get(word) ?? word)),
    );
    select.value = String(options.value);
    select.addEventListener('change', () => options.onChange(select.value));
    return select;
  }
  const input = h('input', { ...shared, ...numeric(field), autocomplete: 'off', spellcheck: 'false' });
  input.value = options.value === null || options.value === undefined ? '' : String(options.value);
  input.addEventListener('change', () => {
    const value = readInput(field, input.value);
    if (value !== undefined) options.onChange(value);
  });
  return input;
}

/** What was typed, as the field's type; undefined where it is nothing of the kind. */
export function readInput({ kind }: Pick<Field, 'kind'>, text: string): unknown {
  const trimmed = text.trim();
  if (kind.type === 'text') return trimmed === '' ? null : trimmed;
  if (kind.type === 'formula') return trimmed === '' ? undefined : trimmed;
  if (trimmed === '') return kind.type === 'integer' && kind.nullable ? null : undefined;
  const value = Number(trimmed);
  return Number.isNaN(value) ? undefined : value;
}

function numeric(field: Field): Record<string, unknown> {
  const { kind } = field;
  if (kind.type !== 'integer' && kind.type !== 'number') return { type: 'text' };
  return {
    type: 'number',
    inputmode: kind.type === 'integer' ? 'numeric' : 'decimal',
    step: kind.type === 'integer' ? 1 : 'any',
    min: kind.min,
    max: kind.max <= Number.MAX_SAFE_INTEGER ? kind.max : null,
    placeholder: kind.type === 'integer' && kind.nullable ? 'none' : null,
    title: rangeInWords(field),
  };
}
