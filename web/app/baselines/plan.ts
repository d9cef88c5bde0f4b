/** Which experiments stand beside the one in the lane: the same in all but the series. */

import type { ExperimentDocument } from '../../engine/protocol';
import { valueAt, withValue } from '../experiment';
import { hasStripes } from '../moments';
import type { AppState } from '../state';
import { type BaselineName, REQUESTS_MAX } from './state';

/** Single switches, which would go before the series. */
const SWITCHES = ['blocking', 'parity', 'rebuild', 'rotate', 'flush_order'].map((name) => `ftl.${name}`);

export interface BaselineRun {
  name: BaselineName;
  document: ExperimentDocument;
}

export interface BaselinePlan {
  runs: readonly BaselineRun[];
  rival: BaselineName;
  /** Requests of each run. */
  requests: number;
  /** Set where there are more. */
  limit: number | null;
}

/** What is to be run beside `state`'s experiment; null where nothing is. */
export function baselinePlan({
  opened,
  document,
  frame,
}: Pick<AppState, 'opened' | 'document' | 'frame'>): BaselinePlan | null {
  if (!opened || !frame || !hasStripes({ opened })) return null;
  const of_lane = valueAt(opened.document, 'ftl.series');
  const rival: BaselineName = of_lane === 'base' ? 'rgc' : 'base';
  const all = frame.position.requests;
  const limit = all > REQUESTS_MAX ? REQUESTS_MAX : null;
  const names: BaselineName[] = of_lane === 'nogc' ? [rival] : [rival, 'nogc'];
  const run = (name: BaselineName): BaselineRun => {
    const bare = SWITCHES.reduce((next, path) => withValue(next, path, undefined), document);
    const changed = withValue(bare, 'ftl.series', name);
    return { name, document: limit === null ? changed : withValue(changed, 'workload.requests', limit) };
  };
  return { runs: names.map(run), rival, requests: limit ?? all, limit };
}
