/** "Without" beside "with": the same read in the same picture twice. Where no read has met a collection yet, the row that would answer. */

import type { Play } from '../../../app/loop';
import type { TtflashRead } from '../../../engine/core-types';
import { count } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { timeline } from '../../stage-kit/timeline';
import { isNow, type TtflashPicture } from './model';
import { ms } from './plane-words';
import { sideNodes } from './side';
import { type Side, type Story, storyAhead, storyOf } from './story';

const NAMES = ['without', 'with'] as const;
/** How long the answer takes to come together; as in the style sheet. */
const ANSWER_MS = 660;

export function pair(play: Play): Display<[picture: TtflashPicture, travels: boolean]> {
  const halves = NAMES.map((name) => {
    const { element, note, body } = titled(`ttflash-${name}`, '');
    const picture = svg('svg', { class: 'buffer-chart', role: 'img' });
    element.classList.add('ttflash-side');
    body.append(picture);
    const title = element.querySelector('.part-words')?.firstChild;
    return { name, element, note, body, picture, title, box: boxOf(body, () => draw(false)), drawn: '' };
  });
  const element = h('div', { class: 'ttflash-pair' }, ...halves.map((half) => half.element));
  let last: TtflashPicture | null = null;
  let moved = '';
  const motion = timeline(play);

  function draw(travels: boolean): void {
    const scene = last && sceneOf(last);
    for (const half of halves) half.element.hidden = !scene;
    if (!last || !scene) return;
    const { story, read } = scene;
    const key = `${read.op} ${read.request} ${read.lpn}`;
    if (key !== moved) motion.begin(travels && isNow(last) ? ANSWER_MS : 0);
    moved = key;
    // What gets another size on the way begins again.
    const moves = !motion.over();
    element.classList.toggle('is-ahead', last.view.read === null);
    for (const half of halves) {
      const side = story[half.name];
      if (half.title) half.title.textContent = `${side.title} `;
      setAttribute(half.element, 'aria-label', side.title);
      half.element.classList.toggle('is-real', side.real);
      // What an earlier read met says nothing of the planes as they are.
      setText(half.note, last.view.read && !isNow(last) ? `earlier: ${side.note}` : side.note);
      setAttribute(half.picture, 'aria-label', sideWords(side, read.lpn));
      // Most frames tell of the same read: what is drawn stays, and goes on moving.
      const { width, height, text_px } = half.box;
      const content_key = JSON.stringify([side, read, last.view.dead, width, height, text_px]);
      if (width === 0 || content_key === half.drawn) continue;
      half.drawn = content_key;
      half.picture.replaceChildren(...sideNodes(side, last.view, read, half.box));
      half.picture.classList.toggle('is-moving', moves && side.read === 'rebuilt');
    }
  }

  return {
    element,
    show(picture, travels) {
      last = picture;
      draw(travels);
    },
  };
}

const FATE = {
  waits: 'waits behind the collection',
  rebuilt: 'is reconstructed from the other pages of its stripe',
  lost: 'is lost',
  cannot: 'cannot be reconstructed',
} as const;

const sideWords = ({ title, read, ns }: Side, lpn: number): string =>
  `${title}: LPN ${count(lpn)} ${FATE[read]}${ns === null ? '' : `, ${ms(ns)}`}`;

/** The last read that met a collection; before there is one, a read of the page being served as if it did. */
function sceneOf({ view, stripe }: TtflashPicture): { story: Story; read: TtflashRead } | null {
  if (view.read) return { story: storyOf(view, view.read), read: view.read };
  const member = stripe?.members.find(({ lpn }) => lpn !== null);
  // Where collections take no time there is nothing to show.
  if (!stripe || !member || view.blocking === 'none') return null;
  const { channel, lpn } = member;
  const others = stripe.members.filter((one) => one !== member).map((one) => one.channel);
  const none = {
    op: -1,
    request: -1,
    at_ns: 0,
    remaining_ns: 0,
    busy_channels: 0,
    read_ns: 0,
    xor_ns: 0,
    rebuild_ns: 0,
  };
  const read: TtflashRead = {
    ...none,
    lpn: lpn ?? 0,
    group: stripe.group,
    channel,
    choice: 'rebuilt',
    why: 'sooner',
    others,
    wait_ns: 0,
    saved_ns: 0,
    stripe,
  };
  return { story: storyAhead(view), read };
}
