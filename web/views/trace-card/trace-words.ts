/** What a trace is, as the lines of its card. */

import type { TraceReport } from '../../engine/protocol';
import { count, plural, share, significant, time } from '../../render/format';

type Device = TraceReport['devices'][number];

export function cardLines(trace: TraceReport, device: Device): [string, string][] {
  const bad = trace.bad_lines;
  const lines: [string, string][] = [
    ['requests', requestsInWords(trace, device)],
    ['span', span(device.span_ns)],
    ['writes', share(device.write_share)],
    ['sequential', share(device.sequential_share)],
  ];
  if (device.trims > 0) lines.push(['trims', count(device.trims)]);
  if (device.flushes > 0) lines.push(['flushes', count(device.flushes)]);
  if (bad.count > 0)
    lines.push(['unreadable lines', `${count(bad.count)}: ${bad.first.map(({ line }) => count(line)).join(', ')}`]);
  if (trace.ended_early !== null) lines.push(['ended early', trace.ended_early]);
  return lines;
}

/** Of a file with several devices: "184 of 948, 3 devices in the file". */
function requestsInWords({ devices }: TraceReport, device: Device): string {
  if (devices.length === 1) return count(device.requests);
  const all = devices.reduce((sum, { requests }) => sum + requests, 0);
  return `${count(device.requests)} of ${count(all)}, ${plural(devices.length, 'device')} in the file`;
}

/** "hm.0, 184 requests". */
export const deviceInWords = ({ label, requests }: Device): string => `${label}, ${plural(requests, 'request')}`;

const DAY_NS = 86_400e9;

/** Traces last up to months; from two days on, days say it best. */
const span = (ns: number): string => (ns >= 2 * DAY_NS ? `${significant(ns / DAY_NS, 2)} days` : time(ns));

/** "MSR Cambridge (certain)". */
export const formatInWords = ({ format, confidence }: TraceReport): string => `${format} (${confidence})`;

/** At most this share of lines may be skipped without asking more. */
const SKIP_MAX_SHARE = 0.01;

/** What the button says: bad lines that will be left out are named on it. */
export function runLabel(trace: TraceReport, device: Device): string {
  const bad = trace.bad_lines.count;
  if (bad === 0) return 'Run it';
  return bad <= device.requests * SKIP_MAX_SHARE
    ? `Skip ${plural(bad, 'line')} and run`
    : `Run the ${plural(device.requests, 'readable request')}`;
}
