/** What each lane has of its own. */

import type { MapBlockDetails, TtflashStripe } from '../../engine/core-types';
import type { ExperimentDocument, Frame, Opened, PageDetails } from '../../engine/protocol';

export interface LaneState {
  /** The experiment as the user wrote it: only what differs from the defaults. */
  document: ExperimentDocument;
  /** The device as it was opened; null while opening and on the start page. */
  opened: Opened | null;
  /** The lane's latest frame. */
  frame: Frame | null;
  /** What the worker says of the hovered page of a large device, as of the frame it was asked at; null until it has said it. */
  inspected: PageDetails | null;
  /** Physical page under the pointer or the keyboard cursor, and the ones pinned by Enter. */
  hovered_page: number | null;
  pinned_pages: readonly number[];
  /** Logical page whose stripe is looked at, and what the worker says of that; null until it has said it. */
  asked_lpn: number | null;
  asked_stripe: TtflashStripe | null;
  /** Map block that is looked at, and what the worker says of it; null until it has said it. */
  asked_block: number | null;
  asked_map_block: MapBlockDetails | null;
}

/** A lane before its experiment is opened. */
export const NEW_LANE: LaneState = {
  document: {},
  opened: null,
  frame: null,
  inspected: null,
  hovered_page: null,
  pinned_pages: [],
  asked_lpn: null,
  asked_stripe: null,
  asked_block: null,
  asked_map_block: null,
};
