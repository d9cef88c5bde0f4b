/** Experiments that replay a trace. */

import type { ExperimentDocument, TraceChoice, TraceJournal, TraceReport } from '../engine/protocol';
import { valueAt } from './experiment';

/** The trace a document asks for; null if it has a generator. */
export function traceChoice(document: ExperimentDocument): TraceChoice | null {
  if (valueAt(document, 'workload.kind') !== 'trace') return null;
  const file = valueAt(document, 'workload.file');
  const device = valueAt(document, 'workload.device');
  return { name: typeof file === 'string' ? file : '', device: typeof device === 'number' ? device : null };
}

/** Where the journal of a trace is, as the file beside it says; null if that says nothing of one. */
export function journalIn(sidecar: string): TraceJournal | null {
  const { journal }: { journal?: TraceJournal } = JSON.parse(sidecar);
  return journal ?? null;
}

/**
 * `document` with its workload replaced by a device of `trace`, one request after another: at the recorded arrival times a
 * slower device than the recorded one would only show its queue. `queue_depth: null` brings them back.
 */
export function replaying(document: ExperimentDocument, trace: TraceReport, device: number | null): ExperimentDocument {
  const workload = {
    kind: 'trace',
    file: trace.name,
    queue_depth: 1,
    ...(trace.sha256 === null ? {} : { sha256: trace.sha256 }),
    ...(device === null ? {} : { device }),
  };
  return { ...document, workload };
}

const MIB = 2 ** 20;

/** A device that a trace's footprint fills well: the next power of two, at least 64 MiB, at most 4 GiB. */
export function deviceFor(trace: TraceReport, device: number | null): ExperimentDocument {
  const chosen = trace.devices.find((candidate) => candidate.device === device) ?? trace.devices[0];
  const wanted_bytes = 2 ** Math.ceil(Math.log2(Math.max(chosen?.footprint_bytes ?? 0, 1)));
  return { device: { preset: 'micron-lb', logical_bytes: Math.min(Math.max(wanted_bytes, 64 * MIB), 4096 * MIB) } };
}
