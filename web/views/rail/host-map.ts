/** The chart of a host FTL that fetches its map in blocks; loaded with the first such device. */

import type { Charts, Position } from '../../engine/protocol';
import { drawMapHits } from './map-hits';
import { type Panel, panel } from './panel';

export interface HostMapPanel {
  readonly panel: Panel;
  draw(charts: Charts, position: Position, width: number): void;
}

export function hostMapPanel(): HostMapPanel {
  const hits = panel('Map hits', 70, null);
  return {
    panel: hits,
    draw({ openchannel, latency }, position, width) {
      if (openchannel) hits.show(drawMapHits(openchannel, latency.bin_requests, position, width, hits.height));
    },
  };
}
