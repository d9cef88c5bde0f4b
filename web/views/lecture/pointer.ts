/** A disc under the mouse that is seen from the last row. At rest it fades, so that what it lies on can be read. */

import { h, setAttribute } from '../../ui/dom';

const REST_MS = 1500;

export interface Pointer {
  readonly element: HTMLElement;
  show(wanted: boolean): void;
}

export function createPointer(): Pointer {
  const element = h('div', { class: 'lecture-pointer', 'aria-hidden': 'true', hidden: true });
  let wanted = false;
  let rests: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!wanted) return;
    element.hidden = false;
    element.style.transform = `translate(${clientX}px, ${clientY}px)`;
    setAttribute(element, 'data-rests', false);
    clearTimeout(rests);
    rests = setTimeout(() => setAttribute(element, 'data-rests', true), REST_MS);
  });
  return {
    element,
    show(now) {
      wanted = now;
      setAttribute(document.documentElement, 'data-pointer', wanted);
      // It appears where the mouse is: that is known with its next movement.
      if (!wanted) element.hidden = true;
    },
  };
}
