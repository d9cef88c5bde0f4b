/** The experiment that a trace becomes. Pure. */

import type { ExperimentDocument } from '../../engine/protocol';
import { withValue } from '../experiment';
import { deviceFor, replaying } from '../trace-document';
import type { TraceViewState } from './state';

/** The trace on its device, or in the place of another experiment's requests, as its settings say. Null where no trace is looked at. */
export function replayedDocument({ report, device, base, replay }: TraceViewState): ExperimentDocument | null {
  if (!report) return null;
  const document = replaying(base ?? deviceFor(report, device), report, device);
  const { address, arrivals, speed_up } = replay;
  const mapped = address === 'auto' ? document : withValue(document, 'workload.address', address);
  if (arrivals === 'one-after-another') return mapped;
  const recorded = withValue(mapped, 'workload.queue_depth', null);
  return speed_up === 1 ? recorded : withValue(recorded, 'workload.time_scale', 1 / speed_up);
}
