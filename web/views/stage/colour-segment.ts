/** The control that says what colour means. */

import type { RunCommand } from '../../app/view';
import type { ColourBy } from '../../engine/protocol';
import type { Display } from '../../ui/display';
import { h } from '../../ui/dom';
import { COLOUR_WAYS } from './shade';

export function colourSegment(run: RunCommand): Display<[chosen: ColourBy]> {
  const buttons = COLOUR_WAYS.map((by) => {
    const button = h('button', { type: 'button', 'data-by': by }, by);
    button.addEventListener('click', () => run('view.colour-by', { by }));
    return button;
  });
  return {
    element: h('span', { class: 'segment', role: 'group', 'aria-label': 'Colour by' }, ...buttons),
    show(chosen) {
      for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.by === chosen));
    },
  };
}
