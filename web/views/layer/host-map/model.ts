/** What the stage is drawn from: the frame's view of the layer, what the experiment says of it, and what is pointed at. */

import { valueAt } from '../../../app/experiment';
import type { AppState } from '../../../app/state';
import type { MapBlockDetails, MapBlockWalk, MapCacheView, OpenChannelView } from '../../../engine/openchannel-view';
import type { ExperimentDocument, Frame } from '../../../engine/protocol';

export interface HostMapPicture {
  view: OpenChannelView;
  map: MapCacheView | null;
  /** The look-up told, and whether the operation just carried out is part of it. */
  walk: MapBlockWalk | null;
  under_way: boolean;
  request: number;
  requests: number;
  logical_pages: number;
  document: ExperimentDocument;
  /** What the worker says of the map block pointed at. */
  asked: MapBlockDetails | null;
}

export function pictureOf(frame: Frame, state: AppState): HostMapPicture | null {
  const view = frame.layer.openchannel;
  if (!view || !state.opened) return null;
  const walk = view.map?.walk ?? null;
  const { op, request, requests } = frame.position;
  return {
    view,
    map: view.map,
    walk,
    under_way: walk !== null && isUnderWay(walk, op),
    request,
    requests,
    logical_pages: state.opened.geometry.logical_pages,
    document: state.opened.document,
    asked: state.asked_map_block,
  };
}

/** The last step that a look-up has. */
export const lastStep = ({ hit }: Pick<MapBlockWalk, 'hit'>): number => (hit ? 2 : 9);

/** `op`: operations carried out. */
function isUnderWay(walk: MapBlockWalk, op: number): boolean {
  const last = walk.ops[lastStep(walk) - 1] ?? null;
  return last === null || op <= last + 1;
}

/** Whether hot pages may be spread over the address space, and whether they are; null where the workload knows no such thing. */
export function scatterOf(document: ExperimentDocument): boolean | null {
  const scatter = valueAt(document, 'workload.scatter');
  return typeof scatter === 'boolean' ? scatter : null;
}
