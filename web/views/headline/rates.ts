/** What to say when operations go by too fast to be told one by one. */

import type { Frame } from '../../engine/protocol';
import { count, significant } from '../../render/format';

/** Figures at one instant; rates are differences of two of these. */
export interface Sample {
  at_ms: number;
  op: number;
  gc_runs: number;
  host_pages: number;
  programs: number;
}

export function sampleOf(frame: Frame, at_ms: number): Sample {
  const { op, gc_runs } = frame.position;
  const { host_pages, programs } = frame.charts?.write_amplification ?? { host_pages: 0, programs: 0 };
  return { at_ms, op, gc_runs, host_pages, programs };
}

export function ratesInWords(from: Sample, to: Sample): string {
  const seconds = (to.at_ms - from.at_ms) / 1000;
  const operations = `${count(Math.round((to.op - from.op) / seconds))} operations a second`;
  const runs = to.gc_runs - from.gc_runs;
  if (runs === 0) return `${operations}, and no garbage collection.`;
  const moved = (to.programs - from.programs - (to.host_pages - from.host_pages)) / runs;
  const each = moved > 0 ? `, ${significant(moved, 2)} pages moved each time` : '';
  const rate = runs / seconds;
  return `${operations}: ${rate >= 1 ? count(Math.round(rate)) : significant(rate, 2)} GC a second${each}.`;
}
