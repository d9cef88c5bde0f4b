/** Under a line of pages: how full the buffer is, from where on pages leave, and what a power cut would take. */

import { count } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setText } from '../../../ui/dom';
import { titled } from '../../stage-kit/part';
import { type LineView, nextInWords, powerInWords } from './line-words';
import './line.css';

export interface RoomPart {
  kind: 'changed' | 'clean' | 'on-way' | 'free';
  /** In pages, or in sectors where those are counted. */
  size: number;
  words: string;
}

/** How the room is taken up, in the buffer's own unit. Parts are lengths of one bar. */
export function roomOf({ line, grain, sectors_per_page, used, capacity, pages }: LineView): RoomPart[] {
  const each = grain === 'page' ? sectors_per_page : 1;
  const held = used / each;
  const on_way = line.on_way / each;
  const changed = grain === 'page' ? line.changed : held * (line.changed / Math.max(1, pages));
  const parts: RoomPart[] = [
    { kind: 'changed', size: changed, words: `${count(line.changed)} dirty` },
    { kind: 'clean', size: held - changed, words: `${count(pages - line.changed)} clean` },
    { kind: 'on-way', size: on_way, words: `${count(on_way)} on their way` },
    {
      kind: 'free',
      size: Math.max(0, capacity / each - held - on_way),
      words: `${count(capacity / each - held - on_way)} free`,
    },
  ];
  return parts.filter(({ size }) => size > 0);
}

export function lineFooter(): Display<[buffer: LineView]> {
  const room = titled('line-room', 'Room in RAM');
  const power = titled('line-power', 'What leaves next, and what a power cut takes');
  const bar = h('div', { class: 'room-bar', 'aria-hidden': 'true' });
  const key = h('p', { class: 'room-key' });
  const next = h('p', { class: 'line-next' });
  const cut = h('p', {});
  room.body.append(bar, key);
  power.body.append(next, cut);
  const element = h('div', { class: 'line-foot' }, room.element, power.element);
  return {
    element,
    show(buffer) {
      const { capacity, line } = buffer;
      const parts = roomOf(buffer);
      const above = line.high_water < capacity;
      setText(
        room.note,
        above
          ? 'beyond the mark, pages leave although there is room'
          : 'when it is full, a page leaves for each that comes',
      );
      bar.replaceChildren(
        ...parts.map(({ kind, size }) => h('span', { class: `room-part is-${kind}`, style: `flex-grow: ${size}` })),
        ...(above
          ? [h('i', { class: 'room-mark', style: `left: ${((100 * line.high_water) / capacity).toFixed(2)}%` })]
          : []),
      );
      key.replaceChildren(
        ...parts.map(({ kind, words }) => h('span', { class: `room-said is-${kind}` }, h('i', {}), words)),
      );
      setText(next, nextInWords(buffer));
      setText(cut, powerInWords(buffer));
    },
  };
}
