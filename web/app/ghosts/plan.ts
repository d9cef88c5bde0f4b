/** Which experiments stand beside the one in the lane: the same in all but the series. */

import type { ExperimentDocument } from '../../engine/protocol';
import { valueAt, withValue } from '../experiment';
import { hasStripes } from '../moments';
import type { AppState } from '../state';
import { type GhostName, REQUESTS_MAX } from './state';

/** Single switches, which would go before the series. */
const SWITCHES = ['blocking', 'parity', 'rebuild', 'rotate', 'flush_order'].map((name) => `ftl.${name}`);

export interface GhostRun {
  name: GhostName;
  document: ExperimentDocument;
}

export interface GhostPlan {
  runs: readonly GhostRun[];
  rival: GhostName;
  /** Requests of each run. */
  requests: number;
  /** Set where there are more. */
  limit: number | null;
}

/** What is to be run beside `state`'s experiment; null where nothing is. */
export function ghostPlan({
  opened,
  document,
  frame,
}: Pick<AppState, 'opened' | 'document' | 'frame'>): GhostPlan | null {
  if (!opened || !frame || !hasStripes({ opened })) return null;
  const of_lane = valueAt(opened.document, 'ftl.series');
  const rival: GhostName = of_lane === 'base' ? 'rgc' : 'base';
  const all = frame.position.requests;
  const limit = all > REQUESTS_MAX ? REQUESTS_MAX : null;
  const names: GhostName[] = of_lane === 'nogc' ? [rival] : [rival, 'nogc'];
  const run = (name: GhostName): GhostRun => {
    const bare = SWITCHES.reduce((next, path) => withValue(next, path, undefined), document);
    const changed = withValue(bare, 'ftl.series', name);
    return { name, document: limit === null ? changed : withValue(changed, 'workload.requests', limit) };
  };
  return { runs: names.map(run), rival, requests: limit ?? all, limit };
}
