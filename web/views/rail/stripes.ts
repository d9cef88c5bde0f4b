/** Charts of a device with stripes: the tail of its reads, and reads that garbage collection held up, each beside the same requests without its techniques. */

import type { BaselinesState } from '../../app/baselines/state';
import type { RunCommand } from '../../app/view';
import type { Charts, Position } from '../../engine/protocol';
import { h, setAttribute, setText } from '../../ui/dom';
import { drawBlocked } from './blocked';
import { type Panel, panel } from './panel';
import { drawReadTail } from './read-tail';
import './stripes.css';

export interface StripePanels {
  readonly panels: readonly Panel[];
  draw(charts: Charts, position: Position, baselines: BaselinesState, series: string, width: number): void;
}

export function stripePanels(run: RunCommand): StripePanels {
  const tail = panel('Read latency', 168, null);
  /** For the runs beside the lane, which take longer than a lane's own next moment. */
  const runs = h('button', { class: 'link stripe-runs', type: 'button', onclick: () => run('baselines.runs') });
  tail.element.querySelector('.panel-figure')?.before(runs);
  const blocked = panel('Blocked reads', 96, null);
  return {
    panels: [tail, blocked],
    draw({ ttflash, latency }, position, baselines, series, width) {
      if (!ttflash) return;
      setAttribute(runs, 'hidden', baselines.work === null && baselines.refused === null);
      setText(runs, baselines.work === null ? 'Run the baseline' : 'Stop');
      tail.show(drawReadTail(ttflash, baselines, series, width, tail.height));
      blocked.show(drawBlocked(ttflash, latency.bin_requests, position, baselines, width, blocked.height));
    },
  };
}
