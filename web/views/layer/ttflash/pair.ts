/** "Without" beside "with": the same read in the same picture twice. Where no read has met a collection yet, the row that would answer. */

import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../buffer/box';
import { titled } from '../part';
import { isNow, type TtflashPicture } from './model';
import { ms } from './plane-words';
import { sideNodes } from './side';
import { type Side, storyOf } from './story';

export interface Pair {
  readonly element: HTMLElement;
  show(picture: TtflashPicture, travel_ms: number): void;
}

const NAMES = ['without', 'with'] as const;

export function pair(): Pair {
  const halves = NAMES.map((name) => {
    const { element, note, body } = titled(`ttflash-${name}`, '');
    const picture = svg('svg', { class: 'buffer-chart', role: 'img' });
    element.classList.add('ttflash-side');
    body.append(picture);
    const title = element.querySelector('.part-words')?.firstChild;
    return { name, element, note, body, picture, title, box: boxOf(body, () => draw(0)) };
  });
  const none = h('p', { class: 'ttflash-none' });
  const element = h('div', { class: 'ttflash-pair' }, ...halves.map((half) => half.element), none);
  let last: TtflashPicture | null = null;
  let moved = '';

  function draw(travel_ms: number): void {
    const read = last?.view.read;
    element.classList.toggle('is-waiting', !read);
    none.hidden = Boolean(read);
    for (const half of halves) half.element.hidden = !read;
    if (!last) return;
    if (!read) {
      setText(none, noneYet(last));
      return;
    }
    const story = storyOf(last.view, read);
    const key = `${read.op} ${read.request} ${read.lpn}`;
    const is_new = key !== moved && travel_ms > 0 && isNow(last);
    moved = key;
    for (const half of halves) {
      const side = story[half.name];
      if (half.title) half.title.textContent = `${side.title} `;
      setAttribute(half.element, 'aria-label', side.title);
      half.element.classList.toggle('is-real', side.real);
      setText(half.note, side.note);
      setAttribute(half.picture, 'aria-label', sideWords(side, read.lpn));
      if (half.box.width === 0) continue;
      half.picture.replaceChildren(...sideNodes(side, last.view, read, half.box));
      half.picture.classList.toggle('is-moving', is_new && side.read === 'rebuilt');
    }
  }

  return {
    element,
    show(picture, travel_ms) {
      last = picture;
      draw(travel_ms);
    },
  };
}

const FATE = {
  waits: 'waits behind the collection',
  rebuilt: 'is rebuilt from the other pages of its stripe',
  lost: 'is lost',
  cannot: 'cannot be rebuilt',
} as const;

const sideWords = ({ title, read, ns }: Side, lpn: number): string =>
  `${title}: page ${lpn} ${FATE[read]}${ns === null ? '' : `, ${ms(ns)}`}`;

/** What there is to wait for. */
function noneYet({ view }: TtflashPicture): string {
  const collecting = view.planes.filter(({ state }) => state === 'collects').length;
  const first = collecting === 0 ? 'No plane has had to collect here yet.' : 'No read has met a collecting plane yet.';
  if (!view.rebuilds)
    return `${first} When one does, it waits: this series rebuilds nothing. Step by “wait” goes to the first that waits.`;
  return `${first} When one does, the other pages of its stripe and their parity answer in its place. Step by “rebuilt read” goes to the first.`;
}
