/** The rate limiter as a seesaw: the ring of writes is its beam, what the host may hold at the left, collection at the right; beside it the level of free chunks. */

import type { RateLimiter } from '../../../engine/core-types';
import { count } from '../../../render/format';
import { wordsWidth } from '../../../render/text-width';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { boxOf } from '../../stage-kit/box';
import { titled } from '../../stage-kit/part';
import { path, rect, text } from '../../stage-kit/svg-marks';
import { limiterLines, limiterText, seesawOf } from './limiter';

interface Size {
  width: number;
  height: number;
  text_px: number;
}

/** In sizes of text: width of the tank, thickness of the beam. */
const TANK = 2.2;
const BEAM = 1.7;
const QUEUE_MAX = 6;

export function limiterPanel(): Display<[limiter: RateLimiter]> {
  const { element, note, body } = titled('host-limiter', 'Who may write');
  const drawing = svg('svg', { class: 'buffer-chart', role: 'img' });
  const plot = h('div', { class: 'host-limiter-plot' }, drawing);
  body.append(plot);
  const box = boxOf(plot, draw);
  let last: RateLimiter | null = null;
  let drawn = '';

  function draw(): void {
    if (!last || box.width === 0) return;
    const key = JSON.stringify([last, box]);
    if (key === drawn) return;
    drawn = key;
    drawing.replaceChildren(hatch(), ...tank(last, box), ...beam(last, box));
  }

  return {
    element,
    show(limiter) {
      last = limiter;
      setText(note, limiterText(limiter));
      setAttribute(drawing, 'aria-label', limiterLines(limiter).join('. '));
      draw();
    },
  };
}

/** Free chunks as a level, with the marks where sharing begins and where the host has to wait. */
function tank(limiter: RateLimiter, { height, text_px: t }: Size): SVGElement[] {
  const { level, high, reserved } = seesawOf(limiter);
  const [top, foot, width] = [t * 0.6, height - t * 1.7, TANK * t];
  const y = (share: number): number => foot - share * (foot - top);
  const beside = width + t * 0.55;
  const level_y = y(level);
  const places = spread(
    [
      { y: level_y, words: `${count(limiter.free_chunks)} free`, kind: 'is-bold' },
      { y: y(high), words: `< ${count(limiter.high)} shared`, kind: '' },
      { y: y(reserved), words: `≤ ${count(limiter.reserved)} waits`, kind: '' },
    ],
    t * 1.2,
    top,
    foot + t * 0.3,
  );
  return [
    rect('host-tank', 0.5, top, width, foot - top),
    rect('host-tank-level', 0.5, level_y, width, foot - level_y),
    path('host-tank-surface', `M0 ${level_y}H${width + 3}`),
    ...[high, reserved].map((share) => path('host-tank-mark', `M0 ${y(share)}H${width + 4}`)),
    ...places.map(({ at, words, kind }) => text(beside, at + t * 0.35, words, 'start', kind)),
    text(0, height - t * 0.2, 'chunks', 'start', 'is-tick'),
  ];
}

interface Tag {
  y: number;
  words: string;
  kind: string;
}

/** Words at their heights, pushed apart where they would touch. */
export function spread(tags: readonly Tag[], apart: number, top: number, foot: number): (Tag & { at: number })[] {
  const placed = tags.toSorted((a, b) => a.y - b.y).map((tag) => ({ ...tag, at: tag.y }));
  for (const [i, tag] of placed.entries()) tag.at = Math.max(tag.at, i === 0 ? top : (placed[i - 1]?.at ?? 0) + apart);
  for (let i = placed.length - 1; i >= 0; i--) {
    const tag = placed[i];
    if (tag) tag.at = Math.min(tag.at, i === placed.length - 1 ? foot : (placed[i + 1]?.at ?? foot) - apart);
  }
  return placed;
}

function beam(limiter: RateLimiter, { width, height, text_px: t }: Size): SVGElement[] {
  const seesaw = seesawOf(limiter);
  const left = TANK * t + wordsWidth(`< ${count(limiter.high)} shared`, t) + 1.4 * t;
  const right = width - t * 0.4;
  const length = right - left;
  const thick = BEAM * t;
  const [middle, pivot_y] = [(left + right) / 2, height * 0.52];
  const split = left + seesaw.user.quota * length;
  const top = pivot_y - thick;
  const drop = Math.sin((Math.abs(seesaw.tilt) * Math.PI) / 180) * (length / 2);
  return [
    path('host-pivot', `M${middle} ${pivot_y}l${t * 0.9} ${t * 1.5}h${-1.8 * t}z`),
    svg(
      'g',
      { class: 'host-beam', transform: `rotate(${seesaw.tilt.toFixed(2)} ${middle.toFixed(1)} ${pivot_y.toFixed(1)})` },
      rect('host-beam-user', left, top, split - left, thick),
      rect('host-beam-gc', split, top, right - split, thick),
      rect('host-held-user', left, top, seesaw.user.held * length, thick),
      rect('host-held-gc', right - seesaw.gc.held * length, top, seesaw.gc.held * length, thick),
      rect('host-beam-frame', left, top, length, thick),
      seesaw.user.quota > 0 && seesaw.user.quota < 1
        ? path('host-beam-split', `M${split} ${top - 3}v${thick + 6}`)
        : null,
    ),
    ...queue(limiter.waiting, left, Math.max(t * 1.1, top - drop - t * 1.7), t),
    ...sides(limiter, left, right, height, t),
  ];
}

/** What each side holds, of what it may hold; the latter alone where there is little room. */
function sides(
  { user, user_max, gc, gc_max }: RateLimiter,
  left: number,
  right: number,
  height: number,
  t: number,
): SVGElement[] {
  const whole = [`${count(user)} of ${count(user_max)}`, `${count(gc)} of ${count(gc_max)}`] as const;
  const fits = wordsWidth(whole.join('  '), t) <= right - left;
  const [host, collection] = fits ? whole : ([`≤ ${count(user_max)}`, `≤ ${count(gc_max)}`] as const);
  return [
    text(left, height - t * 1.5, 'host', 'start', 'is-bold'),
    text(left, height - t * 0.25, host),
    text(right, height - t * 1.5, 'collection', 'end', 'is-bold'),
    text(right, height - t * 0.25, collection, 'end'),
  ];
}

/** Pages that wait for room, one small square each as far as they can be counted. */
function queue(waiting: number, x: number, y: number, t: number): SVGElement[] {
  if (waiting === 0) return [];
  const size = t * 0.62;
  const shown = Math.min(waiting, QUEUE_MAX);
  return [
    ...Array.from({ length: shown }, (_, i) => rect('host-waits', x + i * (size + 2), y - size / 2, size, size)),
    text(x + shown * (size + 2) + t * 0.4, y + t * 0.36, `${count(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`),
  ];
}

const hatch = (): SVGElement =>
  svg(
    'defs',
    {},
    svg(
      'pattern',
      { id: 'host-hatch', width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      svg('rect', { class: 'host-hatch-ground', width: 6, height: 6 }),
      svg('rect', { class: 'host-hatch-stripe', width: 2.2, height: 6 }),
    ),
  );
