/** A value on a scale: dragged to predict it, and then what was predicted beside what the simulator came out at. */

import type { Predicted } from '../../app/lesson/state';
import type { Scale, Told } from '../../lessons/lesson';
import { READINGS } from '../../lessons/readings';
import { h, setText } from '../../ui/dom';
import './scale.css';

/** The scale with its number in large, to be dragged. */
export function scaleForm({ reading }: Told, scale: Scale, guess: (value: number) => void): HTMLElement {
  const { from, to, step } = scale;
  const shown = (value: number): string => READINGS[reading].shown(value);
  const number = h('output', { class: 'scale-number' });
  const input = h('input', {
    type: 'range',
    min: from,
    max: to,
    step,
    'aria-labelledby': 'lesson-question',
    oninput: () => tell(),
  });
  input.value = String(from + Math.round((to - from) / step / 2) * step);
  function tell(): void {
    setText(number, shown(input.valueAsNumber));
    input.setAttribute('aria-valuetext', shown(input.valueAsNumber));
  }
  tell();
  const submit = (event: Event): void => {
    event.preventDefault();
    guess(input.valueAsNumber);
  };
  return h(
    'form',
    { class: 'scale-form', onsubmit: submit },
    number,
    input,
    ends(shown(from), shown(to)),
    h('button', { class: 'button', type: 'submit' }, 'Predict'),
  );
}

/** The same scale with both marks; what lies beyond its end stands there, with an arrow. */
export function scaleAnswered({ reading }: Told, { from, to }: Scale, { guess, actual }: Predicted): HTMLElement {
  const shown = (value: number): string => READINGS[reading].shown(value);
  const mark = (kind: string, who: string, value: number): HTMLElement => {
    const share = Math.min(Math.max((value - from) / (to - from), 0), 1);
    const beyond = value > to ? ' →' : value < from ? ' ←' : '';
    const element = h('span', { class: `scale-mark ${kind}` }, h('span', {}, `${who} ${shown(value)}${beyond}`));
    element.style.setProperty('--at', String(share));
    return element;
  };
  const words = [
    ...(guess === null ? [] : [`you ${shown(guess)}`]),
    ...(actual === null ? [] : [`the simulator ${shown(actual)}`]),
  ];
  return h(
    'div',
    {
      class: 'scale',
      role: 'img',
      'aria-label': `On a scale from ${shown(from)} to ${shown(to)}: ${words.join(', ')}`,
    },
    ...(guess === null ? [] : [mark('is-guess', 'you', guess)]),
    h('div', { class: 'scale-line' }),
    ...(actual === null ? [] : [mark('is-actual', 'simulator', actual)]),
    ends(shown(from), shown(to)),
  );
}

const ends = (from: string, to: string): HTMLElement =>
  h('p', { class: 'scale-ends', 'aria-hidden': 'true' }, h('span', {}, from), h('span', {}, to));
