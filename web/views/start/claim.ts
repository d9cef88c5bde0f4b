/** The claim and the ways on from it. Its words stand in `index.html`, so that they are read before any script is there. */

import { COMPARED_TRACE } from '../../app/examples';
import type { ViewContext } from '../../app/view';
import { brandMark } from '../../ui/icons';

/** Where each button leads, by its `data-way`. */
const WAYS: Readonly<Record<string, readonly [id: string, args?: unknown]>> = {
  lesson: ['lesson.open', { id: 'erase-before-write' }],
  workbench: ['experiment.example', { id: 'toy' }],
  compare: ['compare.designs', { trace: COMPARED_TRACE, play: true }],
  trace: ['trace.choose'],
};

export interface Claim {
  element: HTMLElement;
  /** Once lessons were taken, it leads to the one to go on with. */
  first_lesson: HTMLElement;
}

/** Takes the claim out of the first look of the page, and gives its buttons their work. */
export function takeClaim({ run }: ViewContext): Claim {
  const claim = document.querySelector<HTMLElement>('#first-look .claim');
  if (!claim) throw new Error('index.html: #first-look .claim: expected the claim of the start page');
  claim.querySelector('.brand-line')?.prepend(brandMark());
  for (const button of claim.querySelectorAll<HTMLElement>('[data-way]')) {
    const way = WAYS[button.dataset.way ?? ''];
    if (!way) throw new Error(`index.html: data-way = ${button.dataset.way}; expected ${Object.keys(WAYS).join(', ')}`);
    button.onclick = () => run(...way);
    // Chosen before the page's script was there.
    if (button.dataset.chosen === undefined) continue;
    delete button.dataset.chosen;
    queueMicrotask(() => run(...way));
  }
  const first_lesson = claim.querySelector<HTMLElement>('[data-way="lesson"]');
  if (!first_lesson) throw new Error('index.html: expected a button with data-way = lesson');
  return { element: claim, first_lesson };
}
