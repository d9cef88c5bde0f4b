/** A value that the simulator tells: which reading, how it is predicted, and how near is near. */

import { isComparing } from '../../app/lanes/side-by-side';
import type { AppState } from '../../app/state';
import { h } from '../../ui/dom';
import { createChoice, createField } from './fields';
import { readingsOffered } from './insert';
import type { QuestionFields, SetFields } from './question-fields';

export interface ToldForm {
  readonly element: HTMLElement;
  show(fields: QuestionFields): void;
}

const HOW = [
  ['number', 'Typed as a number'],
  ['scale', 'Dragged on a scale'],
  ['block', 'A block that is chosen'],
] as const;
const NEAR = [
  ['', 'Exactly'],
  ['5 %', 'Within 5 %'],
  ['10 %', 'Within 10 %'],
  ['20 %', 'Within 20 %'],
] as const;
const NO_INPUT: QuestionFields = { pick: '', from: '', to: '', step: '' };

export function createToldForm(set: SetFields, whole: () => AppState): ToldForm {
  const reading = h('select', { class: 'field', id: 'lesson-reading' });
  reading.addEventListener('change', () => set('reading', () => ({ value: reading.value })));
  const how = createChoice('How it is predicted', HOW, (value) => {
    const more =
      value === 'block' ? { pick: 'block' } : value === 'scale' ? { from: '0', to: scaleEnd(reading.value) } : {};
    set('how it is predicted', () => ({ ...NO_INPUT, ...more }));
  });
  const near = createChoice('Right', NEAR, (within) => set('how near is near', () => ({ within })));
  const end = (label: string, key: 'from' | 'to' | 'step') =>
    createField({
      label,
      attributes: { inputmode: 'decimal' },
      onInput: (text) => set('scale', () => ({ [key]: text })),
    });
  const ends = { from: end('From', 'from'), to: end('To', 'to'), step: end('In steps of', 'step') };
  const scale = h('div', { class: 'told-scale' }, ...Object.values(ends).map(({ element }) => element));

  /** Room for a guess that is far off. */
  function scaleEnd(source: string): string {
    const value = readingsOffered(whole()).find((offered) => offered.source === source)?.value ?? 0;
    return String(Math.max(10, Math.ceil(value * 2)));
  }

  function offer(chosen: string): void {
    // An open list stays as it is while somebody chooses from it.
    if (document.activeElement === reading && reading.value === chosen) return;
    const offered = readingsOffered(whole());
    const option = ({ source, title, shown }: (typeof offered)[number]): HTMLElement =>
      h('option', { value: source }, shown === null ? title : `${title} (now ${shown})`);
    const group = (label: string, is_here: boolean): HTMLElement =>
      h('optgroup', { label }, ...offered.filter(({ value }) => (value !== null) === is_here).map(option));
    const known = offered.some(({ source }) => source === chosen);
    reading.replaceChildren(
      ...(known ? [] : [h('option', { value: chosen }, chosen || 'A reading')]),
      group('At this moment', true),
      group('Not at this moment', false),
    );
    reading.value = chosen;
  }

  return {
    element: h(
      'div',
      { class: 'told' },
      h(
        'div',
        { class: 'lesson-field' },
        h('label', { for: 'lesson-reading' }, 'Reading that the simulator answers'),
        reading,
      ),
      h('div', { class: 'scene-choices' }, how.element, near.element),
      scale,
    ),
    show(fields) {
      offer(fields.value ?? '');
      const is_scale = Boolean(fields.from || fields.to || fields.step);
      how.show(fields.pick ? 'block' : is_scale ? 'scale' : 'number');
      near.show(fields.within ?? '');
      scale.hidden = !is_scale;
      for (const key of ['from', 'to', 'step'] as const) ends[key].show(fields[key] ?? '');
      how.element
        .querySelector<HTMLOptionElement>('[value="block"]')
        ?.toggleAttribute('disabled', isComparing(whole()));
    },
  };
}
