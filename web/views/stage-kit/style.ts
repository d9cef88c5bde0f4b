/** The colours that a stage draws with on canvas, and when they have to be read anew. */

import { type Colours, readColours, themeKey, tokensOf } from '../../render/colours';

export interface StageStyle {
  /** Whose size counts, if any does. */
  readonly measured: HTMLElement | null;
  /** Whether the theme, or the size of what is measured, has changed since this was last asked. */
  changed(): boolean;
  colours(): Colours;
}

/** The style of `element`; with `measured`, its size and the screen's pixels belong to it. */
export function stageStyle(element: HTMLElement, measured: HTMLElement | null = null): StageStyle {
  let key = '';
  let colours: Colours | null = null;
  return {
    measured,
    changed() {
      const size = measured ? ` ${measured.clientWidth} ${measured.clientHeight} ${devicePixelRatio}` : '';
      const now = themeKey(tokensOf(element)) + size;
      if (now === key) return false;
      key = now;
      colours = null;
      return true;
    },
    colours() {
      colours ??= readColours(tokensOf(element));
      return colours;
    },
  };
}
