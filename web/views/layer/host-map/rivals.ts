/**
 * "Together" against "scattered": a switch that opens the same requests with hot pages spread, or not, and beside it what the other
 * one was like when it was last seen.
 */

import { withValue } from '../../../app/experiment';
import type { MapCacheView, MapCosts } from '../../../engine/core-types';
import { count, share } from '../../../render/format';
import { h, setAttribute, setText } from '../../../ui/dom';
import { fieldPlot } from './field-plot';
import { inWords } from './field-words';
import { type HostMapPicture, scatterOf } from './model';

/** What one of the two was like. */
interface Kept {
  map: MapCacheView;
  costs: MapCosts;
  request: number;
}

const NAMES = ['together', 'scattered'] as const;

export interface Rivals {
  /** The switch. */
  readonly choice: HTMLElement;
  /** The other one's map, beside the present one where there is room. */
  readonly element: HTMLElement;
  show(picture: HostMapPicture): void;
  restyle(): void;
}

export function rivals(open: (scatter: boolean) => void): Rivals {
  const ratios = NAMES.map(() => h('small', {}));
  const buttons = NAMES.map((name, i) =>
    h('button', { type: 'button', onclick: () => open(i === 1) }, name, ratios[i]),
  );
  const choice = h(
    'span',
    { class: 'host-rivals' },
    h('small', {}, 'hot pages'),
    h('span', { class: 'segment', role: 'group', 'aria-label': 'Hot pages' }, ...buttons),
  );
  const plot = fieldPlot();
  const words = h('p', { class: 'note' });
  const element = h('div', { class: 'host-rival' }, plot.element, words);
  let same = '';
  let kept: [Kept | null, Kept | null] = [null, null];

  return {
    choice,
    element,
    show(picture) {
      const { map, costs, request, document } = picture;
      const scatter = scatterOf(document);
      choice.hidden = scatter === null;
      element.hidden = scatter === null;
      if (scatter === null || !map || !costs) return;
      const experiment = JSON.stringify(withValue(document, 'workload.scatter', undefined));
      if (experiment !== same) kept = [null, null];
      same = experiment;
      const [here, there] = scatter ? [1, 0] : [0, 1];
      kept[here as 0 | 1] = { map, costs, request };
      const other = kept[there as 0 | 1];
      for (const [i, button] of buttons.entries()) {
        setAttribute(button, 'aria-pressed', String(i === here));
        setText(ratios[i] as Element, ratioOf(kept[i] ?? null));
      }
      element.hidden = other === null;
      if (!other) return;
      setText(words, `${NAMES[there]}, at request ${count(other.request)}`);
      const still = { fetched: null, victim: null, cursor: null };
      plot.show(
        { state: other.map.state, heat: other.map.heat, journal: other.map.journal, ...still },
        `${NAMES[there]}: ${inWords(other.map)}`,
      );
    },
    restyle: plot.restyle,
  };
}

const ratioOf = (kept: Kept | null): string =>
  !kept || kept.costs.lookups === 0 ? '' : share(kept.costs.hits / kept.costs.lookups);
