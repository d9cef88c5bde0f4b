/** The size of what is drawn into, known without asking: asking between two changes of the page makes it lay itself out each time. */

import { textSize } from './text-size';

export interface Box {
  readonly width: number;
  readonly height: number;
  readonly text_px: number;
}

/** The size of `element` as it was laid out last; nothing until then. `changed` is called when it differs. */
export function boxOf(element: HTMLElement, changed: () => void): Box {
  const box = { width: 0, height: 0, text_px: 12.5 };
  new ResizeObserver(() => {
    Object.assign(box, { width: element.clientWidth, height: element.clientHeight, text_px: textSize(element) });
    if (box.width > 0) changed();
  }).observe(element);
  return box;
}
