/** Addresses over time: how many requests touch what when, and the window that is drawn over it. */

import type { TraceOverview, TraceWindow } from '../../engine/protocol';
import { tokensOf } from '../../render/colours';
import { bytes, count, plural } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';
import { boxOf, type Cell, cellAfter, cellAt, windowOf } from './brush';
import { cellCounts, type HeatOf, heatStep, SECTOR_BYTES, span, windowInWords } from './models';

const STEPS = 7;
const RAMPS: Readonly<Record<HeatOf, string>> = { all: 'age', reads: 'age', writes: 'wear' };
const WORDS: Readonly<Record<HeatOf, string>> = { all: 'Reads and writes', reads: 'Reads', writes: 'Writes' };

export interface TraceHeat {
  readonly element: HTMLElement;
  /** What is under the pointer, or how a window is drawn. */
  readonly readout: HTMLElement;
  show(overview: TraceOverview): void;
}

/** `choose` is told the window; null is all. */
export function createTraceHeat(choose: (window: TraceWindow | null) => void): TraceHeat {
  const canvas = h('canvas', { class: 'trace-heat-cells' });
  const selection = h('div', { class: 'trace-selection', hidden: true });
  const cursor = h('div', { class: 'trace-cursor', hidden: true });
  const plot = h(
    'div',
    { class: 'trace-heat-plot', tabindex: 0, role: 'application', 'data-own-keys': true },
    canvas,
    selection,
    cursor,
  );
  const readout = h('p', { class: 'note trace-readout', 'aria-live': 'polite' });
  const legend = h('span', { class: 'trace-heat-legend' });
  const kinds = (Object.keys(WORDS) as HeatOf[]).map((kind) => ({
    kind,
    button: h('button', { type: 'button', onclick: () => showKind(kind) }, WORDS[kind]),
  }));
  const element = h(
    'div',
    { class: 'trace-heat' },
    h(
      'div',
      { class: 'trace-heat-tools' },
      h(
        'div',
        { class: 'segment', role: 'group', 'aria-label': 'Requests shown' },
        ...kinds.map(({ button }) => button),
      ),
      legend,
    ),
    plot,
  );
  let overview: TraceOverview | null = null;
  let of: HeatOf = 'all';
  let at: Cell | null = null;
  /** Where the window that is being drawn began. */
  let anchor: Cell | null = null;
  let drawn = '';

  function showKind(kind: HeatOf): void {
    of = kind;
    if (overview) show(overview);
  }

  function show(next: TraceOverview): void {
    if (next !== overview) [at, anchor] = [null, null];
    overview = next;
    for (const { kind, button } of kinds) setAttribute(button, 'aria-pressed', String(kind === of));
    const token = tokensOf(plot);
    const ramp = Array.from({ length: STEPS }, (_, step) => token(`${RAMPS[of]}-${step}`));
    const look = `${of} ${ramp.join()}`;
    if (drawn !== look || canvas.dataset.of !== keyOf(next)) paint(next, ramp);
    drawn = look;
    canvas.dataset.of = keyOf(next);
    mark();
  }

  function paint(next: TraceOverview, ramp: readonly string[]): void {
    const { columns, rows } = next.heat;
    const counts = cellCounts(next, of);
    const most = counts.reduce((highest, value) => Math.max(highest, value), 0);
    [canvas.width, canvas.height] = [columns, rows];
    const context = canvas.getContext('2d');
    const picture = context?.createImageData(columns, rows);
    const colours = ramp.map(rgb);
    for (let cell = 0; picture && cell < counts.length; cell++) {
      const colour = colours[heatStep(counts[cell] ?? 0, most, STEPS)];
      const pixel = 4 * ((rows - 1 - (cell % rows)) * columns + Math.floor(cell / rows));
      if (counts[cell] && colour) picture.data.set(colour, pixel);
    }
    if (picture) context?.putImageData(picture, 0, 0);
    const swatches = ramp.slice(1).map((colour) => h('i', { style: `background: ${colour}` }));
    legend.replaceChildren('1', ...swatches, `${count(most)} requests a cell`);
    setAttribute(
      plot,
      'aria-label',
      `Addresses over time, ${next.heat.columns} by ${next.heat.rows} cells, at most ${plural(most, 'request')} in one. ` +
        'Arrow keys go from cell to cell, with Shift ten at once; Enter begins a window and ends it; Escape shows all.',
    );
  }

  const keyOf = ({ window, requests }: TraceOverview): string => `${JSON.stringify(window)} ${requests}`;

  function mark(): void {
    cursor.hidden = !at || !overview;
    selection.hidden = !anchor || !at || !overview;
    if (!overview || !at) {
      setText(readout, HINT);
      return;
    }
    place(cursor, overview, at, at);
    if (anchor) place(selection, overview, anchor, at);
    setText(readout, anchor ? `Window: ${windowInWords(windowOf(overview, anchor, at))}` : inWords(overview, at));
  }

  function end(): void {
    const [one, other] = [anchor, at];
    anchor = null;
    if (overview && one && other) choose(windowOf(overview, one, other));
  }

  const under = (event: PointerEvent): Cell | null => {
    const { left, top, width, height } = plot.getBoundingClientRect();
    return overview && cellAt(overview, (event.clientX - left) / width, (event.clientY - top) / height);
  };
  let pressed_at: { x: number; y: number } | null = null;
  plot.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    plot.setPointerCapture(event.pointerId);
    pressed_at = { x: event.clientX, y: event.clientY };
    at = under(event);
    mark();
  });
  plot.addEventListener('pointermove', (event) => {
    const has_moved = pressed_at && Math.hypot(event.clientX - pressed_at.x, event.clientY - pressed_at.y) > DRAG_PX;
    if (has_moved && !anchor) anchor = at;
    at = under(event);
    mark();
  });
  plot.addEventListener('pointerup', () => {
    pressed_at = null;
    if (anchor) end();
    mark();
  });
  plot.addEventListener('pointercancel', () => {
    [pressed_at, anchor] = [null, null];
    mark();
  });
  plot.addEventListener('pointerleave', () => {
    if (pressed_at || anchor) return;
    at = null;
    mark();
  });
  plot.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !overview) return;
    const { heat } = overview;
    const here = at ?? { column: Math.floor(heat.columns / 2), row: Math.floor(heat.rows / 2) };
    const next = cellAfter(overview, here, event.key, event.shiftKey);
    if (next) at = at ? next : here;
    else if (event.key === 'Enter' && anchor) end();
    else if (event.key === 'Enter') [anchor, at] = [here, here];
    else if (event.key === 'Escape' && anchor) anchor = null;
    else if (event.key === 'Escape') choose(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
    mark();
  });

  return { element, readout, show };
}

/** `#rrggbb` as the bytes of an opaque pixel. */
const rgb = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).concat(255);

const HINT =
  'Drag over the map to look at a part of it, or go to it with the arrow keys and press Enter at two corners.';
/** A pointer that moves less is a click. */
const DRAG_PX = 4;

function place(element: HTMLElement, overview: TraceOverview, one: Cell, other: Cell): void {
  const { left, top, width, height } = boxOf(overview, one, other);
  const percent = (part: number): string => `${part * 100}%`;
  setAttribute(
    element,
    'style',
    `left: ${percent(left)}; top: ${percent(top)}; width: ${percent(width)}; height: ${percent(height)}`,
  );
}

function inWords(overview: TraceOverview, cell: Cell): string {
  const { heat } = overview;
  const { from_ns, to_ns, first_sector, end_sector } = windowOf(overview, cell, cell);
  const place_in_counts = cell.column * heat.rows + cell.row;
  const addresses = `${bytes(first_sector * SECTOR_BYTES)} to ${bytes(end_sector * SECTOR_BYTES)}`;
  const [reads = 0, writes = 0] = [heat.reads[place_in_counts], heat.writes[place_in_counts]];
  return `${span(from_ns)} to ${span(to_ns)}, ${addresses}: ${plural(reads, 'read')}, ${plural(writes, 'write')}`;
}
