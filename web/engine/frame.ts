/** Putting a frame together: the core's JSON, and beside it the large arrays, copied out of WebAssembly memory to be transferred. */

import type { BulkArray, CoreSession } from './core';
import type { CoreFrame, Stage } from './core-types';
import type { Frame, Pace, StageCells, StageMap, View } from './protocol';

/** A frame, and the buffers that are to move with it. */
export interface PackedFrame {
  frame: Frame;
  buffers: ArrayBuffer[];
}

const CELL_ARRAYS = [
  'page_state',
  'page_owner',
  'page_version',
  'page_age',
  'block_state',
  'block_valid',
  'block_erases',
  'mapping',
] as const satisfies readonly (keyof StageCells)[];

export function packFrame(session: CoreSession, view: View, epoch: number, pace: Pace): PackedFrame {
  const told: CoreFrame = JSON.parse(session.frame(JSON.stringify(view)));
  const arrays = bulkArrays(session, told.stage);
  const stage = told.stage && ({ ...told.stage, ...arrays } as StageCells | StageMap);
  const frame: Frame = { ...told, stage, epoch, pace: { ...pace } };
  return { frame, buffers: Object.values(arrays).map((array) => array.buffer as ArrayBuffer) };
}

function bulkArrays(session: CoreSession, stage: Stage | null): Record<string, BulkArray> {
  if (!stage) return {};
  const names = stage.kind === 'cells' ? CELL_ARRAYS : (['pixels'] as const);
  return Object.fromEntries(names.map((name) => [name, session.bulk(name)]));
}
