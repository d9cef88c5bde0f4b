/** Chooses between the buffer's stage, the layer's own and the flash: those of them that there are. */

import { type StageView, stageOptions, stageShown } from '../../app/stage-choice';
import type { AppState } from '../../app/state';
import type { ViewContext } from '../../app/view';
import type { Display } from '../../ui/display';
import { h, setAttribute } from '../../ui/dom';

const WORDS: Readonly<Record<StageView, string>> = { buffer: 'Buffer', layer: 'Layer', flash: 'Flash' };

export function stageSwitch({ run }: ViewContext): Display<[state: AppState]> {
  const buttons = (Object.keys(WORDS) as StageView[]).map((view) => {
    const button = h('button', { type: 'button', onclick: () => run('view.stage', { view }) }, WORDS[view]);
    return { view, button };
  });
  const element = h('div', { class: 'segment stage-switch', role: 'group', 'aria-label': 'Show' });
  element.append(...buttons.map(({ button }) => button));
  return {
    element,
    show(state) {
      const options = stageOptions(state);
      const shown = stageShown(state);
      for (const { view, button } of buttons) {
        button.hidden = !options.some((option) => option.view === view);
        setAttribute(button, 'aria-pressed', String(view === shown.view));
      }
    },
  };
}
