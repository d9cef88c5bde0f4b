/** Experiments ready to be opened. */

import type { ExperimentDocument, StepUnit } from '../engine/protocol';

export interface Example {
  id: string;
  title: string;
  /** What to look for, in a few words. */
  note: string;
  document: ExperimentDocument;
  speed: number;
  unit: StepUnit;
}

export const EXAMPLES: readonly Example[] = [
  {
    id: 'toy',
    title: 'A device you can count',
    note: '8 blocks of 4 pages: every move can be followed',
    document: {
      device: { preset: 'toy' },
      workload: { kind: 'uniform', write_ratio: 1 },
    },
    speed: 2,
    unit: 'operation',
  },
  {
    id: 'hot-cold',
    title: 'A million pages, hot and cold',
    note: '2 GiB, 90 % of the writes to 10 % of the pages',
    document: {
      device: { preset: 'micron-lb', blocks_per_plane: 16384, over_provisioning: 0.28 },
      workload: {
        kind: 'hotcold',
        requests: 3_100_000,
        request_pages: 1,
        write_ratio: 1,
        hot_request_ratio: 0.9,
        hot_page_ratio: 0.1,
        // One request after another: with arrivals of their own, the queue would be all there is to see.
        queue_depth: 1,
      },
    },
    speed: Infinity,
    unit: 'gc',
  },
];

/** Traces that come with the page, by file name in `traces/`. */
export const SAMPLES: readonly { name: string; title: string; note: string }[] = [
  {
    name: 'sqlite-ext4.csv.gz',
    title: 'A database on ext4',
    note: 'SQLite at work: two journals, lookups, VACUUM; many flushes',
  },
  {
    name: 'file-churn.spc.gz',
    title: 'Files come and go',
    note: 'a source tree unpacked, built, edited, built again, deleted',
  },
];
