/** The card behind a word of the sentence: what it means, and what else it could be. */

import { valueAt } from '../../app/experiment';
import { type Field, rangeInWords } from '../../app/parameters';
import type { RunCommand } from '../../app/view';
import type { ExperimentDocument } from '../../engine/protocol';
import { h } from '../../ui/dom';
import { openPopover } from '../../ui/popover';
import { createControl } from '../drawer/control';

export function editWord(anchor: HTMLElement, field: Field, document: ExperimentDocument, run: RunCommand): void {
  const value = valueAt(document, field.path) ?? field.default;
  openPopover(anchor, field.label, (close) => {
    const choose = (chosen: unknown): void => {
      close();
      if (chosen !== value) run('experiment.set', { path: field.path, value: chosen });
    };
    const head = h('p', { class: 'word-head' }, h('b', {}, field.label), ' ', h('span', { class: 'note' }, field.help));
    return [head, field.kind.type === 'choice' ? choiceList(field, value, choose) : numberForm(field, value, choose)];
  });
}

function choiceList(field: Field, value: unknown, choose: (value: unknown) => void): HTMLElement {
  const words = field.kind.type === 'choice' ? field.kind.words : [];
  const choices = field.choices ?? words.map((word) => ({ value: word, title: word, help: '' }));
  const items = choices.map((choice) => {
    const current = choice.value === value;
    return h(
      'li',
      {},
      h(
        'button',
        {
          class: 'plain choice',
          type: 'button',
          'aria-current': current ? 'true' : null,
          autofocus: current,
          onclick: () => choose(choice.value),
        },
        h('b', {}, choice.title),
        choice.help ? h('span', { class: 'note' }, choice.help) : null,
      ),
    );
  });
  return h('ul', { class: 'choices' }, items);
}

function numberForm(field: Field, value: unknown, choose: (value: unknown) => void): HTMLElement {
  const control = createControl(field, { id: 'word-value', value, onChange: choose });
  control.setAttribute('aria-label', field.label);
  return h('p', { class: 'word-form' }, control, h('span', { class: 'note' }, rangeInWords(field)));
}
