/** Whether lanes can be compared as they stand. A frame may carry figures of an earlier one; figures know where they were taken. Pure. */

import type { Frame } from '../../engine/protocol';
import type { AppState } from '../state';
import { lanesOf } from './side-by-side';

/** Whether a frame's figures are of where its lane stands. */
export const isCurrent = ({ charts, position }: Frame): boolean =>
  charts !== null && charts.so_far.op === position.op && charts.so_far.request === position.request;

/**
 * Whether the lanes' figures are of the same requests. A lane that has ended counts with those of its end, also where that is before
 * the others'; lanes that are held together by time are each at a request of their own.
 */
export function areLevel(state: AppState): boolean {
  const frames = lanesOf(state).flatMap(({ frame }) => (frame?.charts ? [frame] : []));
  if (frames.length <= state.beside.length) return false;
  if (state.meet_by === 'time') return true;
  const requests = frames.map(({ charts }) => charts?.so_far.request ?? 0);
  const farthest = Math.max(...requests);
  return frames.every((frame, lane) =>
    frame.position.ended === null ? requests[lane] === farthest : isCurrent(frame),
  );
}
