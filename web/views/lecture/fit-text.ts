/** A step's text that would reach below the edge of the screen gets room: more of the width, closer lines, and at last what stands before its question leaves. */

import { setAttribute } from '../../ui/dom';

/** From the usual to the tightest; `slide.css` says what each does. */
const WAYS = [null, 'wide', 'wider', 'close', 'question'] as const;

/** Heights are rounded. */
const TOLERANCE_PX = 1;

export function fitText(app: HTMLElement, reader: HTMLElement): void {
  for (const way of WAYS) {
    setAttribute(app, 'data-text', way);
    if (reader.scrollHeight <= reader.clientHeight + TOLERANCE_PX) return;
  }
}
