/** What can happen in the device that was opened: which moments there are to step to and to stop at. */

import type { Breakpoint, StepUnit } from '../engine/protocol';
import { valueAt } from './experiment';
import { isComparing, laneInFocus } from './lanes/state';
import type { AppState } from './state';

/** What a step can be: a moment of a lane's own, or where lanes part. */
export type Unit = StepUnit | 'divergence';

/** All that a step of one lane can be. */
export const STEP_UNITS: readonly StepUnit[] = [
  'operation',
  'request',
  'gc',
  'merge',
  'map-miss',
  'map-step',
  'swap',
  'flush',
  'session',
  'rebuild',
  'wait',
];

export const UNITS: readonly Unit[] = [...STEP_UNITS, 'divergence'];

/** Layers that merge log and data blocks instead of collecting garbage. */
const MERGING: ReadonlySet<unknown> = new Set(['block', 'nftl', 'bast', 'sast', 'kast', 'fast', 'last']);
/** Of those, layers whose log blocks are shared, so that one is emptied by several rebuilds. */
const SHARING: ReadonlySet<unknown> = new Set(['sast', 'kast', 'fast', 'last']);
/** Layers that keep their map on flash. */
const MAPPING: ReadonlySet<unknown> = new Set(['dftl', 'cftl', 'pblk-selective']);
/** Of those, layers that fetch it in blocks, in nine steps. */
const STEPPING: ReadonlySet<unknown> = new Set(['pblk-selective']);

type Opened = Pick<AppState, 'opened'>;

/** Layers whose pages stand in stripes, so that a read meets the collection of its plane and may go round it. */
const STRIPED: ReadonlySet<unknown> = new Set(['ttflash']);

const kindOf = ({ opened }: Opened): unknown => opened && valueAt(opened.document, 'ftl.kind');

/** The cache of pages over blocks in RAM: in the place of a layer, in front of one, or none. */
export function cacheOf({ opened }: Opened): 'ftl' | 'buffer' | null {
  const isClash = (section: string): boolean =>
    opened !== null && valueAt(opened.document, `${section}.kind`) === 'clash';
  return isClash('ftl') ? 'ftl' : isClash('buffer') ? 'buffer' : null;
}

/** Whether there is a write buffer in front of the layer, other than a cache. */
export function hasBuffer({ opened }: Opened): boolean {
  const of = (field: string): unknown => opened && valueAt(opened.document, `buffer.${field}`);
  const kind = of('kind');
  // One without room for anything is none.
  return typeof kind === 'string' && kind !== 'none' && kind !== 'clash' && of('bytes') !== 0;
}

/** Whether that buffer sets α or λ anew, session after session. */
const hasSessions = ({ opened }: Opened): boolean =>
  opened !== null && hasBuffer({ opened }) && valueAt(opened.document, 'buffer.kind') === 'lbuffer';

/** Whether pages stand in stripes across the channels, which leave RAM one by one. */
export const hasStripes = (state: Opened): boolean => STRIPED.has(kindOf(state));

/** What a step can be. */
export function unitsOf(state: Opened): readonly StepUnit[] {
  const kind = kindOf(state);
  const cache = cacheOf(state);
  const always: readonly StepUnit[] = ['operation', 'request', ...roomUnits(state)];
  if (cache === 'ftl') return always;
  if (hasStripes(state)) return [...always, 'rebuild', 'wait', 'flush', 'gc'];
  if (MERGING.has(kind)) return [...always, 'merge'];
  if (STEPPING.has(kind)) return [...always, 'map-step', 'map-miss', 'gc'];
  return MAPPING.has(kind) ? [...always, 'gc', 'map-miss'] : [...always, 'gc'];
}

/** Moments at which room is made in RAM. */
function roomUnits(state: Opened): readonly StepUnit[] {
  if (cacheOf(state)) return ['swap', 'flush'];
  if (!hasBuffer(state)) return [];
  return hasSessions(state) ? ['flush', 'session'] : ['flush'];
}

/** The moment that people wait for: a collection, or where there is none, a merge, a swap or a flush. */
export function momentOf(state: Opened): StepUnit {
  if (cacheOf(state)) return 'swap';
  if (hasBuffer(state)) return 'flush';
  if (hasStripes(state)) return 'rebuild';
  return MERGING.has(kindOf(state)) ? 'merge' : 'gc';
}

/** What a step can be here: lanes side by side make whole requests, one that is looked into all that it has of its own. */
export function unitsOffered(state: Pick<AppState, 'opened' | 'beside' | 'focus'>): readonly Unit[] {
  if (!isComparing(state)) return unitsOf(state);
  return laneInFocus(state) === null ? ['request', 'divergence'] : [...unitsOf(state), 'divergence'];
}

/** What a step is: what was chosen, or, where the device has no such moment, the one it has instead. */
export function unitOf(state: Pick<AppState, 'opened' | 'unit' | 'beside' | 'focus'>): Unit {
  const offered = unitsOffered(state);
  if (offered.includes(state.unit)) return state.unit;
  if (!offered.includes('operation') || state.unit === 'divergence') return 'request';
  return state.unit === 'map-miss' || state.unit === 'session' ? 'request' : momentOf(state);
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
      return cacheOf(state) !== null;
    case 'buffer-flush':
      return cacheOf(state) !== null || hasBuffer(state) || STRIPED.has(layer);
    case 'session':
      return hasSessions(state);
    case 'rebuild':
    case 'wait':
      return STRIPED.has(layer);
    default:
      return true;
  }
}
