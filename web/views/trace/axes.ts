/** The time axis under the heat map and its addresses at the left, as text beside the picture. */

import type { TraceOverview } from '../../engine/protocol';
import { bytes } from '../../render/format';
import { h } from '../../ui/dom';
import { axisTicks, byteUnit, SECTOR_BYTES, tickTime, timeUnit } from './models';

const TIME_TICKS = 6;
const ADDRESS_TICKS = 6;

/** Where the last bin ends: the axis goes on to there. */
export const timeEnd = ({ window, over_time, heat }: TraceOverview): number =>
  window.from_ns + heat.columns * over_time.bin_ns;

export function timeTicks(overview: TraceOverview): HTMLElement[] {
  const [from, to] = [overview.window.from_ns, timeEnd(overview)];
  const unit = timeUnit(to - from);
  return axisTicks(from, to, unit, TIME_TICKS).map(({ value, at }) =>
    h('span', { style: `left: ${at * 100}%`, 'data-edge': edgeOf(at) }, tickTime(value, unit)),
  );
}

export function addressTicks({ heat }: TraceOverview): HTMLElement[] {
  const [from, to] = [heat.first_sector, heat.first_sector + heat.rows * heat.row_sectors].map(
    (sector) => sector * SECTOR_BYTES,
  ) as [number, number];
  const unit = byteUnit(to - from);
  return axisTicks(from, to, unit, ADDRESS_TICKS).map(({ value, at }) =>
    h('span', { style: `bottom: ${at * 100}%` }, bytes(value)),
  );
}

/** Words at an edge stay within the picture. */
const edgeOf = (at: number): string | null => (at < 0.03 ? 'start' : at > 0.97 ? 'end' : null);
