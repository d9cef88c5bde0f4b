/** What can happen in the device that was opened: which moments there are to step to and to stop at. */

import type { Breakpoint, StepUnit } from '../engine/protocol';
import { valueAt } from './experiment';
import type { AppState } from './state';

/** Layers that merge log and data blocks instead of collecting garbage. */
const MERGING: ReadonlySet<unknown> = new Set(['block', 'nftl', 'bast', 'sast', 'kast', 'fast', 'last']);
/** Of those, layers whose log blocks are shared, so that one is emptied by several rebuilds. */
const SHARING: ReadonlySet<unknown> = new Set(['sast', 'kast', 'fast', 'last']);
/** Layers that keep their map on flash. */
const MAPPING: ReadonlySet<unknown> = new Set(['dftl', 'cftl']);

type Opened = Pick<AppState, 'opened'>;

const kindOf = ({ opened }: Opened): unknown => opened && valueAt(opened.document, 'ftl.kind');

/** The cache of pages over blocks in RAM: in the place of a layer, in front of one, or none. */
export function cacheOf({ opened }: Opened): 'ftl' | 'buffer' | null {
  const isClash = (section: string): boolean =>
    opened !== null && valueAt(opened.document, `${section}.kind`) === 'clash';
  return isClash('ftl') ? 'ftl' : isClash('buffer') ? 'buffer' : null;
}

/** What a step can be. */
export function unitsOf(state: Opened): readonly StepUnit[] {
  const kind = kindOf(state);
  const cache = cacheOf(state);
  const always: readonly StepUnit[] = cache ? ['operation', 'request', 'swap', 'flush'] : ['operation', 'request'];
  if (cache === 'ftl') return always;
  if (MERGING.has(kind)) return [...always, 'merge'];
  return MAPPING.has(kind) ? [...always, 'gc', 'map-miss'] : [...always, 'gc'];
}

/** The moment that people wait for: a collection, or where there is none, a merge or a swap. */
export function momentOf(state: Opened): StepUnit {
  if (cacheOf(state)) return 'swap';
  return MERGING.has(kindOf(state)) ? 'merge' : 'gc';
}

/** What a step is: what was chosen, or, where the device has no such moment, the one it has instead. */
export function unitOf(state: Pick<AppState, 'opened' | 'unit'>): StepUnit {
  if (unitsOf(state).includes(state.unit)) return state.unit;
  return state.unit === 'map-miss' ? 'request' : momentOf(state);
}

/** Whether a condition can come true. */
export function canHappen(kind: Breakpoint['kind'], state: Opened): boolean {
  const layer = kindOf(state);
  switch (kind) {
    case 'gc':
      return !MERGING.has(layer) && cacheOf(state) !== 'ftl';
    case 'full-merge':
      return MERGING.has(layer);
    case 'reclaim':
      return SHARING.has(layer);
    case 'map-miss':
      return MAPPING.has(layer);
    case 'swap':
    case 'buffer-flush':
      return cacheOf(state) !== null;
    default:
      return true;
  }
}
