/** A device on which designs differ: found full, and so small that what is written makes it collect again and again. Pure. */

import type { ExperimentDocument } from '../../engine/protocol';
import { changesOf } from '../changes';
import { valueAt, withValue } from '../experiment';
import type { AppState } from '../state';
import { lanesOf } from './side-by-side';

const MIB = 2 ** 20;
/** The host writes a device this often over. */
const TIMES_WRITTEN = 4;
const LEAST_BYTES = MIB / 2;
const MOST_BYTES = 4096 * MIB;
/** Below this size, blocks of few pages leave enough of them. */
const SMALL_BYTES = 8 * MIB;
const SMALL_BLOCKS = { pages_per_block: 8, over_provisioning: 0.25 };

/** What is known of a lane once it has run. */
export interface Ran {
  document: ExperimentDocument;
  /** The same with every default filled in. */
  opened: ExperimentDocument;
  device_bytes: number;
  /** By the host. */
  written_bytes: number;
}

/**
 * The experiment on a fuller device; null where there is none to be tried. A trace says nothing of the device's size, so that becomes
 * what is written often enough; a generator's requests are made for the device, which keeps its size. A fork goes its own way on its
 * own device.
 */
export function onFullerDevice({ document, opened, device_bytes, written_bytes }: Ran): ExperimentDocument | null {
  if (changesOf(opened).length > 0) return null;
  const is_full = valueAt(opened, 'run.initial_state') === 'full_seq';
  const full = withValue(document, 'run.initial_state', 'full_seq');
  if (valueAt(document, 'workload.kind') !== 'trace') return is_full ? null : full;
  const wanted_bytes = 2 ** Math.floor(Math.log2(Math.max(written_bytes / TIMES_WRITTEN, 1)));
  const logical_bytes = Math.min(Math.max(wanted_bytes, LEAST_BYTES), MOST_BYTES);
  if (logical_bytes >= device_bytes) return is_full ? null : full;
  const sized = withValue(withValue(full, 'device.blocks_per_plane', undefined), 'device.logical_bytes', logical_bytes);
  if (logical_bytes >= SMALL_BYTES) return sized;
  return Object.entries(SMALL_BLOCKS).reduce(
    (next, [field, value]) => withValue(next, `device.${field}`, value),
    sized,
  );
}

/** All lanes on fuller devices, once they have run; null where one of them has none. */
export function allOnFullerDevices(state: AppState): readonly ExperimentDocument[] | null {
  const found = lanesOf(state).map(({ document, opened, frame }) => {
    if (!opened || !frame?.charts) return null;
    const { page_bytes, logical_pages } = opened.geometry;
    const written_bytes = frame.charts.write_amplification.host_pages * page_bytes;
    return onFullerDevice({
      document,
      opened: opened.document,
      device_bytes: logical_pages * page_bytes,
      written_bytes,
    });
  });
  const fuller = found.filter((document) => document !== null);
  return fuller.length < found.length ? null : fuller;
}
