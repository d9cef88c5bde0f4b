/** What a power cut has taken, as far as it can be told from what is on flash. */

import { type Frame, NONE, type Opened } from '../engine/protocol';

/**
 * Page writes that the host has been told are done, and that are not found on flash after the device has recovered; null where power was
 * not cut, or the device is too large to be seen page by page. The device is full when its run begins, and requests write one page each
 * if power fails in a write. A page whose older versions are gone as well counts once for each.
 */
export function lostWrites({ frame, opened }: { frame: Frame; opened: Opened }): number | null {
  const { stage, charts, position } = frame;
  if (stage?.kind !== 'cells' || !charts || position.ended?.kind !== 'power-cut') return null;
  const { requests, tallies } = charts.so_far;
  const is_in_write = position.request > requests && tallies.some(({ kind }) => kind === 'host-write');
  const told = opened.geometry.logical_pages + charts.write_amplification.host_pages - (is_in_write ? 1 : 0);
  const found = stage.mapping.reduce((sum, page) => sum + (page === NONE ? 0 : (stage.page_version[page] ?? 0)), 0);
  // A page that a capacitor kept may be found although its write was not yet acknowledged.
  return Math.max(0, told - found);
}
