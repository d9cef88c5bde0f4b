/** Pointer and keys on a part of a stage that takes the focus. */

import type { Point } from '../../render/geometry';
import { h } from '../../ui/dom';

export interface Pointing {
  /** A pointer is at a place, from the top left corner of what is measured; a finger only as it taps. */
  point(at: Point): void;
  /** A click or a tap, after `point`. */
  press?(): unknown;
  /** The pointer has left. */
  leave(): unknown;
  /** The focus has gone elsewhere. */
  blur(): void;
  /** Whether the key means something here: elsewhere on the page it may step through time. */
  key(name: string): boolean;
}

export function pointing(
  part: HTMLElement,
  { point, press, leave, blur, key }: Pointing,
  measured: Element = part,
): void {
  const pointAt = ({ clientX, clientY }: MouseEvent): void => {
    const { left, top } = measured.getBoundingClientRect();
    point({ x: clientX - left, y: clientY - top });
  };
  part.addEventListener('pointermove', (event) => event.pointerType !== 'touch' && pointAt(event));
  part.addEventListener('click', (event) => {
    pointAt(event);
    press?.();
  });
  part.addEventListener('pointerleave', leave);
  part.addEventListener('blur', blur);
  part.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !key(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** A part of a stage that takes the focus, told of by the text with the id `described_by`. */
export const surfaceOf = (
  { kind, label, described_by }: { kind: string; label: string; described_by: string },
  ...content: (Element | null)[]
): HTMLElement =>
  h(
    'div',
    { class: kind, tabindex: '0', role: 'application', 'aria-label': label, 'aria-describedby': described_by },
    ...content,
  );
