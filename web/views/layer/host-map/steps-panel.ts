/** The nine steps in words, the present one marked, each a link to its moment. */

import type { Display } from '../../../ui/display';
import { h, setAttribute, setText } from '../../../ui/dom';
import { emphasised } from '../../../ui/emphasis';
import { titled } from '../../stage-kit/part';
import type { HostMapPicture } from './model';
import { ALWAYS, outcome, type StepState, stepsOf, type WalkStep } from './steps';
import '../../stage-kit/step-number.css';

const STATE_WORDS: Readonly<Record<StepState, string>> = {
  done: 'done: ',
  now: 'now: ',
  ahead: 'to come: ',
  skipped: 'not needed: ',
};

export function stepsPanel(goTo: (step: number) => void): Display<[picture: HostMapPicture]> {
  const { element, note, body } = titled('host-steps', 'A miss in nine steps');
  const lines = ALWAYS.map((_, i) => stepLine(i + 1, goTo));
  const list = h('ol', { class: 'host-step-list' }, ...lines.map((line) => line.element));
  const end = h('p', { class: 'note host-outcome' });
  body.append(list, end);
  let shown = '';
  return {
    element,
    show(picture) {
      const { walk, map, under_way } = picture;
      const steps = walk && map ? stepsOf(walk, map, under_way) : null;
      const last = walk && map ? outcome(walk, map) : '';
      const key = JSON.stringify([steps, last]);
      if (key === shown) return;
      shown = key;
      setText(note, walk?.hit ? 'a hit ends after two' : '');
      for (const [i, line] of lines.entries()) {
        line.show(steps?.[i] ?? { number: i + 1, text: ALWAYS[i] ?? '', state: 'ahead' }, steps !== null);
      }
      end.replaceChildren(...emphasised(last || '\u00a0'));
    },
  };
}

function stepLine(number: number, goTo: (step: number) => void): Display<[step: WalkStep, leads: boolean]> {
  const state_words = h('span', { class: 'visually-hidden' });
  const words = h('span', { class: 'host-step-words' });
  const button = h(
    'button',
    { class: 'plain', type: 'button', onclick: () => goTo(number) },
    h('span', { class: 'step-number', 'aria-hidden': 'true' }, number),
    state_words,
    words,
  );
  const element = h('li', {}, button);
  return {
    element,
    show({ text, state }, leads) {
      setAttribute(element, 'class', `is-${state}`);
      setAttribute(element, 'aria-current', state === 'now' ? 'step' : null);
      button.disabled = !leads || state === 'skipped' || state === 'now';
      setText(state_words, STATE_WORDS[state]);
      words.replaceChildren(...emphasised(text));
    },
  };
}
