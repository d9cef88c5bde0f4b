/** What tells lanes apart beside their charts. */

import { h } from '../../ui/dom';

/** A lane's letter on a disc of its colour; an empty one keeps its room. `spoken`: where nothing else says the letter. */
export function letterDisc(letter: string, colour = '', spoken = false): HTMLElement {
  const disc = h('b', { class: 'chart-letter', 'aria-hidden': spoken ? null : 'true' });
  showLetter(disc, letter, colour);
  return disc;
}

export function showLetter(disc: HTMLElement, letter: string, colour: string): void {
  disc.textContent = letter;
  disc.style.background = colour;
}
