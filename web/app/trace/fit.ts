/** The synthetic generator's settings that are most like a trace. Pure. */

import { max, sum } from 'd3-array';
import type { ExperimentDocument, TraceOverview } from '../../engine/protocol';

/** A power of two with at least this share of all sizes makes them constant. */
const CONSTANT_SHARE = 0.8;

/**
 * DiskSim's synthetic generator with the trace's mix, order, sizes and arrivals, over as many pages as the trace touches. It has no hot
 * pages: those are what it leaves out. `base` is the device, whose pages have `page_bytes`.
 */
export function fittedDocument(
  base: ExperimentDocument,
  overview: TraceOverview,
  page_bytes: number,
): ExperimentDocument {
  const { reads, writes, order, window, touched, read_sizes, write_sizes } = overview;
  const requests = Math.max(1, reads.requests + writes.requests);
  const pages = (bytes: number): number => Math.max(1, Math.round(bytes / page_bytes));
  const sizes = read_sizes.concat(write_sizes);
  const most_common = max(sizes.map((_, power) => (read_sizes[power] ?? 0) + (write_sizes[power] ?? 0))) ?? 0;
  const is_constant = most_common >= CONSTANT_SHARE * sum(sizes);
  const request_pages = pages((reads.bytes + writes.bytes) / requests);
  const workload = {
    kind: 'synthetic',
    requests,
    write_ratio: rounded(writes.requests / requests),
    request_pages,
    ...(is_constant ? {} : { size: { distribution: 'exponential' } }),
    sequential_ratio: rounded(order.sequential / Math.max(1, order.followers)),
    spatial_locality: rounded(order.local / Math.max(1, order.followers)),
    inter_arrival_ms: { mean: rounded((window.to_ns - window.from_ns) / requests / 1e6) },
    address_pages: Math.max(pages(touched.bytes), request_pages + 2),
  };
  return { ...base, workload };
}

/** To four digits: more would say more than a fit can. */
const rounded = (value: number): number => Number(value.toPrecision(4));
