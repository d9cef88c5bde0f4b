/** Fields of the editor: each has a label, and says in its place what is wrong with what stands in it. */

import { h, setAttribute, setText } from '../../ui/dom';

export interface Field {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement | HTMLTextAreaElement;
  show(value: string, problem?: string | null): void;
}

interface FieldOptions {
  label: string;
  /** Lines of it; one that is given none is a single line. */
  rows?: number;
  hint?: string;
  attributes?: object;
  /** What stands beside the label. */
  tools?: readonly Node[];
  onInput: (value: string) => void;
}

let made = 0;

export function createField({ label, rows, hint, attributes = {}, tools = [], onInput }: FieldOptions): Field {
  const id = `lesson-field-${++made}`;
  const about = `${id}-about`;
  const shared = { class: 'field', id, autocomplete: 'off', 'aria-describedby': about, ...attributes };
  const input = rows ? h('textarea', { ...shared, rows }) : h('input', { type: 'text', ...shared });
  input.addEventListener('input', () => onInput(input.value));
  const said = h('p', { class: 'field-note', id: about });
  const element = h(
    'div',
    { class: 'lesson-field' },
    h('div', { class: 'field-head' }, h('label', { for: id }, label), ...tools),
    input,
    said,
  );
  return {
    element,
    input,
    show(value, problem = null) {
      // Whoever types has the last word.
      if (input.value !== value && document.activeElement !== input) input.value = value;
      setAttribute(input, 'aria-invalid', problem === null ? null : 'true');
      setAttribute(said, 'data-problem', problem !== null);
      setText(said, problem ?? hint ?? '');
    },
  };
}

export interface Choice {
  readonly element: HTMLElement;
  show(value: string): void;
}

/** One of some words; `options` may be in groups, each under its name. */
export function createChoice(
  label: string,
  options: readonly (readonly [value: string, shown: string])[],
  onChange: (value: string) => void,
): Choice {
  const id = `lesson-field-${++made}`;
  const select = h('select', { class: 'field', id }, ...options.map(([value, shown]) => h('option', { value }, shown)));
  select.addEventListener('change', () => onChange(select.value));
  return {
    element: h('div', { class: 'lesson-field' }, h('label', { for: id }, label), select),
    show(value) {
      if (select.value !== value) select.value = value;
    },
  };
}

/** A box to tick. */
export function createTick(
  label: string,
  onChange: (ticked: boolean) => void,
): { element: HTMLElement; show(ticked: boolean): void } {
  const box = h('input', { type: 'checkbox' });
  box.addEventListener('change', () => onChange(box.checked));
  return {
    element: h('label', { class: 'lesson-tick' }, box, label),
    show(ticked) {
      box.checked = ticked;
    },
  };
}

export const button = (label: string, onclick: () => void, more: object = {}): HTMLButtonElement =>
  h('button', { class: 'button', type: 'button', onclick, ...more }, label);

/** Writes `text` where the cursor of a field stands, and goes on there. */
export function insertInto(input: Field['input'], text: string): void {
  input.focus();
  const end = input.selectionEnd ?? input.value.length;
  input.setRangeText(text, input.selectionStart ?? end, end, 'end');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
