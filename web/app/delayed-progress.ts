/** Telling about work that takes long, and keeping quiet about work that does not. */

import type { Progress } from '../engine/client';
import type { Loading } from './state';

/** Shorter work is never mentioned: a message that flashes by is worse than none. */
export const QUIET_MS = 200;

export interface DelayedProgress {
  during<T>(label: string, work: (progress: (progress: Progress) => void) => Promise<T>): Promise<T>;
}

export function createDelayedProgress(tell: (loading: Loading | null) => void): DelayedProgress {
  let newest = 0;
  return {
    async during(label, work) {
      const mine = ++newest;
      let loading: Loading = { label, done: 0, total: null, unit: 'requests' };
      let told = false;
      const timer = setTimeout(() => {
        told = true;
        tell(loading);
      }, QUIET_MS);
      try {
        return await work((progress) => {
          loading = progress;
          if (told && mine === newest) tell(loading);
        });
      } finally {
        clearTimeout(timer);
        if (mine === newest) tell(null);
      }
    },
  };
}
