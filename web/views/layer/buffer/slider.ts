/** The α in force on its scale, and one that is tried: a mark to drag, with detents where tuning chooses. */

import { clamp } from '../../../render/geometry';
import { h, setAttribute, setText, svg } from '../../../ui/dom';
import { alphaMeaning, alphaShort, alphaText } from './alpha';
import './slider.css';

const [LOW, HIGH] = [-1, 1];
/** A mark dragged nearer than this to a detent stands on it. */
const DETENT = 0.035;
const FINE = 0.05;

export interface AlphaSlider {
  readonly element: HTMLElement;
  /** `running` is in force, `shown` where the mark stands; `told` says what would follow. */
  show(grid: readonly number[], running: number, shown: number, told: string): void;
}

export function alphaSlider(tried: (alpha: number | null) => void): AlphaSlider {
  const ghost = h('span', { class: 'alpha-ghost', title: 'the α in force' });
  const mark = h(
    'span',
    { class: 'alpha-mark' },
    svg('svg', { width: 18, height: 22, 'aria-hidden': 'true' }, svg('path', { d: 'M1 1h16v12l-8 8-8-8z' })),
  );
  const track = h('span', { class: 'alpha-track' });
  const detents = h('span', { class: 'alpha-detents', 'aria-hidden': 'true' });
  const value = h('b', { class: 'alpha-value', 'aria-hidden': 'true' });
  const scale = h(
    'div',
    {
      class: 'alpha-scale',
      role: 'slider',
      tabindex: '0',
      'aria-label': 'Try another α',
      'aria-valuemin': LOW,
      'aria-valuemax': HIGH,
    },
    track,
    detents,
    ghost,
    mark,
    value,
  );
  const ends = h('p', { class: 'alpha-ends' }, h('span', {}, 'oldest leaves'), h('span', {}, 'largest leaves'));
  const element = h('div', { class: 'alpha-slider' }, scale, ends);
  let stops: readonly number[] = [];
  let now = 0;
  let drawn = '';

  const alphaAt = (client_x: number): number => {
    const { left, width } = scale.getBoundingClientRect();
    return onDetent(LOW + ((HIGH - LOW) * (client_x - left)) / Math.max(1, width), stops);
  };

  scale.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    scale.setPointerCapture(event.pointerId);
    tried(alphaAt(event.clientX));
  });
  scale.addEventListener('pointermove', (event) => {
    if (scale.hasPointerCapture(event.pointerId)) tried(alphaAt(event.clientX));
  });
  scale.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = event.key === 'Escape' ? null : alphaAfter(event.key, event.shiftKey, now, stops);
    if (next === undefined) return;
    event.preventDefault();
    // Elsewhere on the page these keys step through time.
    event.stopPropagation();
    tried(next);
  });

  return {
    element,
    show(grid, running, shown, told) {
      stops = grid;
      now = shown;
      const key = grid.join(' ');
      if (key !== drawn) {
        drawn = key;
        detents.replaceChildren(
          ...grid.map((alpha) =>
            h('span', { style: `left: ${placeOf(alpha)}` }, h('i'), h('small', {}, alphaShort(alpha))),
          ),
        );
      }
      for (const [i, alpha] of grid.entries())
        setAttribute(detents.children[i] as Element, 'class', Math.abs(alpha - shown) < 0.12 ? 'is-covered' : null);
      setAttribute(mark, 'style', `left: ${placeOf(shown)}`);
      setAttribute(value, 'style', `left: ${placeOf(shown)}`);
      setAttribute(ghost, 'style', `left: ${placeOf(running)}`);
      ghost.hidden = shown === running;
      setText(value, alphaShort(shown));
      setAttribute(scale, 'aria-valuenow', shown);
      setAttribute(scale, 'aria-valuetext', `α = ${alphaText(shown)}, ${alphaMeaning(shown)}; ${told}`);
    },
  };
}

const placeOf = (alpha: number): string => `${(((alpha - LOW) / (HIGH - LOW)) * 100).toFixed(2)}%`;

/** A value in hundredths; on a detent where one is near. */
export function onDetent(alpha: number, stops: readonly number[]): number {
  const inside = clamp(alpha, LOW, HIGH);
  const stop = stops.find((one) => Math.abs(one - inside) <= DETENT);
  return stop ?? Math.round(inside * 100) / 100;
}

/** Where a key leads: to the next detent, with Shift a little further; undefined for keys that lead nowhere. */
export function alphaAfter(key: string, fine: boolean, alpha: number, stops: readonly number[]): number | undefined {
  const up = key === 'ArrowRight' || key === 'ArrowUp';
  const down = key === 'ArrowLeft' || key === 'ArrowDown';
  if (key === 'Home') return LOW;
  if (key === 'End') return HIGH;
  if (!up && !down) return undefined;
  if (fine) return clamp(Math.round((alpha + (up ? FINE : -FINE)) * 100) / 100, LOW, HIGH);
  if (up) return stops.find((stop) => stop > alpha) ?? HIGH;
  return stops.findLast((stop) => stop < alpha) ?? LOW;
}
