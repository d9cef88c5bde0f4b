/** The trace that is looked at, before anything runs. */

import type {
  AddressMode,
  ExperimentDocument,
  MappedFootprint,
  TraceOverview,
  TraceReport,
  TraceWindow,
} from '../../engine/protocol';
import type { Mapper } from './mapper';

export interface TraceViewState {
  /** The trace as it was read; null where none is looked at. */
  report: TraceReport | null;
  /** One of its devices; null is the busiest. */
  device: number | null;
  /** The part of it that is looked at; null is all of it. */
  window: TraceWindow | null;
  /** Of all of the device's requests; null until it is made. */
  whole: TraceOverview | null;
  /** Of those in the window; null without one, and until it is made. */
  part: TraceOverview | null;
  replay: Replay;
  /** The experiment whose requests the trace is to take the place of; null: on a device that is made for it. */
  base: ExperimentDocument | null;
  /** What the address mappings leave of it on the device; null until it is known. */
  mapped: readonly MappedFootprint[] | null;
  /** Whether it is saved with the times and addresses of `replay`, not with those that were recorded. */
  saves_replayed: boolean;
  /** What was saved last, and what that did to its requests, in a sentence; null where nothing was. */
  saved: string | null;
  /** Whether looking at it was called off before its overview was made. */
  called_off: boolean;
  /** The names of the formats that it can be saved in. */
  formats: readonly string[];
  /** Whether a generator that is like it is wanted. */
  wants_fit: boolean;
  /** That generator; null until it is told. */
  fit: Fit | null;
  /** A file of no known format, of which somebody says what its columns are; null where nobody has to. */
  mapper: Mapper | null;
}

/** How it is replayed. */
export interface Replay {
  address: AddressMode;
  /** Each request when the one before is done; or when it came, so many times as fast. */
  arrivals: 'one-after-another' | 'as-recorded';
  speed_up: number;
}

/** A generator's settings, and what its requests are. */
export interface Fit {
  document: ExperimentDocument;
  overview: TraceOverview;
}

export const NO_TRACE_VIEW: TraceViewState = {
  report: null,
  device: null,
  window: null,
  whole: null,
  part: null,
  replay: { address: 'auto', arrivals: 'one-after-another', speed_up: 1 },
  base: null,
  mapped: null,
  saves_replayed: false,
  saved: null,
  called_off: false,
  formats: [],
  wants_fit: false,
  fit: null,
  mapper: null,
};

/** What is in sight: the window's requests, or all. */
export const overviewOf = ({ window, whole, part }: TraceViewState): TraceOverview | null => (window ? part : whole);

/** What an address says of a trace that is looked at. */
export interface TraceAddress {
  name: string;
  device: number | null;
  window: TraceWindow | null;
}
