/** Storing between visits. A browser that takes nothing, since it may not or is full, is as good, once it has been said. */

import type { AppState } from './state';
import type { Store } from './store';

/** Whether the browser took it. */
export function stored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** What is said once where something was not stored, and from then on at the foot of the start page. */
const NOTICE = 'This browser stores nothing more for this page.';
export const FORGETS =
  'This browser stores nothing more for this page: what you open, and how far you take a lesson, is forgotten.';

/** Says the first time that something was not. */
export function tellStored(store: Pick<Store<AppState>, 'get' | 'update'>, was_stored: boolean): void {
  if (!was_stored && !store.get().forgets) store.update({ forgets: true, notice: NOTICE });
}
