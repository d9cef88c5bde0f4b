/** What can be made to fail where lanes stand. Pure. */

import type { ExperimentDocument } from '../engine/protocol';
import { valueAt, withValue } from './experiment';
import { type LaneState, lanesOf } from './lanes/state';
import type { AppState } from './state';

/** The flash operation in which power fails, and the requests that have begun when it does, if no such operation came before. */
const OPERATION = 'run.power_cut';
const REQUEST = 'run.power_cut_request';

type Cuttable = Pick<LaneState, 'document' | 'frame'>;

/** Whether power fails in the lane's run, now or later. */
export const isCut = ({ document }: Pick<Cuttable, 'document'>): boolean =>
  [OPERATION, REQUEST].some((field) => typeof valueAt(document, field) === 'number');

/** Whether power can be cut where the lane stands: its run goes on, and the device finds its data again. */
const canBeCut = ({ frame }: Pick<Cuttable, 'frame'>): boolean =>
  frame !== null && frame.position.ended === null && frame.power.recovers;

/** Whether power is to fail in any lane. */
export const isPowerCut = (state: AppState): boolean => lanesOf(state).some(isCut);

/** Whether power can be cut in any lane, and is in none. */
export const canCutPower = (state: AppState): boolean => !isPowerCut(state) && lanesOf(state).some(canBeCut);

/** The lane's experiment, with power cut before its next flash operation is complete, or its next request, if it can be. */
export function withPowerCut(lane: Cuttable): ExperimentDocument {
  const { document, frame } = lane;
  if (!frame || !canBeCut(lane)) return document;
  return withValue(withValue(document, OPERATION, frame.power.flash_operations), REQUEST, frame.position.request);
}

/** The lane's experiment without a power cut. */
export const withPower = ({ document }: Pick<Cuttable, 'document'>): ExperimentDocument =>
  withValue(withValue(document, OPERATION, undefined), REQUEST, undefined);

/** The fields that say which plane is lost and when: of the first one, or, once that is set, of the second. */
const lossFields = (document: ExperimentDocument): readonly [plane: string, at: string] =>
  typeof valueAt(document, 'ftl.kill_plane') === 'number'
    ? ['ftl.second_plane', 'ftl.second_at']
    : ['ftl.kill_plane', 'ftl.kill_at'];

/** The experiment with a plane lost before the last of `request` requests, which has begun: it meets the plane lost already. */
export function withPlaneLost(document: ExperimentDocument, plane: number, request: number): ExperimentDocument {
  const [which, at] = lossFields(document);
  return withValue(withValue(document, which, plane), at, Math.max(0, request - 1));
}
