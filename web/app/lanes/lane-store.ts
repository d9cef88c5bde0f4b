/** The store as one lane sees it: lanes, commands and views that know one lane alone work on any of them. */

import type { AppState } from '../state';
import type { Store } from '../store';
import { asLane, changeOfLane } from './side-by-side';

/** `index` may change from call to call, as lanes are put away and the focus moves. */
export function laneStore(store: Store<AppState>, index: () => number): Store<AppState> {
  return {
    get: () => asLane(store.get(), index()),
    update: (change) => store.update(changeOfLane(store.get(), index(), change)),
    subscribe: (listener) =>
      store.subscribe((now, previous) => listener(asLane(now, index()), asLane(previous, index()))),
  };
}
