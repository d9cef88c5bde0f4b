/** A word of the field with its definition: shown while it is pointed at or has the focus, heard as its description. */

import { h, setAttribute } from '../../ui/dom';

const GAP = 6;
let named = 0;

export function explained(word: string, meaning: string): HTMLElement {
  const id = `term-${++named}`;
  const card = h('span', { class: 'term-card', id, popover: 'manual', role: 'tooltip' }, meaning);
  const term = h('span', { class: 'term', tabindex: 0, 'aria-describedby': id }, word, card);
  const show = (): void => {
    if (card.matches(':popover-open')) return;
    card.showPopover();
    const at = term.getBoundingClientRect();
    const size = card.getBoundingClientRect();
    const left = Math.max(GAP, Math.min(at.left, window.innerWidth - size.width - GAP));
    const below = at.bottom + GAP;
    const top = below + size.height <= window.innerHeight ? below : at.top - size.height - GAP;
    setAttribute(card, 'style', `left:${left}px;top:${top}px`);
  };
  const hide = (): void => {
    if (card.matches(':popover-open')) card.hidePopover();
  };
  for (const begins of ['pointerenter', 'focus']) term.addEventListener(begins, show);
  for (const ends of ['pointerleave', 'blur']) term.addEventListener(ends, hide);
  term.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') hide();
  });
  return term;
}
