/** The few buttons of a presentation: there while the mouse moves or a finger taps, or while the keyboard is on one of them. */

import type { RunCommand } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';

const SHOWN_MS = 2500;

const BUTTONS: readonly [command: string, name: string, key: string][] = [
  ['lecture.notes', 'Notes window', 'N'],
  ['lecture.pointer', 'Pointer', 'J'],
  ['view.blank', 'Blank', 'B'],
  ['view.present', 'Stop presenting', 'P'],
];

export interface WayOut {
  readonly element: HTMLElement;
  show(presenting: boolean): void;
}

export function createWayOut(run: RunCommand): WayOut {
  const element = h(
    'div',
    { class: 'lecture-buttons', role: 'toolbar', 'aria-label': 'Presenting', hidden: true },
    BUTTONS.map(([id, name, key]) =>
      h('button', { class: 'button', type: 'button', title: `Key ${key}`, onclick: () => run(id) }, name),
    ),
  );
  let hides: ReturnType<typeof setTimeout> | undefined;
  const come = (): void => {
    if (element.hidden) return;
    setAttribute(element, 'data-near', true);
    clearTimeout(hides);
    hides = setTimeout(() => setAttribute(element, 'data-near', false), SHOWN_MS);
  };
  // A finger that taps does not move.
  for (const event of ['pointermove', 'pointerdown']) window.addEventListener(event, come);
  return {
    element,
    show(presenting) {
      element.hidden = !presenting;
      if (!presenting) setAttribute(element, 'data-near', false);
    },
  };
}
