/** The place of the formula editor, which is loaded when it is first opened, and until then the way to it. */

import { choosesVictims } from '../../app/formula/state';
import type { View, ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { lazyOnceOpened } from '../lazy';

export function createFormulaPlace(context: ViewContext): View {
  const editor = lazyOnceOpened(
    ({ formula }) => formula.is_open,
    async () => (await import('./editor')).createFormulaEditor(context),
  );
  const open = h(
    'button',
    { class: 'link', type: 'button', onclick: () => context.run('formula.edit') },
    'Write a victim policy …',
  );
  return {
    element: h('div', { class: 'formula-place' }, editor.element, open),
    render(now, previous) {
      setAttribute(open, 'hidden', !choosesVictims(now) || now.formula.is_open || now.lesson !== null || now.embedded);
      editor.render(now, previous);
    },
  };
}
