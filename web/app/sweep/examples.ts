/** Sweeps ready to be run: small enough for seconds. */

import type { ExperimentDocument } from '../../engine/protocol';
import type { SweepPolicy } from '../../engine/sweep';
import type { SweepDisplay, SweepDraft } from './state';

export interface SweepExample extends Partial<SweepDisplay> {
  id: string;
  title: string;
  /** What to look for. */
  note: string;
  draft: SweepDraft;
}

const layer = (title: string, kind: string): SweepPolicy => ({ title, set: { 'ftl.kind': kind } });
const buffer = (title: string, kind: string): SweepPolicy => ({ title, set: { 'buffer.kind': kind } });
const gc = (title: string, policy: string): SweepPolicy => ({ title, set: { 'ftl.gc.policy': policy } });

/** 16 MiB of 16-page blocks: enough for every layer to have its own troubles, and small enough for a tenth of a second. */
const SMALL: ExperimentDocument = {
  preset: 'micron-lb',
  pages_per_block: 16,
  blocks_per_plane: 512,
  over_provisioning: 0.1,
};

export const SWEEP_EXAMPLES: readonly SweepExample[] = [
  {
    id: 'writes',
    title: 'Write share × four designs',
    note: 'the same requests, more and more of them writes: who stays fast?',
    draft: {
      experiment: {
        device: SMALL,
        workload: { requests: 4000, queue_depth: 1, request_pages: 4, sequential_ratio: 0.7 },
      },
      varied: [{ path: 'workload.write_ratio', text: '0:1:0.1' }],
      policies: [layer('Page mapping', 'page'), layer('DFTL', 'dftl'), layer('FAST', 'fast'), layer('C-lash', 'clash')],
    },
  },
  {
    id: 'buffers',
    title: 'Buffer size × FAB, BPLRU, CLC, l-buffer',
    note: 'four write buffers over log blocks: what more RAM buys each of them',
    draft: {
      experiment: {
        device: SMALL,
        ftl: { kind: 'fast' },
        workload: { requests: 4000, queue_depth: 1, write_ratio: 1, spatial_locality: 0.4 },
      },
      varied: [{ path: 'buffer.bytes', text: '32768, 65536, 131072, 262144, 524288, 1048576' }],
      policies: [buffer('FAB', 'fab'), buffer('BPLRU', 'bplru'), buffer('CLC', 'clc'), buffer('l-buffer', 'lbuffer')],
    },
  },
  {
    id: 'spare',
    title: 'Over-provisioning × GC policy: against theory',
    note: 'pages programmed per page written, beside theory for random writes',
    metric: 'write_amplification',
    draft: {
      experiment: {
        device: { preset: 'micron-lb', pages_per_block: 16, blocks_per_plane: 256 },
        workload: { kind: 'uniform', requests: 8000, queue_depth: 1, request_pages: 1, write_ratio: 1 },
      },
      varied: [{ path: 'device.over_provisioning', text: '0.1, 0.15, 0.2, 0.3, 0.4, 0.5' }],
      policies: [
        gc('Greedy', 'greedy'),
        gc('FIFO', 'fifo'),
        gc('Random', 'random'),
        gc('Cost-benefit', 'cost-benefit'),
      ],
    },
  },
  {
    id: 'map',
    title: 'Write share and sequential share × three designs',
    note: 'two settings at once, as a map: where each design wins',
    form: 'best',
    draft: {
      experiment: { device: SMALL, workload: { requests: 2500, queue_depth: 1, request_pages: 4 } },
      varied: [
        { path: 'workload.write_ratio', text: '0.1, 0.2, 0.4, 0.6, 0.8, 1' },
        { path: 'workload.sequential_ratio', text: '0, 0.3, 0.5, 0.7, 0.8, 0.9, 1' },
      ],
      policies: [layer('DFTL', 'dftl'), layer('FAST', 'fast'), layer('C-lash', 'clash')],
    },
  },
];
