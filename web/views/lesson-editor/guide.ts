/** How to write a step, and what may stand in one, on one screen. */

import { h } from '../../ui/dom';
import { button } from './fields';

const STEPS: readonly string[] = [
  'Bring the workbench to the moment that you want to show, and record it as a step. It keeps the device and its lanes, the moment, the stage, the colour, and the page that you have pinned.',
  'Write one thing, in a few sentences. Let numbers come from the simulator: a reading stays true when you change the device.',
  'Ask before you tell. Go on in the run to where the answer shows, and take that moment: whoever takes the lesson predicts, and watches it happen.',
  'Try it from any step, save it as one file, or copy a link that holds all of it. Nothing is uploaded.',
];

const SIGNS: readonly (readonly [string, string])[] = [
  ['{{erases}}', 'a number of the moment; {{b.erases}} is that of lane B'],
  ['[[victim]]', 'a term with its definition; [[victim|Victims]] shows another word'],
  ['**strong** *emphasis*', 'and `code`, and [a link](https://…)'],
  ['- item   1. item', 'lists; a blank line parts paragraphs'],
  ['> {{programs}} ÷ …', 'a formula on a line of its own'],
  ['{{2.53 = erases, step 5}}', 'a number that another step shows, and that is checked there'],
];

const MOMENTS: readonly (readonly [string, string])[] = [
  ['start, end', 'of the run'],
  ['request 6', 'before the seventh request; also operation 12'],
  ['request 6, then 2 gc', 'and then two GC runs on; any unit of the time line'],
];

const KEYS: readonly (readonly [string, string])[] = [
  ['I', 'record a step'],
  ['↑ ↓', 'from step to step; Enter selects'],
  ['Alt ↑ ↓', 'move the selected step; Del deletes it'],
];

const table = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  h(
    'dl',
    { class: 'guide-signs' },
    ...rows.flatMap(([sign, text]) => [h('dt', {}, h('code', {}, sign)), h('dd', {}, text)]),
  );

export interface Guide {
  readonly element: HTMLDialogElement;
  open(): void;
}

export function createGuide(): Guide {
  const close = button('Close', () => element.close());
  const element = h(
    'dialog',
    { class: 'lesson-guide', 'aria-labelledby': 'lesson-guide-title' },
    h('header', {}, h('h2', { id: 'lesson-guide-title' }, 'How to write a lesson'), close),
    h(
      'div',
      { class: 'guide-columns' },
      h(
        'section',
        {},
        h('h3', { class: 'part-title' }, 'A good step'),
        h('ol', { class: 'guide-steps' }, ...STEPS.map((text) => h('li', {}, text))),
      ),
      h('section', {}, h('h3', { class: 'part-title' }, 'In the words'), table(SIGNS)),
      h('section', {}, h('h3', { class: 'part-title' }, 'A moment'), table(MOMENTS)),
      h('section', {}, h('h3', { class: 'part-title' }, 'Keys'), table(KEYS)),
    ),
  );
  return { element, open: () => element.showModal() };
}
