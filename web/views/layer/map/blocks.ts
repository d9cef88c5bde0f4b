/** Blocks in order: logical blocks that one entry maps whole (CFTL's block map), and the one being put in order. */

import type { Conversion, Frame, Geometry, MapView } from '../../../engine/protocol';
import { count, plural } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setText } from '../../../ui/dom';
import { titled } from '../../stage-kit/part';
import './blocks.css';

const CHIPS_MAX = 12;
/** Pages of a block that are told by number. */
const PLACES_MAX = 16;

export function blocksPanel(): Display<[frame: Frame, map: MapView, geometry: Geometry]> {
  const { element, note, body } = titled('map-ordered', 'Blocks in order');
  const list = h('ul', { class: 'map-blocks' });
  const under_way = h('div', { class: 'map-conversion' });
  body.append(under_way, list);
  let shown = '';
  return {
    element,
    show({ conversion }, { whole_blocks }, { pages_per_block }) {
      const key = JSON.stringify([conversion, whole_blocks]);
      if (key === shown) return;
      shown = key;
      setText(note, `one entry for all ${count(pages_per_block)} pages`);
      under_way.replaceChildren(...(conversion ? conversionOf(conversion) : []));
      const all = whole_blocks ?? [];
      const more = all.length - CHIPS_MAX;
      list.replaceChildren(
        ...all.slice(0, CHIPS_MAX).map(([lbn, block]) => h('li', {}, h('b', {}, `B${lbn}`), ` block ${count(block)}`)),
        ...(more > 0 ? [h('li', { class: 'is-more' }, `and ${count(more)} more`)] : []),
        ...(all.length === 0 ? [h('li', { class: 'is-more' }, 'none yet')] : []),
      );
    },
  };
}

function conversionOf({ lbn, block, from, over }: Conversion): Node[] {
  const done = from.filter((page) => page !== null).length;
  const words = over
    ? `B${lbn} is in order in block ${block ?? '?'}: one entry maps it`
    : `B${lbn} is put in order in block ${block ?? '?'}: ${count(done)} of ${plural(from.length, 'page')}`;
  const numbered = from.length <= PLACES_MAX;
  const places = from.map((page, i) =>
    h('span', { class: page === null ? 'map-place-cell' : 'map-place-cell is-done' }, numbered ? i : ''),
  );
  return [h('p', {}, words), h('div', { class: 'map-places', role: 'img', 'aria-label': words }, ...places)];
}
