/** What colours say: the ends of the scale with numbers, or the policies with their letters. */

import { metricOf } from '../../app/sweep/metrics';
import type { SweepState } from '../../app/sweep/state';
import type { SweepPlan } from '../../engine/sweep';
import { h } from '../../ui/dom';
import { valueWords } from '../charts/axis';
import { letterDisc } from '../charts/legend';
import { type Ramp, scaleOf } from './heat-models';
import { sweepLanes } from './models';

export interface Legend {
  readonly element: HTMLElement;
  /** `ramp`: where cells are coloured by value. */
  show(plan: SweepPlan, sweep: SweepState, ramp: Ramp | null): void;
}

const STEPS = 7;

export function createLegend(): Legend {
  const element = h('p', { class: 'sweep-legend' });
  return {
    element,
    show(plan, sweep, ramp) {
      element.replaceChildren(...(ramp ? scaleWords(sweep, ramp) : laneWords(plan)));
    },
  };
}

function scaleWords(sweep: SweepState, ramp: Ramp): Node[] {
  const metric = metricOf(sweep.metric);
  const scale = scaleOf(sweep, metric);
  if (!scale) return [];
  const swatches = Array.from({ length: STEPS }, (_, i) => {
    const swatch = h('i');
    swatch.style.background = ramp.fill(i / (STEPS - 1));
    return swatch;
  });
  return [
    h('span', {}, valueWords(metric, scale.low)),
    h('span', { class: 'sweep-ramp', 'aria-hidden': 'true' }, ...swatches),
    h('span', {}, `${valueWords(metric, scale.high)}; one scale for all charts`),
  ];
}

function laneWords(plan: SweepPlan): Node[] {
  return sweepLanes(plan).map(({ letter, title, colour }) =>
    h('span', {}, letterDisc(letter, colour, true), ` ${title}`),
  );
}
