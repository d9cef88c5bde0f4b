/** Keeping the trace in the browser, and what that takes. */

import { comesAlong } from '../../app/examples';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { bytes } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';

export interface KeepPanel {
  readonly element: HTMLElement;
  show(state: AppState): void;
}

export function createKeep(run: RunCommand): KeepPanel {
  const note = h('p', { class: 'note' });
  const keep = h('button', { class: 'button', type: 'button', onclick: () => run('kept-traces.keep') }, 'Keep it');
  const drop = h('button', { class: 'button', type: 'button' }, 'Delete it');
  const element = h(
    'section',
    { class: 'trace-replay', 'aria-label': 'Keep' },
    h('h2', { class: 'part-title' }, 'Keep in this browser'),
    note,
    h('p', { class: 'trace-field' }, keep, drop),
  );
  let is_asked = false;
  return {
    element,
    show({ trace_file, kept_traces, keeping }) {
      // Whoever came by an address has not been on the start page, which asks.
      if (kept_traces === null && !is_asked) run('kept-traces.list');
      is_asked = true;
      setAttribute(element, 'hidden', trace_file === null || comesAlong(trace_file.name));
      if (!trace_file) return;
      const { name, file, columns = null } = trace_file;
      const kept = kept_traces?.find(
        (trace) => trace.name === name && trace.bytes === file.size && trace.columns === columns,
      );
      keep.hidden = kept !== undefined;
      keep.disabled = keeping;
      setText(keep, keeping ? 'Keeping it …' : 'Keep it');
      drop.hidden = kept === undefined;
      drop.onclick = () => kept && run('kept-traces.remove', { id: kept.id });
      const size = bytes(file.size);
      const with_columns = columns === null ? '' : ', with the columns that you said';
      setText(
        note,
        kept
          ? `It is kept: ${size}${with_columns}. The start page lists it until you delete it or the browser clears what this page has stored. Nothing is sent anywhere.`
          : `The start page then lists it. It takes ${size}${with_columns}, until you delete it or the browser clears what this page has stored. Nothing is sent anywhere.`,
      );
    },
  };
}
