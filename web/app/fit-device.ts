/** Making a device large enough for the translation layer that was chosen: the smallest devices have no room for log blocks. */

import type { ExperimentDocument, Failure } from '../engine/protocol';
import { valueAt, withChoice, withValue } from './experiment';

/** The field that a layer without room complains of. */
const ROOM = 'device.over_provisioning';
const BLOCKS = 'device.blocks_per_plane';

/**
 * The next device to try after `failure`; null where another would not help. `opened` is the device that fitted the layer before:
 * counted in blocks it gets twice as many, so that the host sees more as well; sized by what the host sees it gets more beside.
 */
export function largerDevice(
  document: ExperimentDocument,
  failure: Failure | null,
  opened: ExperimentDocument | null,
): ExperimentDocument | null {
  if (failure?.field !== ROOM || failure.nearest === null) return null;
  const blocks = valueAt(document, BLOCKS) ?? (opened && valueAt(opened, BLOCKS));
  if (typeof blocks === 'number') return withChoice(document, BLOCKS, 2 * blocks);
  return withValue(document, ROOM, JSON.parse(failure.nearest));
}
