/** What is read off a run's report, and how it is said. */

import type { SweepResult } from './state';

export interface SweepMetric {
  /** In the form that the charts know costs by. */
  id: string;
  title: string;
  unit: string;
  better: 'less' | 'more';
  /** Where it stands in the report, and how much of that makes one of the unit. */
  path: string;
  per_unit: number;
  /** Of which it is a share, or over which it is a mean. */
  of?: string;
}

const ms = (id: string, title: string, path: string): SweepMetric => ({
  id,
  title,
  unit: 'ms',
  better: 'less',
  path,
  per_unit: 1e6,
});
const number = (id: string, title: string, path: string, better: SweepMetric['better'] = 'less'): SweepMetric => ({
  id,
  title,
  unit: '',
  better,
  path,
  per_unit: 1,
});
/** Mean over the requests of what their time went to. */
const part = (id: string, title: string, name: string): SweepMetric => ({
  ...ms(id, title, `time_by_purpose.all.${name}_ns`),
  of: 'time_by_purpose.all.requests',
});

export const METRICS: readonly SweepMetric[] = [
  ms('mean_ms', 'Mean response', 'mean_response_ns'),
  ms('read_mean_ms', 'Mean of reads', 'read_mean_response_ns'),
  ms('write_mean_ms', 'Mean of writes', 'write_mean_response_ns'),
  ms('p99_ms', 'p99 response', 'p99_ns'),
  ms('p999_ms', 'p99.9 response', 'p999_ns'),
  ms('max_ms', 'Longest response', 'max_ns'),
  part('waiting_ms', 'Mean time behind earlier requests', 'waiting'),
  part('gc_ms', 'Mean time in GC', 'gc'),
  part('merge_ms', 'Mean time in merges', 'merge'),
  part('map_ms', 'Mean time for the map', 'map'),
  number('erases', 'Erases', 'nand_erases'),
  number('write_amplification', 'Write amplification', 'write_amplification'),
  number(
    'write_amplification_theory',
    'Write amplification in theory',
    'write_amplification_reference.write_amplification',
  ),
  number('programs', 'Pages programmed', 'nand_programs'),
  number('reads', 'Pages read', 'nand_reads'),
  number('moved_pages', 'Pages moved by GC', 'gc.moved_pages'),
  number('erase_std_dev', 'Spread of erases', 'erase_std_dev'),
  { ...number('ram_bytes', 'Memory of the layer', 'ram_bytes'), unit: 'KiB', per_unit: 1024 },
  {
    ...number('map_hits', 'Map look-ups served from memory', 'mapping.hits', 'more'),
    unit: '%',
    per_unit: 0.01,
    of: 'mapping.lookups',
  },
];

/** What a point says of itself at first sight. */
export const SUMMARY = ['mean_ms', 'p99_ms', 'erases', 'write_amplification', 'ram_bytes'];

export const metricOf = (id: string): SweepMetric =>
  METRICS.find((metric) => metric.id === id) ?? (METRICS[0] as SweepMetric);

/** The figures of a report's text. */
export function resultOf(report: string): SweepResult {
  const parsed: unknown = JSON.parse(report);
  const figures = Object.fromEntries(METRICS.map((metric) => [metric.id, valueIn(parsed, metric)]));
  return { refused: null, figures, saturated: at(parsed, 'saturated') === true };
}

function valueIn(report: unknown, { path, per_unit, of }: SweepMetric): number | null {
  const value = at(report, path);
  if (typeof value !== 'number') return null;
  if (of === undefined) return value / per_unit;
  const whole = at(report, of);
  return typeof whole === 'number' && whole > 0 ? value / whole / per_unit : null;
}

function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (found, key) =>
        typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[key] : undefined,
      value,
    );
}

/** A report in one line: what is kept of many is to be small. */
export const compact = (report: string): string =>
  report.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ''));
