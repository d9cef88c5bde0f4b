/** A device on which designs differ: found full, and so small that what is written makes it collect again and again. Pure. */

import type { ExperimentDocument } from '../../engine/protocol';
import { valueAt, withValue } from '../experiment';

const MIB = 2 ** 20;
/** The host writes a device this often over. */
const TIMES_WRITTEN = 4;
const LEAST_BYTES = MIB / 2;
const MOST_BYTES = 4096 * MIB;
/** Below this size, blocks of few pages leave enough of them. */
const SMALL_BYTES = 8 * MIB;
const SMALL_BLOCKS = { pages_per_block: 8, over_provisioning: 0.25 };

/** Whether an opened experiment, every default filled in, can be tried on a fuller device. A fork goes its own way on its own device. */
export function canBeFuller(opened: ExperimentDocument): boolean {
  const changes = valueAt(opened, 'run.changes');
  return valueAt(opened, 'run.initial_state') !== 'full_seq' && !(Array.isArray(changes) && changes.length > 0);
}

/**
 * The experiment on a device that is found full. A trace says nothing of the device's size, so that becomes what is written often
 * enough; a generator's requests are made for the device, which keeps its size.
 */
export function onFullDevice(document: ExperimentDocument, written_bytes: number): ExperimentDocument {
  const full = withValue(document, 'run.initial_state', 'full_seq');
  if (valueAt(document, 'workload.kind') !== 'trace') return full;
  const wanted_bytes = 2 ** Math.floor(Math.log2(Math.max(written_bytes / TIMES_WRITTEN, 1)));
  const logical_bytes = Math.min(Math.max(wanted_bytes, LEAST_BYTES), MOST_BYTES);
  const sized = withValue(withValue(full, 'device.blocks_per_plane', undefined), 'device.logical_bytes', logical_bytes);
  if (logical_bytes >= SMALL_BYTES) return sized;
  return Object.entries(SMALL_BLOCKS).reduce(
    (next, [field, value]) => withValue(next, `device.${field}`, value),
    sized,
  );
}
