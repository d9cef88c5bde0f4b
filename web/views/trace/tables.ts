/** Where most requests begin, and the first requests as they stand in the trace. */

import type { TraceOverview } from '../../engine/protocol';
import { bytes, count, share } from '../../render/format';
import { h } from '../../ui/dom';
import { SECTOR_BYTES, span } from './models';

const HOTTEST = 8;
const ROWS = 8;

/** Rows under titles. */
export const tableOf = (titles: readonly string[], rows: readonly (readonly (string | Node)[])[]): HTMLElement =>
  h(
    'table',
    { class: 'trace-table' },
    h('thead', {}, h('tr', {}, ...titles.map((title) => h('th', { scope: 'col' }, title)))),
    h('tbody', {}, ...rows.map((cells) => h('tr', {}, ...cells.map((cell) => h('td', {}, cell))))),
  );

/** `look` is told the region that is wanted. */
export function hottestTable(
  overview: TraceOverview,
  look: (first_sector: number, sectors: number) => void,
): HTMLElement {
  const all = overview.reads.requests + overview.writes.requests;
  return tableOf(
    ['from', 'length', 'reads', 'writes', 'of all'],
    overview.hottest.slice(0, HOTTEST).map(({ first_sector, sectors, reads, writes }) => [
      h(
        'button',
        {
          class: 'link',
          type: 'button',
          title: 'Look at this region',
          onclick: () => look(first_sector, sectors),
        },
        bytes(first_sector * SECTOR_BYTES),
      ),
      bytes(sectors * SECTOR_BYTES),
      count(reads),
      count(writes),
      share((reads + writes) / all),
    ]),
  );
}

export const firstRows = ({ first }: TraceOverview): HTMLElement =>
  tableOf(
    ['at', 'what', 'sector', 'size'],
    first
      .slice(0, ROWS)
      .map(({ t_ns, op, sector, sectors }) => [
        span(t_ns),
        op,
        op === 'flush' ? '' : count(sector),
        sectors > 0 ? bytes(sectors * SECTOR_BYTES) : '',
      ]),
  );
