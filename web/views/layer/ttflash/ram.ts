/** The capacitor-backed RAM: how full it is against the mark, and the stripes that leave next, page by page. */

import type { TtflashRamStripe } from '../../../engine/core-types';
import { count, plural, share } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { path, rect } from '../../stage-kit/svg-marks';
import type { TtflashPicture } from './model';
import { classOf, type PlaceState, partsOf, placesOf } from './ram-scene';

const PART_WORDS = { held: 'held back', leaving: 'leaving', dirty: 'dirty' } as const;

export function ram(): Display<[picture: TtflashPicture]> {
  const { element, note, body } = titled('ttflash-ram', 'Capacitor-backed RAM');
  const picture = svg('svg', { class: 'buffer-chart', role: 'img' });
  const gauge = h('div', { class: 'ttflash-gauge' }, picture);
  const key = h('p', { class: 'ttflash-ram-key' });
  const queue = h('div', { class: 'ttflash-ram-queue' });
  body.append(gauge, key, queue);
  let last: TtflashPicture | null = null;
  let listed = '';
  const box = boxOf(gauge, draw);

  function draw(): void {
    if (!last) return;
    const { view } = last;
    const { capacity, used, high, waiting, stripes, stripes_total } = view.ram;
    const fill = share(used / Math.max(1, capacity));
    setText(
      note,
      `${fill} of ${plural(capacity, 'page')}; stripes leave above ${share(high / Math.max(1, capacity), 2)}`,
    );
    setAttribute(picture, 'aria-label', `${fill} full; stripes leave above ${share(high / Math.max(1, capacity))}`);
    const words = [
      ...partsOf(view.ram).map(({ kind, pages }) => ({ kind, words: `${count(pages)} ${PART_WORDS[kind]}` })),
      ...(waiting > 0 ? [{ kind: 'waiting', words: `${count(waiting)} waiting for room` }] : []),
    ];
    const now = JSON.stringify([words, stripes, stripes_total]);
    if (now !== listed) {
      listed = now;
      key.replaceChildren(...words.map((one) => h('span', { class: `is-${one.kind}` }, h('i', {}), one.words)));
      queue.replaceChildren(...queueNodes(last));
    }
    if (box.width > 0) picture.replaceChildren(...gaugeNodes(last, box));
  }

  return {
    element,
    show(shown) {
      last = shown;
      draw();
    },
  };
}

function gaugeNodes(
  { view: { ram: held } }: TtflashPicture,
  { width, height, text_px }: { width: number; height: number; text_px: number },
): SVGElement[] {
  const scale = width / Math.max(1, held.capacity);
  const bar_px = Math.min(height - 6, text_px * 1.05);
  const y = (height - bar_px) / 2;
  const mark = held.high * scale;
  let from = 0;
  const parts = partsOf(held).map(({ kind, pages }) => {
    const x = from;
    from += pages * scale;
    return rect(`ttflash-part is-${kind}`, x, y, Math.min(width, from) - x, bar_px);
  });
  return [
    rect('ttflash-part is-ground', 0.5, y + 0.5, width - 1, bar_px - 1),
    ...parts,
    path('ttflash-mark', `M${mark.toFixed(1)} 0V${height}`),
  ];
}

function queueNodes({ view }: TtflashPicture): Node[] {
  const { stripes, stripes_total } = view.ram;
  if (stripes.length === 0) return [h('p', { class: 'note' }, 'No stripe is dirty: nothing has to leave.')];
  const more = stripes_total - stripes.length;
  return [
    h('span', { class: 'ttflash-ram-next' }, 'next:'),
    ...stripes.map((stripe) => card(stripe, view)),
    ...(more > 0 ? [h('span', { class: 'ttflash-ram-more' }, `+ ${count(more)}`)] : []),
  ];
}

const PLACE_WORDS: Readonly<Record<PlaceState, string>> = {
  none: 'not in RAM',
  dirty: 'dirty',
  leaving: 'leaving',
  held: 'held back',
  parity: 'parity, still to be computed',
};

function card(stripe: TtflashRamStripe, view: TtflashPicture['view']): HTMLElement {
  const kind = classOf(stripe);
  const places = placesOf(stripe, view);
  const said = places.map(
    (state, place) =>
      `${place === view.channels - 1 && view.parity ? 'parity' : `page ${place}`} ${PLACE_WORDS[state]}`,
  );
  const title = `Stripe ${count(stripe.stripe)}, group ${stripe.group}: ${kind}; ${said.join(', ')}`;
  return h(
    'div',
    { class: 'ttflash-ram-stripe', title },
    h(
      'span',
      { class: 'ttflash-code', 'aria-hidden': 'true' },
      ...places.map((state) => h('i', { class: `is-${state}` })),
    ),
    h('small', {}, h('b', {}, `s${count(stripe.stripe)} `), kind.startsWith('waits') ? 'waits' : kind),
  );
}
