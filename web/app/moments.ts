/** What can happen in the device that was opened: which moments there are to step to and to stop at. */

import type { Breakpoint, StepUnit } from '../engine/protocol';
import { valueAt } from './experiment';
import type { AppState } from './state';

/** Layers that merge log and data blocks instead of collecting garbage. */
const MERGING: ReadonlySet<unknown> = new Set(['block', 'nftl', 'bast', 'sast', 'kast', 'fast', 'last']);
/** Of those, layers whose log blocks are shared, so that one is emptied by several rebuilds. */
const SHARING: ReadonlySet<unknown> = new Set(['sast', 'kast', 'fast', 'last']);
/** Layers that keep pages of the host in RAM, and bring blocks to flash. */
const CACHING: ReadonlySet<unknown> = new Set(['clash']);
/** Layers that keep their map on flash. */
const MAPPING: ReadonlySet<unknown> = new Set(['dftl', 'cftl']);

const kindOf = ({ opened }: Pick<AppState, 'opened'>): unknown => opened && valueAt(opened.document, 'ftl.kind');

/** What a step can be. */
export function unitsOf(state: Pick<AppState, 'opened'>): readonly StepUnit[] {
  const kind = kindOf(state);
  const always: readonly StepUnit[] = ['operation', 'request'];
  if (MERGING.has(kind)) return [...always, 'merge'];
  if (CACHING.has(kind)) return [...always, 'swap', 'flush'];
  return MAPPING.has(kind) ? [...always, 'gc', 'map-miss'] : [...always, 'gc'];
}

/** The moment that people wait for: a collection, or where there is none, a merge or a swap. */
export function momentOf(state: Pick<AppState, 'opened'>): StepUnit {
  const kind = kindOf(state);
  return MERGING.has(kind) ? 'merge' : CACHING.has(kind) ? 'swap' : 'gc';
}

/** What a step is: what was chosen, or, where the device has no such moment, the one it has instead. */
export function unitOf(state: Pick<AppState, 'opened' | 'unit'>): StepUnit {
  if (unitsOf(state).includes(state.unit)) return state.unit;
  return state.unit === 'map-miss' ? 'request' : momentOf(state);
}

/** Whether a condition can come true. */
export function canHappen(kind: Breakpoint['kind'], state: Pick<AppState, 'opened'>): boolean {
  const layer = kindOf(state);
  switch (kind) {
    case 'gc':
      return !MERGING.has(layer) && !CACHING.has(layer);
    case 'full-merge':
      return MERGING.has(layer);
    case 'reclaim':
      return SHARING.has(layer);
    case 'map-miss':
      return MAPPING.has(layer);
    case 'swap':
    case 'buffer-flush':
      return CACHING.has(layer);
    default:
      return true;
  }
}
