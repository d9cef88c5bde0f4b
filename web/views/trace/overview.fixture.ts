/** An overview of few bins, for tests. */

import type { TraceOverview } from '../../engine/protocol';

const amount = (requests: number, bytes: number) => ({ requests, bytes, max_bytes: 8192, aligned: requests });
const footprint = (bytes: number) => ({ bytes, pages: bytes / 4096, unit_bytes: 512 });

/** Four bins of time of 1 ms, two rows of 64 sectors: 6 writes, 2 reads, 1 flush. */
export const OVERVIEW: TraceOverview = {
  window: { from_ns: 0, to_ns: 4_000_000, first_sector: 0, end_sector: 120 },
  requests: 9,
  reads: amount(2, 8192),
  writes: amount(6, 32_768),
  trims: amount(0, 0),
  flushes: 1,
  over_time: {
    bin_ns: 1_000_000,
    reads: [0, 2, 0, 0],
    writes: [3, 0, 0, 3],
    trims: [0, 0, 0, 0],
    flushes: [1, 0, 0, 0],
    read_bytes: [0, 8192, 0, 0],
    written_bytes: [16_384, 0, 0, 16_384],
  },
  heat: {
    columns: 4,
    rows: 2,
    first_sector: 0,
    row_sectors: 64,
    reads: [0, 0, 2, 0, 0, 0, 0, 0],
    writes: [3, 0, 0, 0, 0, 0, 0, 3],
  },
  touched: footprint(24_576),
  written: footprint(16_384),
  first_sector: 0,
  end_sector: 120,
  order: { followers: 7, sequential: 3, local: 1, jumps_sectors: [0, 0, 3] },
  read_sizes: [0, 0, 0, 0, 2],
  write_sizes: [0, 0, 0, 0, 4, 2],
  gaps_ns: [1, 0, 4, 2, 1],
  reuse: { one_in: 1, accesses: 10, first: 6, distances_pages: [1, 1, 2] },
  hottest: [{ first_sector: 0, sectors: 128, reads: 2, writes: 6 }],
  first: [{ t_ns: 0, op: 'write', sector: 0, sectors: 8 }],
};
