/** What a step asks, and after the answer how far off the prediction was. */

import type { Predicted } from '../../app/lesson/state';
import type { ViewContext } from '../../app/view';
import type { Expected, Prediction, Told } from '../../lessons/lesson';
import { inWords, READINGS, type Reading } from '../../lessons/readings';
import { ratio, significant } from '../../render/format';
import { h } from '../../ui/dom';
import { proseLine } from './prose';
import { scaleAnswered, scaleForm } from './scale';

interface Question {
  /** The question's line, whose readings the reader keeps. */
  asked: HTMLElement;
  prediction: Prediction;
  predicted: Predicted | null;
}

export function question({ run }: ViewContext, { asked, prediction, predicted }: Question): HTMLElement {
  const { answer } = prediction;
  const guess = (value: number): void => run('lesson.predict', { guess: value });
  asked.id = 'lesson-question';
  return h(
    'section',
    { class: 'question', 'aria-labelledby': 'lesson-question', 'data-answered': predicted !== null },
    asked,
    answer.kind === 'choice' ? choices(answer, predicted, guess) : valueInput(answer, predicted, guess),
    h('p', { class: 'verdict', role: 'status' }, predicted && verdict(answer, predicted)),
  );
}

/** Its key answers; lanes have letters. */
const nameOf = (at: number): string => String(at + 1);

/** Options by number; after the answer the right one has a check, and a wrong one that was taken a cross, beside the name by which it is spoken of. */
function choices(
  { options }: Extract<Expected, { kind: 'choice' }>,
  predicted: Predicted | null,
  guess: (value: number) => void,
): HTMLElement {
  const mark = (at: number): string => {
    if (predicted?.actual === at) return `${nameOf(at)} ✓`;
    return predicted?.actual != null && predicted.guess === at ? `${nameOf(at)} ✕` : nameOf(at);
  };
  return h(
    'ul',
    { class: 'options' },
    options.map((option, at) =>
      h(
        'li',
        {},
        h(
          'button',
          {
            type: 'button',
            disabled: predicted !== null,
            'data-right': predicted?.actual === at,
            'data-taken': predicted?.guess === at,
            onclick: () => guess(at),
          },
          h('span', { class: 'option-mark', 'aria-hidden': true }, mark(at)),
          ...proseLine(option).childNodes,
        ),
      ),
    ),
  );
}

function valueInput(told: Told, predicted: Predicted | null, guess: (value: number) => void): HTMLElement | null {
  const { input } = told;
  if (typeof input === 'object')
    return predicted ? scaleAnswered(told, input, predicted) : scaleForm(told, input, guess);
  if (predicted) return null;
  return input === 'block' ? pickForm() : valueForm(guess);
}

/** Blocks are chosen on the stage, or in the table of candidates. */
const pickForm = (): HTMLElement =>
  h(
    'p',
    { class: 'pick' },
    'Click a block in the picture. ',
    h('button', { class: 'link', type: 'button', onclick: goToBlocks }, 'Choose with the keyboard'),
  );

/** To the first block that can be chosen; arrow keys lead on from there. */
const goToBlocks = (): void => document.querySelector<HTMLElement>('[data-answers] button')?.focus();

function valueForm(guess: (value: number) => void): HTMLElement {
  const input = h('input', {
    class: 'field',
    type: 'number',
    step: 'any',
    inputmode: 'decimal',
    'aria-labelledby': 'lesson-question',
  });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (input.value !== '') guess(input.valueAsNumber);
  };
  return h(
    'form',
    { class: 'guess', onsubmit: submit },
    input,
    h('button', { class: 'button', type: 'submit' }, 'Predict'),
  );
}

/** In words: right, or how far off. */
export function verdict(answer: Expected, { guess, actual }: Predicted): string {
  if (actual === null) return 'Watch what happens.';
  if (guess === null)
    return answer.kind === 'choice' ? `It is ${nameOf(actual)}.` : sentence(inWords(answer.reading, actual));
  if (answer.kind === 'choice') return guess === actual ? 'Right.' : `Not so: it is ${nameOf(actual)}.`;
  const { title, shown, names }: Reading = READINGS[answer.reading];
  if (guess === actual) return `Right: ${inWords(answer.reading, actual)}.`;
  if (names) return `You said ${title} ${shown(guess)}, ${inWords(answer.reading, actual)}.`;
  const said = `You said ${ratioOrCount(guess)}, it is ${shown(actual)}`;
  if (Math.abs(guess - actual) <= answer.within * Math.abs(actual)) return `${said}: close enough.`;
  return `${said}: ${off(guess, actual)}.`;
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;

const ratioOrCount = (value: number): string =>
  (Number.isInteger(value) ? String(value) : ratio(value)).replace('-', '−');

/** Small counts by difference, the rest in per cent, or by factor if it is far off. */
function off(guess: number, actual: number): string {
  const difference = Math.abs(guess - actual);
  const way = guess > actual ? 'too many' : 'too few';
  if (Number.isInteger(guess) && Number.isInteger(actual) && difference <= 10) return `${difference} ${way}`;
  if (guess <= 0 || actual <= 0) return guess > actual ? 'too high' : 'too low';
  const side = guess > actual ? 'too high' : 'too low';
  const factor = guess > actual ? guess / actual : actual / guess;
  return factor < 2
    ? `${significant((difference / actual) * 100, 2)} % ${side}`
    : `${significant(factor, 2)} times ${side}`;
}
