/** Below the stage: the step as a story of three frames, the fork that led here, and what it cost and avoided. */

import type { AppState } from '../../../app/state';
import type { ViewContext } from '../../../app/view';
import type { Decision, Price, StepUnit } from '../../../engine/protocol';
import { plural, time } from '../../../render/format';
import { h, setAttribute, setText } from '../../../ui/dom';
import type { Ink } from '../../stage-kit/page-appearance';
import { titled } from '../../stage-kit/part';
import { atGate, type ClashPicture, type Durations, decisionNow, goesDown, isFull, type Way, wayOf } from './picture';
import { type Story, storyOf } from './story';
import { paintThumbnail } from './thumbnail';

export interface Footer {
  readonly element: HTMLElement;
  show(picture: ClashPicture, state: AppState, ink: Ink | null): void;
  /** Theme or size have changed. */
  restyle(ink: Ink | null): void;
}

export function footer(context: ViewContext): Footer {
  const frames = storyPanel(context);
  const fork = forkPanel();
  const prices = pricePanel();
  return {
    element: h('div', { class: 'clash-foot' }, frames.element, fork.element, prices.element),
    show(picture, state, ink) {
      frames.show(picture, state, ink);
      fork.show(picture);
      prices.show(picture);
    },
    restyle: frames.restyle,
  };
}

const THUMBNAIL_HEIGHT = 74;

function storyPanel({ run }: ViewContext): Footer {
  const { element, note, body } = titled('clash-story', 'In three frames');
  const buttons = [0, 1, 2].map((nth) => {
    const canvas = h('canvas', { 'aria-hidden': 'true' });
    const note = h('span', { class: 'visually-hidden' });
    const words = h('span');
    const caption = h('span', { class: 'clash-caption' }, h('i', { 'aria-hidden': 'true' }, nth + 1), note, ' ', words);
    const button = h('button', { type: 'button', class: 'clash-frame' }, caption, canvas);
    return { button, canvas, note, words };
  });
  const strip = h('div', { class: 'clash-frames' }, ...buttons.map(({ button }) => button));
  const hint = h('p', {});
  const go = (unit: StepUnit, words: string): HTMLElement =>
    h('button', { type: 'button', class: 'button', onclick: () => run('transport.next', { unit }) }, words);
  const rest = h(
    'div',
    { class: 'clash-rest' },
    hint,
    h('p', {}, go('swap', 'To the next swap'), ' ', go('flush', 'To the next flush')),
  );
  body.append(strip, rest);
  let shown: Story | null = null;
  let painted = '';

  function paint(ink: Ink | null): void {
    if (!shown || !ink) return;
    for (const [nth, { canvas }] of buttons.entries()) {
      const width = canvas.clientWidth;
      if (width > 0)
        paintThumbnail(canvas, shown, nth, ink, { width, height: canvas.clientHeight || THUMBNAIL_HEIGHT });
    }
  }

  return {
    element,
    restyle: paint,
    show(picture, { playing }, ink) {
      shown = storyOf(picture);
      const key = JSON.stringify(shown);
      strip.hidden = shown === null;
      rest.hidden = shown !== null;
      setText(note, shown ? 'click one to go there' : '');
      if (!shown) {
        setText(hint, hintOf(picture, playing));
        painted = '';
        return;
      }
      for (const [nth, { button, note: told, words }] of buttons.entries()) {
        const frame = shown.frames[nth];
        if (!frame) continue;
        setText(words, frame.title);
        setAttribute(button, 'aria-current', nth === shown.present ? 'step' : null);
        setText(told, `${frame.note}:`);
        button.onclick = () => run('transport.seek', { op: frame.op });
      }
      if (key !== painted) paint(ink);
      painted = key;
    },
  };
}

function hintOf(picture: ClashPicture, playing: boolean): string {
  const gate = atGate(picture);
  if (gate?.asks === 'write' && !gate.served && isFull(picture.cache))
    return 'Every page slot is taken, so something has to make room. One step on shows what.';
  const { page_slots, pages_used } = picture.cache;
  const free = page_slots - pages_used;
  if (free === 0)
    return 'Every page slot is taken: the next page that is not in RAM yet has to wait until a slot is freed.';
  return playing ? '' : `${plural(free, 'page slot')} still free: nothing has to make room yet.`;
}

interface Shown {
  element: HTMLElement;
  show(picture: ClashPicture): void;
}

/** Draws when there is another choice, or the same has become the last one. */
function perDecision(draw: (picture: ClashPicture, decision: Decision | null, past: boolean) => void): Shown['show'] {
  let key = '';
  return (picture) => {
    const { decision } = picture;
    const past = decision !== null && decisionNow(picture) === null;
    const next = JSON.stringify([decision?.op, past]);
    if (next === key) return;
    key = next;
    draw(picture, decision, past);
  };
}

const BRANCHES: readonly { way: Way; when: string; so: string }[] = [
  { way: 'down', when: 'block slot free', so: 'it goes down' },
  { way: 'swap', when: 'block < set', so: 'swap' },
  { way: 'flush', when: 'block \u2265 set', so: 'flush a block' },
];

/** Which way out, with the two numbers that it hangs on. */
function forkPanel(): Shown {
  const { element, note, body } = titled('clash-fork', 'Swap or flush?');
  const sizes = h('div', { class: 'clash-sizes' });
  const list = h('ol', { class: 'clash-branches' });
  body.append(sizes, list);
  return {
    element,
    show: perDecision((picture, decision, past) => {
      const way = decision && decision.moved.length > 0 ? wayOf(decision) : null;
      setText(note, past ? 'the last choice' : 'does swapping free a slot?');
      element.classList.toggle('is-past', past);
      sizes.replaceChildren(...(decision && way ? sizeBars(picture, decision, way) : []));
      list.replaceChildren(
        ...BRANCHES.map(({ way: branch, when, so }) =>
          h(
            'li',
            { class: branch === way ? 'is-taken' : null, 'aria-current': branch === way ? 'true' : null },
            h('span', { class: 'clash-mark', 'aria-hidden': 'true' }, branch === way ? '\u25c6' : '\u25c7'),
            h('span', {}, `${when}: `, h('b', {}, branch === way && decision ? outcome(branch, decision) : so)),
          ),
        ),
      );
    }),
  };
}

/** What came of it, with its numbers. */
function outcome(way: Way, { moved }: Decision): string {
  const [first] = moved;
  const pages = moved.find(goesDown)?.offsets.length ?? 0;
  const up = moved.find(({ to }) => to.place === 'pages')?.offsets.length ?? 0;
  const free = (n: number): string => `${n} free`;
  if (way === 'down') return `it goes down, ${free(pages)}`;
  if (way === 'swap') return `swap, ${pages} \u2212 ${up} = ${free(pages - up)}`;
  return `flush B${first?.lbn ?? ''}`;
}

/** Set and block on one scale. */
function sizeBars(picture: ClashPicture, { moved }: Decision, way: Way): HTMLElement[] {
  const set = moved.find(goesDown);
  const block = moved.find(({ to }) => to.place !== 'block');
  const pages = picture.pages_per_block;
  const bar = (name: string, value: number): HTMLElement => {
    const length = h('i', { 'aria-hidden': 'true' });
    length.style.width = `${(100 * value) / pages}%`;
    return h('p', {}, h('span', {}, name), h('span', { class: 'clash-size' }, length), h('b', {}, value));
  };
  const shown = set ? [bar(`set B${set.lbn}`, set.offsets.length)] : [];
  if (way !== 'down' && block) shown.push(bar(`block B${block.lbn}`, block.offsets.length));
  return shown;
}

const KINDS = ['reads', 'erases', 'programs'] as const;
const KIND_WORDS: Readonly<Record<keyof Durations, string>> = { reads: 'read', erases: 'erase', programs: 'program' };

/** What was done and what else could have been, as bars on one scale. */
function pricePanel(): Shown {
  const { element, note, body } = titled('clash-prices', 'What it cost');
  return {
    element,
    show: perDecision((picture, decision, past) => {
      const prices = decision?.prices ?? [];
      element.classList.toggle('is-past', past);
      setText(note, past ? 'the last choice' : prices.length > 1 ? 'and what it avoided' : '');
      const most = Math.max(1, ...prices.map(({ ns }) => ns));
      body.replaceChildren(
        ...(prices.length === 0
          ? [h('p', { class: 'note' }, 'Nothing had to make room so far: writes into RAM cost no flash operation.')]
          : prices.map((price) => priceBar(price, most, picture.durations))),
      );
    }),
  };
}

/** "3 reads · no erase · 4 programs". */
export function priceWords(price: Price): string {
  if (KINDS.every((kind) => price[kind] === 0)) return 'no flash operation';
  const told = KINDS.map((kind) =>
    price[kind] === 0 ? `no ${KIND_WORDS[kind]}` : plural(price[kind], KIND_WORDS[kind]),
  );
  return told.join(' \u00b7 ');
}

function priceBar(price: Price, most: number, durations: Durations): HTMLElement {
  const { label, ns } = price;
  const name = `${label.slice(0, 1).toUpperCase()}${label.slice(1)}`;
  const done = KINDS.filter((kind) => price[kind] > 0);
  const bar = h('div', { class: 'clash-bar', 'aria-hidden': 'true' });
  bar.style.width = `${(100 * ns) / most}%`;
  for (const kind of done) {
    const part = h('span', { class: `is-${kind}` });
    part.style.flexGrow = String(price[kind] * durations[kind]);
    bar.append(part);
  }
  return h(
    'div',
    { class: 'clash-price' },
    h('p', {}, h('b', {}, name), h('b', { class: 'clash-ns' }, time(ns))),
    ns > 0 ? bar : null,
    h('p', { class: 'note' }, priceWords(price)),
  );
}
