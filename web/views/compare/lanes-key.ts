/** What the colours and the marks of all lanes mean, in one line below them. */

import { lanesOf } from '../../app/lanes/side-by-side';
import type { AppState } from '../../app/state';
import type { Colours } from '../../render/colours';
import { h, svg } from '../../ui/dom';
import { legend, logicalBlocks, presentStates } from '../stage/legend';
import { RING_PX } from './lane-stage';

export interface LanesKey {
  readonly element: HTMLElement;
  /** `theme` names that of `colours`; `erases_max`: of the most worn block of all lanes. */
  show(state: AppState, colours: Colours, theme: string, erases_max: number): void;
}

export function createLanesKey(): LanesKey {
  const pages = legend(null);
  const size = 2 * RING_PX + 4;
  const ring = svg(
    'svg',
    { class: 'lanes-key-ring', width: size, height: size, 'aria-hidden': 'true' },
    svg('circle', { class: 'lane-ring', r: RING_PX - 2, cx: size / 2, cy: size / 2 }),
  );
  const marks = [
    h('span', { class: 'legend-entry' }, h('span', { 'aria-hidden': 'true' }, '◆'), 'the least of all lanes'),
    h('span', { class: 'legend-entry' }, ring, 'block at work'),
  ];
  const element = h('div', { class: 'lanes-key' }, pages.element, h('div', { class: 'legend' }, ...marks));
  return {
    element,
    show(state, colours, theme, erases_max) {
      const lanes = lanesOf(state);
      const blocks = lanes.map(({ opened }) => (opened ? logicalBlocks(opened.geometry) : 0));
      pages.show({
        colour_by: state.colour_by,
        isolate: state.isolate,
        present: new Set(lanes.flatMap(({ frame }) => (frame ? [...presentStates(frame)] : []))),
        scale: state.colour_by === 'wear' && erases_max > 0 ? { erases_max, age_max: 0, version_mean: 0 } : null,
        owners: { count: Math.max(...blocks), patterned: lanes.every(({ frame }) => frame?.stage?.kind === 'cells') },
        colours,
        theme,
      });
    },
  };
}
