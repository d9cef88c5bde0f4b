/** What can be made to fail where lanes stand. Pure. */

import type { ExperimentDocument } from '../engine/protocol';
import { type Change, changesOf, withChanges } from './changes';
import { valueAt, withValue } from './experiment';
import { lanesOf } from './lanes/side-by-side';
import type { LaneState } from './lanes/state';
import { isRecorded } from './parameters';
import type { AppState } from './state';

/** The flash operation in which power fails, and the requests that have begun when it does, if no such operation came before. */
const OPERATION = 'run.power_cut';
const REQUEST = 'run.power_cut_request';

type Cuttable = Pick<LaneState, 'document' | 'opened' | 'frame'>;

/** Whether power fails in the lane's run, now or later. */
export const isCut = ({ document }: Pick<Cuttable, 'document'>): boolean =>
  [OPERATION, REQUEST].some((field) => typeof valueAt(document, field) === 'number');

/** Whether the lane's run goes on: the last frame stays when the device is gone. */
const goesOn = ({ opened, frame }: Pick<Cuttable, 'opened' | 'frame'>): boolean =>
  opened !== null && frame !== null && frame.position.ended === null;

/** Whether power can be cut where the lane stands: its run goes on, and the device finds its data again. */
const canBeCut = (lane: Pick<Cuttable, 'opened' | 'frame'>): boolean =>
  goesOn(lane) && lane.frame?.power.recovers === true;

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

/** What fails in a block. */
export type Failing = 'erase' | 'program';

/** How many of the run do; changes in mid-run set it anew. */
const FIELDS: Readonly<Record<Failing, string>> = {
  erase: 'device.erase_failures',
  program: 'device.program_failures',
};

/** A change says its fields by path, or as a document does. */
const failuresSet = ({ set }: Change, field: string): unknown => set[field] ?? valueAt(set, field);

function withFailures(change: Change, field: string, failures: number): Change {
  const { [field]: _, ...rest } = change.set;
  return { ...change, set: { ...withValue(rest, field, undefined), [field]: failures } };
}

const asNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Whether an erase or a program can be made to fail where a lane stands: its run goes on, and no log says which blocks go bad. */
const canFailIn = (lane: Cuttable): boolean => goesOn(lane) && !isRecorded(lane.document);

/** Whether one can be made to fail in any lane. */
export const canFail = (state: AppState): boolean => lanesOf(state).some(canFailIn);

/** Whether somebody made erases or programs of a lane fail. */
export const hasFailures = ({ document }: Pick<Cuttable, 'document'>): boolean =>
  Object.values(FIELDS).some((field) =>
    [valueAt(document, field), ...changesOf(document).map((change) => failuresSet(change, field))].some(
      (failures) => asNumber(failures) > 0,
    ),
  );

/** Whether somebody made them fail in any lane. */
export const isFailing = (state: AppState): boolean => lanesOf(state).some(hasFailures);

/** The lane's experiment with one more erase or program that fails: the first one from its next request on, if it can be made to. */
export function withFailing(lane: Cuttable, failing: Failing): ExperimentDocument {
  const { document, frame } = lane;
  if (!frame || !canFailIn(lane)) return document;
  const field = FIELDS[failing];
  const { request } = frame.position;
  const before = changesOf(document).filter((change) => change.request <= request);
  // Those that come later count the same failures, and one more.
  const later = changesOf(document)
    .slice(before.length)
    .map((change) => {
      const failures = failuresSet(change, field);
      return failures === undefined ? change : withFailures(change, field, asNumber(failures) + 1);
    });
  const in_force = before.map((change) => failuresSet(change, field)).findLast((failures) => failures !== undefined);
  const failures = asNumber(in_force ?? valueAt(document, field)) + 1;
  const last = before.at(-1);
  const now =
    last?.request === request
      ? [...before.slice(0, -1), withFailures(last, field, failures)]
      : [...before, withFailures({ request, set: {} }, field, failures)];
  return withChanges(document, [...now, ...later]);
}

/** The lane's experiment in which no erase or program fails. */
export const withoutFailures = ({ document }: Pick<Cuttable, 'document'>): ExperimentDocument =>
  Object.values(FIELDS).reduce(withoutField, document);

function withoutField(document: ExperimentDocument, field: string): ExperimentDocument {
  const changes = changesOf(document).flatMap((change) => {
    const { [field]: _, ...rest } = change.set;
    const set = withValue(rest, field, undefined);
    return Object.keys(set).length > 0 ? [{ ...change, set }] : [];
  });
  return withChanges(withValue(document, field, undefined), changes);
}
