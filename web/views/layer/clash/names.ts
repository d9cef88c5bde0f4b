/** The names of the stage's parts, each with a plain line; beside them, or above them where it is narrow. */

import type { CacheView } from '../../../engine/protocol';
import { count, plural } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText } from '../../../ui/dom';
import type { ClashLayout } from './layout';
import type { ClashPicture } from './picture';

type Name = 'pages' | 'blocks' | 'flash';

const TITLES: Readonly<Record<Name, string>> = { pages: 'Page area', blocks: 'Block area', flash: 'Flash' };
const EXPERT: Readonly<Record<Name, string>> = { pages: 'p-space', blocks: 'b-space', flash: '' };

export function partNames(): Display<[layout: ClashLayout, picture: ClashPicture]> {
  const made = (name: Name) => {
    const figure = h('b', { class: 'clash-figure' });
    const note = h('p', {});
    const title = h('h2', { title: EXPERT[name] }, TITLES[name]);
    return { root: h('div', { class: 'clash-name' }, title, figure, note), figure, note };
  };
  const parts = { pages: made('pages'), blocks: made('blocks'), flash: made('flash') };
  const element = h('div', { class: 'clash-names' }, ...Object.values(parts).map(({ root }) => root));
  return {
    element,
    show(layout, { cache }) {
      setAttribute(element, 'data-upright', layout.upright);
      for (const [name, { root, figure, note }] of Object.entries(parts) as [Name, (typeof parts)['pages']][]) {
        setAttribute(root, 'style', placed(layout.names[name]));
        setText(figure, figureOf(name, cache));
        setText(note, noteOf(name, cache));
      }
    },
  };
}

const placed = ({ x, y, width }: Rect): string =>
  `left: ${x.toFixed(1)}px; top: ${y.toFixed(1)}px; width: ${width.toFixed(1)}px`;

function figureOf(name: Name, { pages_used, page_slots }: CacheView): string {
  return name === 'pages' ? `${count(pages_used)} of ${count(page_slots)} slots` : '';
}

function noteOf(name: Name, { blocks, sets_total, flash }: CacheView): string {
  if (name === 'pages') return `pages of ${plural(sets_total, 'block')}, a column each`;
  if (name === 'blocks') return `${plural(blocks.length, 'slot')}, each page in its place`;
  // In front of another layer no block has a place of its own.
  return flash.length > 0 ? 'struck out: a newer copy is in RAM' : 'where, the layer below decides: V shows it';
}
