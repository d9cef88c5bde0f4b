/** Comparisons that are ready to be made of what is open: each lane as what it has of its own. */

import type { Component, ExperimentDocument, Schema } from '../../engine/protocol';
import { valueAt, withChoice, withValue } from '../experiment';

export interface Comparison {
  id: string;
  title: string;
  note: string;
  /** The lanes' documents, on what `base` says of device and requests; `schema` knows its layer. */
  lanes: (base: ExperimentDocument, schema: Schema) => readonly ExperimentDocument[];
}

/** A buffer that has no size of its own yet. */
const BUFFER_BYTES = 4 * 2 ** 20;

/** On page mapping, where the layer of `base` is no such as is wanted. */
function onLayer(base: ExperimentDocument, schema: Schema, isWanted: (layer: Component) => boolean) {
  const layer = schema.ftl.find(({ kind }) => kind === (valueAt(base, 'ftl.kind') ?? 'page'));
  return layer && isWanted(layer) ? base : withChoice(base, 'ftl.kind', 'page');
}

/** A layer that collects garbage by a policy that can be chosen. */
const collecting = (base: ExperimentDocument, schema: Schema): ExperimentDocument =>
  onLayer(base, schema, ({ parameters }) => parameters.some(({ name }) => name === 'gc.policy'));

/** A layer that takes a buffer, since it brings no RAM of its own, and a size for it. */
function buffered(base: ExperimentDocument, schema: Schema): ExperimentDocument {
  const layered = onLayer(base, schema, ({ traits }) => !traits?.caches_pages);
  return typeof valueAt(layered, 'buffer.bytes') === 'number'
    ? layered
    : withValue(layered, 'buffer.bytes', BUFFER_BYTES);
}

export const COMPARISONS: readonly Comparison[] = [
  {
    id: 'gc',
    title: 'Four ways to choose a victim',
    note: 'greedy, FIFO, d-choices and cost-benefit',
    lanes: (base, schema) =>
      ['greedy', 'fifo', 'd-choices', 'cost-benefit'].map((policy) =>
        withChoice(collecting(base, schema), 'ftl.gc.policy', policy),
      ),
  },
  {
    id: 'buffers',
    title: 'Four write buffers',
    note: 'FAB, BPLRU, CLC and l-buffer, all the same size',
    lanes: (base, schema) =>
      ['fab', 'bplru', 'clc', 'lbuffer'].map((kind) => withChoice(buffered(base, schema), 'buffer.kind', kind)),
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
