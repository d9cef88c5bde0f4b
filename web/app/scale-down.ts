/** A smaller one of what asks before it is opened: the same experiments with less capacity and fewer requests, at their start. */

import type { Estimate, ExperimentDocument, Schema } from '../engine/protocol';
import { plural } from '../render/format';
import { entryOf, SIZES, valueAt, withChoice, withValue } from './experiment';
import { asksFirst, MEMORY_MAX_BYTES, SECONDS_MAX, weightOf } from './opening-cost';

export interface Smaller {
  documents: readonly ExperimentDocument[];
  /** What is less: "1/16 of the capacity, 100 000 requests". */
  words: string;
}

/** Halvings of the capacity, and most requests. */
interface Scale {
  halvings: number;
  requests: number | null;
}

const ROUNDS = 6;
/** Opening has most of the second, since a layer refuses a device that is too small; runs beside it have the rest. */
const OPEN_S = 0.7 * SECONDS_MAX;
const RUNS_S = 0.25 * SECONDS_MAX;

/** The largest that opens at once, `estimate` says what each takes; null where none does, or what is too much is only how far it goes. */
export async function smallerOf(
  documents: readonly ExperimentDocument[],
  schema: Schema,
  estimate: (document: ExperimentDocument) => Promise<Estimate | null>,
): Promise<Smaller | null> {
  let scale: Scale = { halvings: 0, requests: null };
  for (let round = 0; round < ROUNDS; round++) {
    const { halvings, requests } = scale;
    const tried = documents.map((document) => scaledDown(document, scale, schema));
    const estimates = await Promise.all(tried.map(estimate));
    const lanes = estimates.filter((each) => each !== null);
    if (lanes.length < documents.length) return null;
    if (asksFirst(lanes, 0) === null) {
      const is_smaller = halvings > 0 || requests !== null;
      return is_smaller ? { documents: tried, words: inWords(scale) } : null;
    }
    scale = next(scale, lanes);
  }
  return null;
}

/** The next scale to try: by as much as is too much. */
export function next({ halvings, requests }: Scale, lanes: readonly Estimate[]): Scale {
  const { memory_bytes, open_s, runs_s } = weightOf(lanes, 0);
  const too_large = Math.max(memory_bytes / MEMORY_MAX_BYTES, open_s / OPEN_S);
  const most = Math.max(...lanes.map((lane) => lane.requests ?? 0));
  return {
    halvings: halvings + Math.max(0, Math.ceil(Math.log2(too_large))),
    requests: runs_s > RUNS_S ? rounded((most * RUNS_S) / runs_s) : requests,
  };
}

/** Down to its first digit. */
function rounded(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return Math.max(1, Math.floor(value / unit) * unit);
}

export function scaledDown(
  document: ExperimentDocument,
  { halvings, requests }: Scale,
  schema: Schema,
): ExperimentDocument {
  const fewer = requests === null ? document : withValue(document, 'workload.requests', requests);
  if (halvings === 0) return fewer;
  const preset = entryOf(schema.presets, valueAt(document, 'device.preset') ?? DEFAULT_PRESET);
  const own = SIZES.find((path) => typeof valueAt(document, path) === 'number');
  const path = own ?? SIZES.find((each) => typeof preset?.values[each] === 'number');
  const size = path && (own ? valueAt(document, path) : preset?.values[path]);
  if (!path || typeof size !== 'number') return fewer;
  return withChoice(fewer, path, Math.max(1, Math.floor(size / 2 ** halvings)));
}

/** What a document has that names none. */
const DEFAULT_PRESET = 'micron-lb';

function inWords({ halvings, requests }: Scale): string {
  const capacity = halvings > 0 ? [`1/${2 ** halvings} of the capacity`] : [];
  return [...capacity, ...(requests === null ? [] : [plural(requests, 'request')])].join(', ');
}
