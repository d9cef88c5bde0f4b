/** Pointer and keys on the map of all map blocks. The block under them is asked about; what is known of it is spoken. */

import { h } from '../../../ui/dom';
import { cellAfter, cellAt, type FieldLayout } from './field-layout';

export interface FieldCursor {
  block(): number | null;
}

export interface FieldCursorParts {
  surface: HTMLElement;
  layout: () => FieldLayout | null;
  ask: (id: number | null) => void;
  /** What is known of a block at once: its state. */
  words: (id: number) => string;
  changed: () => void;
}

export function fieldCursor({ surface, layout, ask, words, changed }: FieldCursorParts): FieldCursor {
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  surface.append(spoken);
  let at: number | null = null;

  function go(to: number | null, speak: boolean): void {
    if (to === at) return;
    at = to;
    ask(to);
    changed();
    if (speak && to !== null) spoken.textContent = words(to);
  }

  function point({ clientX, clientY }: MouseEvent): number | null {
    const arranged = layout();
    const canvas = surface.querySelector('canvas');
    if (!arranged || !canvas) return null;
    const { left, top } = canvas.getBoundingClientRect();
    return cellAt(arranged, { x: clientX - left, y: clientY - top });
  }

  surface.addEventListener('pointermove', (event) => {
    if (event.pointerType !== 'touch') go(point(event), false);
  });
  surface.addEventListener('click', (event) => go(point(event), true));
  surface.addEventListener('pointerleave', () => document.activeElement !== surface && go(null, false));
  surface.addEventListener('blur', () => go(null, false));
  surface.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const arranged = layout();
    const next = arranged && cellAfter(event.key, at, arranged);
    if (next !== null) go(next, true);
    else if (event.key === 'Escape' && at !== null) go(null, false);
    else return;
    event.preventDefault();
    // Elsewhere on the page these keys step through time.
    event.stopPropagation();
  });
  return { block: () => at };
}
