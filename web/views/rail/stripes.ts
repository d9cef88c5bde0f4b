/** Charts of a device with stripes: the tail of its reads, and reads that garbage collection held up, each beside the same requests without its techniques. */

import type { GhostsState } from '../../app/ghosts/state';
import type { RunCommand } from '../../app/view';
import type { Charts, Position } from '../../engine/protocol';
import { h, setAttribute, setText } from '../../ui/dom';
import { drawBlocked } from './blocked';
import { type Panel, panel } from './panel';
import { drawReadTail } from './read-tail';
import './stripes.css';

export interface StripePanels {
  readonly panels: readonly Panel[];
  draw(charts: Charts, position: Position, ghosts: GhostsState, series: string, width: number): void;
}

export function stripePanels(run: RunCommand): StripePanels {
  const tail = panel('Read latency', 168, null);
  /** For the runs beside the lane, which take longer than a lane's own next moment. */
  const runs = h('button', { class: 'link stripe-runs', type: 'button', onclick: () => run('ghosts.runs') });
  tail.element.querySelector('.panel-figure')?.before(runs);
  const blocked = panel('Blocked reads', 96, null);
  return {
    panels: [tail, blocked],
    draw({ ttflash, latency }, position, ghosts, series, width) {
      if (!ttflash) return;
      setAttribute(runs, 'hidden', ghosts.work === null && ghosts.refused === null);
      setText(runs, ghosts.work === null ? 'Run the baseline' : 'Stop');
      tail.show(drawReadTail(ttflash, ghosts, series, width, tail.height));
      blocked.show(drawBlocked(ttflash, latency.bin_requests, position, ghosts, width, blocked.height));
    },
  };
}
