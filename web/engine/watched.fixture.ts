/** A run watched operation by operation, with what its operations alone say of it: what pictures are held against. */

import { openCore } from './core.fixture';
import type { ExperimentDocument, Frame, Opened } from './protocol';

/** What the operations of a request came to. */
export interface WatchedRequest {
  response_ns: number;
  collections: number;
  /** Of the run so far, this request the last. */
  host_pages: number;
  programs: number;
}

export interface Watched {
  opened: Opened;
  frame: Frame;
  /** The same run one request earlier. */
  before: Frame;
  requests: WatchedRequest[];
  /** By block. */
  erases: number[];
}

/** Watches the first `until` requests of a run in which each waits for the one before: its responses are the lengths of its requests. */
export function watched(document: ExperimentDocument, until: number): Watched {
  const { opened, step, session, toRequest } = openCore(document);
  const requests: WatchedRequest[] = [];
  const erases = Array.from({ length: opened.geometry.blocks }, () => 0);
  let [host_pages, programs, began_ns, ended_ns, collections] = [0, 0, 0, 0, 0];
  const ends = (): void => void requests.push({ response_ns: ended_ns - began_ns, collections, host_pages, programs });
  for (;;) {
    const { operations, position } = step('operation', 1);
    const [operation] = operations.slice(-1);
    if (!operation || position.ended) break;
    const { kind, block, pages, start_ns, end_ns } = operation;
    if (kind === 'host-write' || kind === 'host-read') {
      if (operation.request > 0) ends();
      if (operation.request === until) break;
      [began_ns, collections] = [start_ns ?? 0, 0];
      if (kind === 'host-write') host_pages += pages;
    }
    if (kind === 'program' || kind === 'copy') programs += 1;
    if (kind === 'gc-start') collections += 1;
    if (kind === 'erase' && block !== null) erases[block] = (erases[block] ?? 0) + 1;
    ended_ns = end_ns ?? ended_ns;
  }
  const before = toRequest(until - 1);
  const frame = toRequest(until);
  session.free();
  return { opened, frame, before, requests, erases };
}

/** Whether pixels stand for values on a linear axis: how far off the worst of them is. */
export function offLine(values: readonly number[], pixels: readonly number[]): number {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [low_px = 0, high_px = 0] = [pixels[values.indexOf(low)], pixels[values.indexOf(high)]];
  const place = (value: number): number => low_px + ((value - low) / (high - low || 1)) * (high_px - low_px);
  return Math.max(...values.map((value, at) => Math.abs(place(value) - (pixels[at] ?? Number.NaN))));
}
