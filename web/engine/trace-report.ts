/** The core's account of a trace, as the page's protocol has it. */

import type { ImportedTrace, TraceFormatInfo } from './core-types';
import type { TraceReport } from './protocol';

const SECTOR_BYTES = 512;
const SURE = 0.95;
const LIKELY = 0.6;

export function traceReport(
  trace: ImportedTrace,
  formats: readonly Pick<TraceFormatInfo, 'name' | 'title'>[],
): TraceReport {
  const { name, time_unit, address_unit, columns, bad_lines, ended_early } = trace;
  return {
    name,
    format: formats.find((format) => format.name === trace.format)?.title ?? trace.format,
    confidence: confidenceInWords(trace.confidence),
    time_unit,
    address_unit,
    columns,
    sha256: trace.sha256,
    devices: trace.devices.map(({ device, label, summary }) => ({
      device,
      label,
      requests: summary.requests,
      reads: summary.reads,
      writes: summary.writes,
      trims: summary.trims,
      flushes: summary.flushes,
      span_ns: summary.span_ns,
      write_share: summary.write_share ?? 0,
      sequential_share: summary.sequential_share ?? 0,
      mean_bytes: summary.mean_bytes ?? 0,
      footprint_bytes: summary.footprint_end_sector * SECTOR_BYTES,
      arrivals: summary.arrivals,
    })),
    bad_lines,
    ended_early,
    notes: [...trace.notes, ...trace.devices.flatMap(({ summary }) => summary.suspicions)],
    operations: trace.operations,
  };
}

function confidenceInWords(confidence: number | null): string {
  if (confidence === null) return 'as stated';
  return confidence >= SURE ? 'certain' : confidence >= LIKELY ? 'likely' : 'a guess';
}
