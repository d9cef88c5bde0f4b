/** Traces that are kept in this browser, under what people bring themselves: each opens, is renamed and deleted here. */

import { type KeptTrace, NAME_MAX } from '../../app/kept-traces/state';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { bytes, plural } from '../../render/format';
import { h, setAttribute } from '../../ui/dom';

export interface KeptTracesList {
  element: HTMLElement;
  show(state: AppState): void;
}

export function createKeptTracesList(run: RunCommand): KeptTracesList {
  const list = h('ul', { class: 'recent-list' });
  const title = h('h3', { tabindex: -1 }, 'Kept traces', h('small', {}, 'in this browser alone'));
  const element = h('div', { class: 'recent', hidden: true }, title, list);
  let shown: readonly KeptTrace[] | null = null;

  function entry(trace: KeptTrace): HTMLElement {
    const { id, name } = trace;
    const item = h('li');
    const draw = (...what: Node[]): void => item.replaceChildren(...what);
    const button = (label: string, onclick: () => void, about = `${label} ${name}`): HTMLElement =>
      h('button', { class: 'link', type: 'button', 'aria-label': about, onclick }, label);

    function plainly(): void {
      draw(
        h('button', { class: 'link kept-name', type: 'button', onclick: () => run('kept-traces.open', { id }) }, name),
        h('small', { class: 'note' }, inWords(trace)),
        button('Rename', renaming),
        button('Delete', deleting),
      );
    }

    function renaming(): void {
      const field = h('input', {
        class: 'field',
        value: name,
        'aria-label': `New name of ${name}`,
        maxlength: NAME_MAX,
      });
      const form = h(
        'form',
        {
          class: 'kept-form',
          onsubmit: (event: Event) => {
            event.preventDefault();
            run('kept-traces.rename', { id, name: field.value });
            plainly();
            title.focus();
          },
          onkeydown: (event: KeyboardEvent) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            plainly();
            item.querySelector<HTMLElement>('.kept-name')?.focus();
          },
        },
        field,
        h('button', { class: 'button', type: 'submit' }, 'Save'),
      );
      draw(form);
      field.focus();
      field.select();
    }

    /** What is deleted is gone: it takes a second press. */
    function deleting(): void {
      const sure = button('Delete it for good', () => {
        run('kept-traces.remove', { id });
        title.focus();
      });
      draw(
        h('span', { class: 'kept-name' }, name),
        h('small', { class: 'note' }, inWords(trace)),
        sure,
        button('Keep', plainly, `Keep ${name}`),
      );
      sure.focus();
    }

    plainly();
    return item;
  }

  return {
    element,
    show({ kept_traces }) {
      if (kept_traces === shown) return;
      shown = kept_traces;
      setAttribute(element, 'hidden', !kept_traces || kept_traces.length === 0);
      list.replaceChildren(...(kept_traces ?? []).map(entry));
    },
  };
}

/** "1 000 requests, SPC, 24 KiB". */
const inWords = ({ requests, format, bytes: size, columns }: KeptTrace): string =>
  `${plural(requests, 'request')}, ${columns === null ? format : 'columns as you said'}, ${bytes(size)}`;
