/** The look-up in words: numbered steps, the present one marked, those to come greyed; its price, counted up to scale. */

import { time } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText } from '../../../ui/dom';
import { emphasised } from '../../../ui/emphasis';
import { titled } from '../../stage-kit/part';
import { formula, type LookUp, type Step } from './look-up';
import '../../stage-kit/step-number.css';
import './steps.css';

/** Said while no look-up is under way: what every one of them asks. */
const ALWAYS: readonly string[] = [
  'Which entry? Page ÷ entries of a translation page',
  'In the cache? Then the page is known: done',
  'If the cache is full, an entry is evicted; a dirty one is written back',
  'The directory says where the translation page is',
  'Read it; its entry goes into the cache',
  'Read or write the data page',
];
/** As many steps as the longest look-up has: their room is kept. */
const STEPS_MAX = 8;

export function stepsPanel(): Display<[look_up: LookUp | null]> {
  const { element, note, body } = titled('map-walk', 'A look-up in steps');
  const list = h('ol', { class: 'map-steps' });
  const price = pricePanel();
  body.append(list, price.element);
  list.style.setProperty('--steps', String(STEPS_MAX));
  let shown = '';
  return {
    element,
    show(look_up) {
      const key = JSON.stringify(look_up);
      if (key === shown) return;
      shown = key;
      setText(note, look_up ? look_up.verdict : 'none in this request so far');
      list.replaceChildren(...(look_up ? look_up.steps.map(stepLine) : ALWAYS.map(waitingLine)));
      price.show(look_up);
    },
  };
}

const STATE_WORDS: Readonly<Record<Step['state'], string>> = { done: 'done: ', now: 'now: ', ahead: 'to come: ' };

function stepLine({ text, cost_ns, state }: Step, i: number): HTMLElement {
  const price = cost_ns === 0 ? '' : time(cost_ns);
  return h(
    'li',
    { class: `is-${state}`, 'aria-current': state === 'now' ? 'step' : null },
    h('span', { class: 'step-number', 'aria-hidden': 'true' }, i + 1),
    h('span', { class: 'visually-hidden' }, STATE_WORDS[state]),
    h('span', { class: 'map-step-words' }, ...emphasised(text)),
    h('span', { class: 'map-step-price' }, price),
  );
}

const waitingLine = (text: string, i: number): HTMLElement =>
  h(
    'li',
    { class: 'is-ahead' },
    h('span', { class: 'step-number', 'aria-hidden': 'true' }, i + 1),
    h('span', {}, text),
  );

/** Two bars on one scale: this look-up, and the same access had the cache answered otherwise. */
function pricePanel(): Display<[look_up: LookUp | null]> {
  const so_far = h('p', { class: 'map-sum' });
  const bar = h('div', { class: 'map-bar', role: 'img' });
  const other = h('div', { class: 'map-bar map-bar-other', 'aria-hidden': 'true' });
  const other_words = h('p', { class: 'note' });
  const element = h('div', { class: 'map-price' }, so_far, bar, other, other_words);
  return {
    element,
    show(look_up) {
      setAttribute(element, 'data-empty', look_up === null);
      if (!look_up) {
        for (const line of [so_far, other_words]) setText(line, '\u00a0');
        for (const empty of [bar, other]) empty.replaceChildren();
        return;
      }
      const { steps, spent_ns, total_ns, victim } = look_up;
      const at_least = victim !== null && victim.dirty === null ? 'at least ' : '';
      const total = `${at_least}${time(total_ns)}`;
      so_far.replaceChildren(...emphasised(`so far **${time(spent_ns)}** of ${total} = ${formula(steps)}`));
      setAttribute(bar, 'aria-label', `${time(spent_ns)} of ${total} so far`);
      const scale_ns = Math.max(total_ns, look_up.hit ? look_up.miss_ns : 0);
      bar.replaceChildren(...steps.filter(({ flash }) => flash).map((step) => piece(step, scale_ns)));
      other.replaceChildren(...otherwise(look_up).map((step) => piece(step, scale_ns)));
      setText(other_words, otherwiseInWords(look_up));
    },
  };
}

type Piece = Pick<Step, 'flash' | 'cost_ns' | 'state'>;

/** What a hit would have cost on a miss, and the other way round. */
function otherwise({ hit, hit_ns, miss_ns, steps }: LookUp): Piece[] {
  const data = steps.find(({ stop }) => stop === 'data');
  const load: Piece[] = hit ? [{ flash: 'read', cost_ns: miss_ns - hit_ns, state: 'done' }] : [];
  return data?.flash ? [...load, { ...data, state: 'done' }] : load;
}

const otherwiseInWords = ({ hit, hit_ns, miss_ns, dirty_miss_ns }: LookUp): string =>
  hit
    ? `a miss would have cost ${time(miss_ns)}, with a dirty entry to write back ${time(dirty_miss_ns)}`
    : `a hit would have cost ${time(hit_ns)}`;

function piece({ flash, cost_ns, state }: Piece, total_ns: number): HTMLElement {
  const element = h('span', { class: `map-piece is-${state} is-${flash}` }, flash === 'read' ? 'R' : 'W');
  element.style.flexBasis = `${(100 * cost_ns) / Math.max(1, total_ns)}%`;
  return element;
}
