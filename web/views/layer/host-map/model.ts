/** What the stage is drawn from: the frame's view of the layer, what the experiment says of it, and what is pointed at. */

import { valueAt } from '../../../app/experiment';
import type { AppState } from '../../../app/state';
import type {
  FlashMapBlock,
  MapBlockDetails,
  MapBlockWalk,
  MapCacheView,
  MapCosts,
  OpenChannelView,
} from '../../../engine/core-types';
import type { ExperimentDocument, Frame } from '../../../engine/protocol';

export interface HostMapPicture {
  view: OpenChannelView;
  map: MapCacheView | null;
  /** Look-ups so far and their price; null where the whole table is in memory. */
  costs: MapCosts | null;
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
  const map = view.map && told(view.map);
  const walk = map?.walk ?? null;
  const { op, request, requests } = frame.position;
  return {
    view,
    map,
    costs: view.costs,
    walk,
    under_way: walk !== null && isUnderWay(walk, op),
    request,
    requests,
    logical_pages: state.opened.geometry.logical_pages,
    document: state.opened.document,
    asked: state.asked_map_block,
  };
}

/** The map with what is known of the look-up's places beside what is told of them. */
function told(map: MapCacheView): MapCacheView {
  if (!map.walk) return map;
  const walk = { ...map.walk, from: sourceOf(map.walk, map) };
  return { ...map, walk: { ...walk, flash: withNewPlace(walk, map) } };
}

/** Map blocks on the SSD, and before the victim is written the place that it will have. */
function withNewPlace({ flash, victim }: MapBlockWalk, { slots }: MapCacheView): FlashMapBlock[] {
  const to = victim?.to;
  if (!victim || !to || flash.some(({ line, offset }) => line === to[0] && offset === to[1])) return flash;
  const entries = slots.find(({ slot }) => slot === victim.slot)?.entries ?? [];
  return [...flash, { line: to[0], offset: to[1], id: victim.id, state: 'new', entries }];
}

/** Where the fetched block lies: told from the step on that reads it, and known of the directory before. */
export function sourceOf(
  { id, step, from, hit }: Pick<MapBlockWalk, 'id' | 'step' | 'from' | 'hit'>,
  { rows }: Pick<MapCacheView, 'rows'>,
): [line: number, offset: number] | null {
  if (hit || step >= 5) return from;
  const row = rows.find((one) => one.id === id);
  return row?.line == null || row.offset === null ? null : [row.line, row.offset];
}

/** Whether the map is small enough to be told whole, so that there is nothing to choose between memory and speed. */
export const isTiny = ({ map_blocks }: Pick<MapCacheView, 'map_blocks'>): boolean => map_blocks <= 16;

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
