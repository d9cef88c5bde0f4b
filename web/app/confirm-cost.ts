/** Asks before what takes long, or much memory, is begun. */

import type { Estimate, ExperimentDocument, TraceReport } from '../engine/protocol';
import type { App } from './command';
import { asksFirst } from './opening-cost';
import type { Smaller } from './scale-down';
import { busiestDevice, traceChoice } from './trace-document';

/** What is to be opened: experiments side by side, at an operation of the first. */
export interface Wanted {
  documents: readonly ExperimentDocument[];
  op: number;
}

/** What a page shows that has opened nothing. */
const NOTHING_OPEN = { opened: null, frame: null, playing: false, unwatched: null } as const;

/** Says what it would take, where that is much; and stops where another was wanted meanwhile. */
export async function needsConfirmation(app: App, { documents, op }: Wanted): Promise<boolean> {
  const estimates = await Promise.all(documents.map((document) => estimateOf(app, document)));
  if (app.whole.get().document !== documents[0]) return true;
  const known = estimates.filter((estimate) => estimate !== null);
  const failure = asksFirst(known, op);
  if (!failure) return false;
  const smaller = await smallerOne(app, documents);
  if (app.whole.get().document !== documents[0]) return true;
  const nearest = smaller && JSON.stringify(smaller.words);
  // What stood there before is neither kept nor drawn: the page says what it would show instead.
  app.whole.update({ failure: { ...failure, nearest }, beside: [], focus: null, ...NOTHING_OPEN });
  return true;
}

/** The same experiments, small enough to be opened at once; null where that cannot be. */
export async function smallerOne(app: App, documents: readonly ExperimentDocument[]): Promise<Smaller | null> {
  if (!app.whole.get().schema) await app.lane.loadSchema();
  const { schema } = app.whole.get();
  const { smallerOf } = await import('./scale-down');
  return schema && smallerOf(documents, schema, (document) => estimateOf(app, document));
}

async function estimateOf(app: App, document: ExperimentDocument): Promise<Estimate | null> {
  const estimate = await app.estimate(document);
  const { trace } = app.whole.get();
  return estimate && { ...estimate, requests: requestsOf(document, estimate, trace) };
}

/** A trace has been read before it is known how many there are. */
export function requestsOf(
  document: ExperimentDocument,
  { requests }: Pick<Estimate, 'requests'>,
  trace: TraceReport | null,
): number | null {
  const choice = traceChoice(document);
  if (!choice || trace?.name !== choice.name) return requests;
  const device = trace.devices.find((each) => each.device === choice.device) ?? busiestDevice(trace);
  return Math.min(requests ?? Number.POSITIVE_INFINITY, device?.requests ?? 0);
}
