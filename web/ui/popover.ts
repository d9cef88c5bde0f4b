/** A card beside the thing it belongs to. The browser closes it on Escape and on a click elsewhere. */

import { h } from './dom';

const GAP = 8;

/** Opens a card at `anchor` with `content` and moves the focus into it; returns the way to close it. */
export function openPopover(
  anchor: HTMLElement,
  label: string,
  content: (close: () => void) => readonly Node[],
): () => void {
  const card = h('div', { class: 'popover', popover: 'auto', role: 'dialog', 'aria-label': label });
  const close = (): void => card.hidePopover();
  card.append(...content(close));
  card.addEventListener('toggle', (event) => {
    if ((event as ToggleEvent).newState !== 'closed') return;
    card.remove();
    anchor.setAttribute('aria-expanded', 'false');
  });
  document.body.append(card);
  card.showPopover();
  place(card, anchor);
  anchor.setAttribute('aria-expanded', 'true');
  card.querySelector<HTMLElement>('[autofocus], input, select, button')?.focus();
  return close;
}

/** Below the anchor, or above where there is no room; always inside the window. */
function place(card: HTMLElement, anchor: HTMLElement): void {
  const at = anchor.getBoundingClientRect();
  const size = card.getBoundingClientRect();
  const left = Math.min(at.left, window.innerWidth - size.width - GAP);
  const below = at.bottom + GAP;
  const top = below + size.height <= window.innerHeight ? below : Math.max(GAP, at.top - GAP - size.height);
  card.style.left = `${Math.max(GAP, left)}px`;
  card.style.top = `${top}px`;
}
