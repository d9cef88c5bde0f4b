/** The row of the directory of the map block that is pointed at, else of the one looked up: its five fields, and its first page. */

import type { DirectoryRow, MapBlockDetails } from '../../../engine/core-types';
import { count } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setText } from '../../../ui/dom';
import type { HostMapPicture } from './model';
import { address, policyWords } from './names';

const FIELDS = ['id', 'worth', 'line', 'place', 'slot', 'first LBN'] as const;

export function readout(): Display<[picture: HostMapPicture, pointed: number | null]> {
  const values = FIELDS.map(() => h('dd', {}));
  const names = FIELDS.map((name) => h('dt', {}, name));
  const list = h('dl', { class: 'host-readout' }, ...FIELDS.map((_, i) => h('div', {}, names[i], values[i])));
  return {
    element: list,
    show(picture, pointed) {
      const { map, walk, asked } = picture;
      if (!map) return;
      const id = pointed ?? walk?.id ?? 0;
      const row = rowFor(id, map.rows, asked);
      setText(names[1] as Element, policyWords(map.policy).worth);
      const told = fieldsOf(id, row, map.entries_per_block);
      for (const [i, text] of told.entries()) setText(values[i] as Element, text);
    },
  };
}

/** What is known of a block: told with the frame, or asked for. */
export function rowFor(id: number, rows: readonly DirectoryRow[], asked: MapBlockDetails | null): DirectoryRow | null {
  if (asked?.row.id === id) return asked.row;
  return rows.find((row) => row.id === id) ?? null;
}

/** The fields in words; "…" for what is not known yet. */
export function fieldsOf(id: number, row: DirectoryRow | null, entries: number): string[] {
  const or = (value: number | null, words: (value: number) => string): string => (value === null ? '–' : words(value));
  const first = count(id * entries);
  if (!row) return [count(id), '…', '…', '…', '…', first];
  return [
    count(id),
    count(row.hotness),
    or(row.line, count),
    or(row.offset, count),
    row.address === null ? '–' : `${address(row.address)}${row.dirty ? ', dirty' : ''}`,
    first,
  ];
}
