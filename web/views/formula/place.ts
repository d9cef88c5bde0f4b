/** The place of the formula editor, which is loaded when it is first opened, and until then the ways to it. */

import { hasChoice } from '../../app/formula/state';
import type { View, ViewContext } from '../../app/view';
import type { FormulaOf } from '../../engine/protocol';
import { h, setAttribute } from '../../ui/dom';
import { lazyOnceOpened } from '../lazy';

const WAYS: readonly (readonly [of: FormulaOf, command: string, label: string])[] = [
  ['victim', 'formula.edit', 'Write a victim policy …'],
  ['buffer', 'formula.edit-buffer', 'Write a buffer policy …'],
];

export function createFormulaPlace(context: ViewContext): View {
  const editor = lazyOnceOpened(
    ({ formula }) => formula.is_open,
    async () => (await import('./editor')).createFormulaEditor(context),
  );
  const ways = WAYS.map(([of, command, label]) => ({
    of,
    element: h('button', { class: 'link', type: 'button', onclick: () => context.run(command) }, label),
  }));
  return {
    element: h('div', { class: 'formula-place' }, editor.element, ...ways.map(({ element }) => element)),
    render(now, previous) {
      const is_elsewhere = now.formula.is_open || now.lesson !== null || now.embedded;
      for (const { of, element } of ways) setAttribute(element, 'hidden', is_elsewhere || !hasChoice(now, of));
      editor.render(now, previous);
    },
  };
}
