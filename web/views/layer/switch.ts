/** Chooses between the layer's own stage and the flash. */

import type { AppState } from '../../app/state';
import type { ViewContext } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';

type StageView = AppState['stage_view'];

const WORDS: Readonly<Record<StageView, string>> = { layer: 'Layer', flash: 'Flash' };

export interface StageSwitch {
  readonly element: HTMLElement;
  show(view: StageView): void;
}

export function stageSwitch({ run }: ViewContext): StageSwitch {
  const button = (view: StageView): HTMLButtonElement =>
    h('button', { type: 'button', onclick: () => run('view.stage', { view }) }, WORDS[view]);
  const buttons = { layer: button('layer'), flash: button('flash') };
  const element = h('div', { class: 'segment stage-switch', role: 'group', 'aria-label': 'Show' });
  element.append(buttons.layer, buttons.flash);
  return {
    element,
    show(view) {
      for (const [name, one] of Object.entries(buttons)) setAttribute(one, 'aria-pressed', String(name === view));
    },
  };
}
