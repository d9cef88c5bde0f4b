/** What the stage of ttFlash is drawn from: the frame's view of the layer, and the stripe that is looked at. */

import type { AppState } from '../../../app/state';
import type { TtflashPlane, TtflashRead, TtflashStripe, TtflashView } from '../../../engine/core-types';
import type { Frame } from '../../../engine/protocol';
import { groupOf } from './names';

export interface TtflashPicture {
  view: TtflashView;
  now_ns: number;
  request: number;
  pages_per_block: number;
  page_bytes: number;
  /** The stripe looked at: under the pointer, else that of the read that has just met a collection, else that of the last operation. */
  stripe: TtflashStripe | null;
  /** Which one it is: pointed at, of the read told above, or of the last operation. */
  which: 'asked' | 'read' | 'touched';
  /** Somebody points at it. */
  asked: boolean;
  /** Logical page pointed at, if any. */
  asked_lpn: number | null;
}

export function pictureOf(frame: Frame, state: AppState): TtflashPicture | null {
  const view = frame.layer.ttflash;
  if (!view || !state.opened) return null;
  const { pages_per_block, page_bytes } = state.opened.geometry;
  const { simulated_ns, request } = frame.position;
  const asked = state.asked_lpn === null ? null : state.asked_stripe;
  const of_read = view.read && isNow({ view, request }) ? view.read.stripe : null;
  return {
    view,
    now_ns: simulated_ns,
    request,
    pages_per_block,
    page_bytes,
    stripe: asked ?? of_read ?? view.stripe ?? view.read?.stripe ?? null,
    which: asked ? 'asked' : of_read ? 'read' : 'touched',
    asked: asked !== null,
    asked_lpn: state.asked_lpn,
  };
}

/** Whether the last read that met a collection belongs to the request being served. */
export const isNow = ({ view: { read }, request }: Pick<TtflashPicture, 'view' | 'request'>): boolean =>
  read !== null && read.request + 1 >= request;

/** Whether a read would still be waiting, had it waited. */
export const stillWaits = (read: TtflashRead, now_ns: number): boolean => now_ns < read.at_ns + read.wait_ns;

/** The plane that its collection's next permission goes to: the next channel that wants it, going round from the holder. */
export function nextHolder(
  { channels, planes }: Pick<TtflashView, 'channels' | 'planes'>,
  plane: number,
): number | null {
  const first = groupOf(plane, channels) * channels;
  for (let step = 1; step < channels; step++) {
    const next = first + ((plane - first + step) % channels);
    if (planes[next]?.state === 'waits') return next;
  }
  return null;
}

/** How far the bar of a plane reaches, and where its mark is, of 1: it fills as free blocks run out. */
export function fillOf(
  { free_blocks, blocks }: Pick<TtflashPlane, 'free_blocks' | 'blocks'>,
  { gc_start, gc_stop }: Pick<TtflashView, 'gc_start' | 'gc_stop'>,
): { fill: number; mark: number } {
  // Blocks far from the mark are of no interest: the mark stands at three fifths, where the device has so many blocks.
  const range = Math.max(1, Math.min(blocks, Math.max(Math.ceil(gc_start * 2.5), gc_stop + 1)));
  return {
    fill: Math.min(1, Math.max(0, 1 - free_blocks / range)),
    mark: Math.max(0, 1 - gc_start / range),
  };
}
