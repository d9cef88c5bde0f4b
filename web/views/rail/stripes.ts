/** Charts of a device with stripes: the tail of its reads, and reads that garbage collection held up, each beside the same requests without its techniques. */

import type { GhostsState } from '../../app/ghosts/state';
import type { Charts, Position } from '../../engine/protocol';
import { drawBlocked } from './blocked';
import { type Panel, panel } from './panel';
import { drawReadTail } from './read-tail';
import './stripes.css';

export interface StripePanels {
  readonly panels: readonly Panel[];
  draw(charts: Charts, position: Position, ghosts: GhostsState, series: string, width: number): void;
}

export function stripePanels(): StripePanels {
  const tail = panel('Read latency', 168, null);
  const blocked = panel('Blocked reads', 96, null);
  return {
    panels: [tail, blocked],
    draw({ ttflash, latency }, position, ghosts, series, width) {
      if (!ttflash) return;
      tail.show(drawReadTail(ttflash, ghosts, series, width, tail.height));
      blocked.show(drawBlocked(ttflash, latency.bin_requests, position, ghosts, width, blocked.height));
    },
  };
}
