/** Comparisons that are ready to be made of what is open: each lane as what it has of its own. */

import type { ExperimentDocument } from '../../engine/protocol';
import { valueAt, withChoice, withValue } from '../experiment';

export interface Comparison {
  id: string;
  title: string;
  note: string;
  /** The lanes' documents, on what `base` says of device and requests. */
  lanes: (base: ExperimentDocument) => readonly ExperimentDocument[];
}

/** Layers that collect garbage by a policy that can be chosen. */
const COLLECTING: readonly unknown[] = [undefined, 'page', 'dftl', 'cftl'];
/** A buffer that has no size of its own yet. */
const BUFFER_BYTES = 4 * 2 ** 20;

const collecting = (base: ExperimentDocument): ExperimentDocument =>
  COLLECTING.includes(valueAt(base, 'ftl.kind')) ? base : withChoice(base, 'ftl.kind', 'page');

/** Layers that bring RAM of their own take no buffer. */
const OWN_RAM: readonly unknown[] = ['clash', 'ttflash', 'pblk', 'pblk-selective'];

/** A layer that takes a buffer, and a size for it. */
function buffered(base: ExperimentDocument): ExperimentDocument {
  const layered = OWN_RAM.includes(valueAt(base, 'ftl.kind')) ? withChoice(base, 'ftl.kind', 'page') : base;
  return typeof valueAt(layered, 'buffer.bytes') === 'number'
    ? layered
    : withValue(layered, 'buffer.bytes', BUFFER_BYTES);
}

export const COMPARISONS: readonly Comparison[] = [
  {
    id: 'gc',
    title: 'Four ways to choose a victim',
    note: 'greedy, FIFO, d-choices and cost-benefit',
    lanes: (base) =>
      ['greedy', 'fifo', 'd-choices', 'cost-benefit'].map((policy) =>
        withChoice(collecting(base), 'ftl.gc.policy', policy),
      ),
  },
  {
    id: 'buffers',
    title: 'Four write buffers',
    note: 'FAB, BPLRU, CLC and l-buffer, all the same size',
    lanes: (base) => ['fab', 'bplru', 'clc', 'lbuffer'].map((kind) => withChoice(buffered(base), 'buffer.kind', kind)),
  },
  {
    id: 'ttflash',
    title: 'ttFlash, technique by technique',
    note: 'base, plane-blocking only, without rotating GC, complete',
    lanes: (base) =>
      ['base', 'pb', 'gtr', 'rgc'].map((series) =>
        withChoice(withChoice({ ...base, buffer: { kind: 'none' } }, 'ftl.kind', 'ttflash'), 'ftl.series', series),
      ),
  },
];
