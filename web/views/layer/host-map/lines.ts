/** The lines of the device: what state each is in, what is left in it, and pblk's lists of those that may be collected. */

import type { OpenChannelView } from '../../../engine/core-types';
import { count, plural, share } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import { LINE_KINDS, LINE_STATES, LISTS } from './names';

export interface LineCell {
  line: number;
  rect: Rect;
  /** Valid share. */
  valid: number;
  state: number;
  kind: number;
}

export interface StripLayout {
  columns: number;
  rows: number;
  width: number;
  height: number;
}

const COLUMN_MAX_PX = 22;
const COLUMN_LEAST_PX = 2;
const ROW_LEAST_PX = 12;

/** As few rows as lines have room in that can still be seen. */
export function stripLayout(lines: number, width: number, height: number): StripLayout {
  const most = Math.max(1, Math.floor(height / ROW_LEAST_PX));
  for (let rows = 1; rows <= most; rows++) {
    const columns = Math.ceil(lines / rows);
    const column = Math.min(COLUMN_MAX_PX, width / Math.max(1, columns));
    if (column >= (rows < most ? COLUMN_LEAST_PX * 1.6 : 0))
      return { columns, rows, width: column, height: height / rows };
  }
  return { columns: lines, rows: 1, width: width / Math.max(1, lines), height };
}

export function lineCells(
  { line_states, line_valid, line_kinds, pus, chunk_pages }: OpenChannelView,
  layout: StripLayout,
): LineCell[] {
  const gap = layout.width >= 6 ? 2 : layout.width >= 3 ? 1 : 0;
  const row_gap = layout.rows > 1 ? 3 : 0;
  return line_states.map((state, at) => ({
    line: at + 1,
    rect: {
      x: (at % layout.columns) * layout.width,
      y: Math.floor(at / layout.columns) * layout.height,
      width: layout.width - gap,
      height: layout.height - row_gap,
    },
    valid: (line_valid[at] ?? 0) / Math.max(1, pus * chunk_pages),
    state,
    kind: line_kinds[at] ?? 0,
  }));
}

/** "12 of 160 data lines free": those whose chunks the host and collection share. The map has lines of its own. */
export function freeWords({ line_states, line_kinds, gc }: OpenChannelView): string {
  const of_data = line_states.filter((_, at) => line_kinds[at] !== 1);
  const free = of_data.filter((state) => state === 0).length;
  const name = of_data.length < line_states.length ? ' data lines' : '';
  return `${count(free)} of ${count(of_data.length)}${name} free${gc ? `, line ${count(gc.line)} is collected` : ''}`;
}

export function lineWords({ line, valid, state, kind }: LineCell): string {
  const what = state === 0 || state === 4 ? '' : `${LINE_KINDS[kind === 1 ? 1 : 0]}, `;
  const left = state === 0 || state === 4 ? '' : `, ${share(valid)} valid`;
  return `Line ${count(line)}: ${what}${LINE_STATES[state as 0 | 1 | 2 | 3 | 4] ?? ''}${left}`;
}

export function lineLines({ lines, line_states, line_kinds, lists, gc, pus, chunk_pages }: OpenChannelView): string[] {
  const of = (state: number): number => line_states.filter((one) => one === state).length;
  const maps = line_kinds.filter((kind, at) => kind === 1 && (line_states[at] ?? 0) > 0).length;
  const states = LINE_STATES.map((name, state) => ({ name, number: of(state) })).filter(({ number }) => number > 0);
  return [
    `${plural(lines, 'line')} of ${plural(pus, 'chunk')} of ${plural(chunk_pages, 'page')}: ${states.map(({ name, number }) => `${count(number)} ${name}`).join(', ')}; ${count(maps)} hold the map`,
    `by what is left in them: ${LISTS.map(({ name, means }, i) => `${name} ${count(lists[i] ?? 0)} (${means})`).join(', ')}`,
    ...(gc
      ? [
          `line ${count(gc.line)} is being collected: ${count(gc.valid)} pages were valid, ${count(gc.left)} are left to move`,
        ]
      : []),
  ];
}
