/** What is told of a run that nobody watched, as pairs of a name and a value. */

import type { UnwatchedRun } from '../../engine/unwatched-run';
import { bytes, count, plural, ratio, share, time } from '../../render/format';

/** The part of a report that is told. */
interface Report {
  requests: number;
  reads: number;
  writes: number;
  mean_response_ns: number | null;
  read_tail: readonly (readonly [share: number, ns: number])[] | null;
  blocked: { gc_fraction: number | null; queue_fraction: number | null } | null;
  write_amplification: number | null;
  nand_erases: number;
  erase_mean: number;
  erase_max: number;
  mapping: { lookups: number | null; hits: number | null; resident_bytes: number; full_bytes: number } | null;
}

export interface Figure {
  name: string;
  value: string;
}

const TAIL = [0.9, 0.99, 0.999, 0.9999] as const;

export function figuresOf({ report: text, memory_bytes }: UnwatchedRun): Figure[] {
  const report: Report = JSON.parse(text);
  const figures: (Figure | null)[] = [
    {
      name: 'Requests',
      value: `${count(report.requests)}: ${plural(report.reads, 'read')}, ${plural(report.writes, 'write')}`,
    },
    figure('Mean response', report.mean_response_ns, time),
    ...tailOf(report.read_tail ?? []),
    figure('Reads that waited for a collection', report.blocked?.gc_fraction, share),
    figure('Reads that waited behind such a request', report.blocked?.queue_fraction, share),
    figure('Write amplification', report.write_amplification, ratio),
    ...mapOf(report.mapping),
    {
      name: 'Erases',
      value: `${count(report.nand_erases)} in the run; per block ${ratio(report.erase_mean)} on average, ${count(report.erase_max)} at most`,
    },
    { name: 'Memory that the simulator took', value: bytes(memory_bytes) },
  ];
  return figures.filter((one) => one !== null);
}

const figure = (name: string, value: number | null | undefined, words: (value: number) => string): Figure | null =>
  value === null || value === undefined ? null : { name, value: words(value) };

/** Of a map that is only partly in memory. */
function mapOf(mapping: Report['mapping']): Figure[] {
  if (!mapping?.lookups || mapping.hits === null) return [];
  const { hits, lookups, resident_bytes, full_bytes } = mapping;
  return [
    { name: 'Map entries found in memory', value: share(hits / lookups) },
    { name: 'Memory for the map', value: `${bytes(resident_bytes)}, of ${bytes(full_bytes)} for all of it` },
  ];
}

function tailOf(tail: NonNullable<Report['read_tail']>): Figure[] {
  return TAIL.flatMap((wanted) => {
    const found = tail.find(([part]) => part === wanted);
    return found ? [{ name: `${share(wanted, 4)} of the reads took at most`, value: time(found[1]) }] : [];
  });
}
