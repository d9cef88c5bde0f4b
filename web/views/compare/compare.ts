/** Lanes side by side: a column a lane, and what sets them apart. */

import { valueAt } from '../../app/experiment';
import { isComparing, LANE_LETTERS, lanesOf } from '../../app/lanes/state';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { StageRequest } from '../../engine/protocol';
import { h, setAttribute } from '../../ui/dom';

export interface Compare extends View {
  /** What a lane among others wants to be sent of its stage. */
  request(index: number): StageRequest;
}

/** Draws the state with all its lanes; `context` is of the lane in focus. */
export function createCompare({ run }: ViewContext): Compare {
  const lanes = h('div', { class: 'compare-lanes' });
  const element = h('section', { class: 'compare', 'aria-label': 'Lanes side by side' }, lanes);
  return {
    element,
    request: () => ({ kind: 'none' }),
    render(now: AppState) {
      setAttribute(element, 'hidden', !isComparing(now));
      if (!isComparing(now)) return;
      lanes.replaceChildren(
        ...lanesOf(now).map(({ opened, frame }, index) =>
          h(
            'button',
            { class: 'button', type: 'button', onclick: () => run('compare.focus', { lane: index }) },
            `${LANE_LETTERS[index]} ${String(opened && valueAt(opened.document, 'ftl.kind'))} ${frame?.position.request ?? ''}`,
          ),
        ),
      );
    },
  };
}
