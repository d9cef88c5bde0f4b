/** Experiments that replay a trace. */

import { failureOf } from '../engine/failure';
import type { ExperimentDocument, Failure, TraceChoice, TraceJournal, TraceReport } from '../engine/protocol';
import { count, plural } from '../render/format';
import { valueAt, withValue } from './experiment';

/** The trace a document asks for; null if it has a generator. */
export function traceChoice(document: ExperimentDocument): TraceChoice | null {
  if (valueAt(document, 'workload.kind') !== 'trace') return null;
  const file = valueAt(document, 'workload.file');
  const device = valueAt(document, 'workload.device');
  return { name: typeof file === 'string' ? file : '', device: typeof device === 'number' ? device : null };
}

/** Why `file` is not the trace that `document` was made with: it has another content than the document states. Null where nothing is wrong. */
export function otherContent(
  document: ExperimentDocument,
  file: { name: string; sha256?: string | null } | null,
): Failure | null {
  const choice = traceChoice(document);
  const stated = valueAt(document, SHA256);
  if (!choice || !file?.sha256 || file.name !== choice.name || typeof stated !== 'string') return null;
  if (stated.toLowerCase() === file.sha256.toLowerCase()) return null;
  const text = [
    `${file.name}: this is not the file that the experiment was made with.`,
    `SHA-256 of this file: ${file.sha256}`,
    `Expected (${SHA256}): ${stated}`,
  ];
  return { ...failureOf('trace', text.join('\n')), field: SHA256, nearest: JSON.stringify(file.sha256) };
}

/** What the columns of the trace are, if the document says so. */
export function columnsIn(document: ExperimentDocument): string | null {
  const columns = valueAt(document, 'workload.columns');
  return typeof columns === 'string' ? columns : null;
}

/** The field that states the content of a trace. */
export const SHA256 = 'workload.sha256';

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
    ...(trace.columns ? { columns: trace.columns } : {}),
    ...(device === null ? {} : { device }),
  };
  return { ...document, workload };
}

/** The experiment that carries out the flash operations of a log, on the device that they tell; null of a trace of requests alone. */
export function carryingOut(trace: TraceReport): ExperimentDocument | null {
  if (!trace.operations) return null;
  return withValue(replaying(trace.operations.document, trace, null), 'workload.address', 'exact');
}

type Device = TraceReport['devices'][number];

/** The device to take when nobody says which: that with most requests, as on the command line. */
export const busiestDevice = ({ devices }: TraceReport): Device | undefined =>
  devices.reduce<Device | undefined>((most, each) => (most && most.requests >= each.requests ? most : each), undefined);

/** What of a trace is left out when its busiest device is replayed; null if nothing is. */
export function leftOut(trace: TraceReport): string | null {
  const { name, devices, bad_lines, ended_early } = trace;
  const busiest = busiestDevice(trace);
  const all = devices.reduce((sum, { requests }) => sum + requests, 0);
  const parts = [
    busiest && devices.length > 1
      ? `only ${busiest.label} is replayed, ${count(busiest.requests)} of ${plural(all, 'request')}`
      : null,
    bad_lines.count > 0 ? `${plural(bad_lines.count, 'line')} could not be read` : null,
    ended_early,
  ].filter((part) => part !== null);
  return parts.length > 0 ? `${name}: ${parts.join('; ')}.` : null;
}

const MIB = 2 ** 20;

/** A device that a trace's footprint fills well: the next power of two, at least 64 MiB, at most 4 GiB. */
export function deviceFor(trace: TraceReport, device: number | null): ExperimentDocument {
  const chosen = trace.devices.find((candidate) => candidate.device === device) ?? busiestDevice(trace);
  const wanted_bytes = 2 ** Math.ceil(Math.log2(Math.max(chosen?.footprint_bytes ?? 0, 1)));
  return { device: { preset: 'micron-lb', logical_bytes: Math.min(Math.max(wanted_bytes, 64 * MIB), 4096 * MIB) } };
}
