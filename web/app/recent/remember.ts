/** Remembers what was opened: not lessons, which have their own list, nor what stands in another page's frame. */

import { lanesOf } from '../lanes/side-by-side';
import { hashOf } from '../page';
import type { AppState } from '../state';
import { keepRecent } from './recent';
import { titleOf } from './title';

/** False where the browser did not take it. */
export function remember(state: AppState, now_ms: number): boolean {
  if (state.lesson || state.embedded || state.screen !== 'workbench') return true;
  const documents = lanesOf(state).map(({ document }) => document);
  return keepRecent({
    hash: `#${hashOf({ ...state, left_lesson: null }, 0)}`,
    title: titleOf(documents),
    opened_ms: now_ms,
  });
}
