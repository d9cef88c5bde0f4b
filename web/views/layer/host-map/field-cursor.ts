/** Pointer and keys on the map of all map blocks. The block under them is asked about; what is known of it is spoken. */

import type { Point } from '../../../render/geometry';
import { h } from '../../../ui/dom';
import { pointing } from '../../stage-kit/pointing';
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

  const say = (block: number): void => {
    spoken.textContent = words(block);
  };

  function go(to: number | null, speak: boolean): void {
    if (to === at) return;
    at = to;
    ask(to);
    changed();
    if (speak && to !== null) say(to);
  }

  const point = (place: Point): void => {
    const arranged = layout();
    go(arranged && cellAt(arranged, place), false);
  };

  pointing(
    surface,
    {
      point,
      press: () => at !== null && say(at),
      leave: () => document.activeElement !== surface && go(null, false),
      blur: () => go(null, false),
      key(name) {
        const arranged = layout();
        const next = arranged && cellAfter(name, at, arranged);
        if (next !== null) go(next, true);
        else if (name === 'Escape' && at !== null) go(null, false);
        else return false;
        return true;
      },
    },
    surface.querySelector('canvas') ?? surface,
  );
  return { block: () => at };
}
