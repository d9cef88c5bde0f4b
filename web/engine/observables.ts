/** What there is to see in the device that was opened, as its buffer and its layer say. */

import type { Breakpoint, StepUnit } from './protocol';

/** A stage besides that of the flash; `flashlab list --json` explains each. */
export type StageName = 'logs' | 'map' | 'stripes' | 'host-map' | 'cache' | 'buffer';

export interface DeviceObservables {
  /** The stages above that of the flash, as a write meets them; null where a part has none of its own. */
  stages: { buffer: StageName | null; layer: StageName | null };
  /** What one may step to besides operations and requests, in the order in which it is offered. */
  moments: StepUnit[];
  /** The one of them that people wait for. */
  awaited: StepUnit;
  /** Breakpoints that can come true. */
  breakpoints: Breakpoint['kind'][];
}
