/** The experiment as one sentence, in which every word that can be changed knows its field. */

import { valueAt } from '../../app/experiment';
import { componentOf, type Section } from '../../app/parameters';
import type { Coverage, ExperimentDocument, Geometry, Schema } from '../../engine/protocol';
import { bytes, count, plural, share } from '../../render/format';

/** Plain text, or a word with the field it stands for; of lanes side by side, one in which they differ. */
export type Segment = string | { word: string; path: string; differs?: true };

/** `document` with its defaults filled in, as the engine opened it. Many pages: sizes in bytes; few: counted. */
export function sentence(
  document: ExperimentDocument,
  geometry: Geometry,
  schema: Schema,
  address_mode: string | null = null,
  trace: Coverage | null = null,
): Segment[] {
  const parts = partsOf(document, geometry, schema, address_mode, trace);
  return joined([parts.device, parts.buffer, parts.ftl, parts.workload, parts.run]);
}

/** The sentence by section. */
export function partsOf(
  document: ExperimentDocument,
  geometry: Geometry,
  schema: Schema,
  address_mode: string | null,
  trace: Coverage | null,
): Record<Section, readonly Segment[]> {
  return {
    device: deviceWords(document, geometry),
    buffer: bufferWords(document, schema),
    ftl: layerWords(document, schema),
    workload: workloadWords(document, schema, address_mode, trace),
    run: ['seed ', word(document, 'run.seed', (value) => count(Number(value)))],
  };
}

/** Parts with a dot between each. */
export const joined = (parts: readonly (readonly Segment[])[]): Segment[] =>
  parts.flatMap((part, at) => (at === 0 ? part : [' · ', ...part]));

/** The device where room is short: "micron-lb 1.06 GiB, OP 5.5 %". */
export function deviceInShort(document: ExperimentDocument, geometry: Geometry): Segment[] {
  const size = { word: bytes(geometry.physical_pages * geometry.page_bytes), path: sizePath(document) };
  const op = word(document, 'device.over_provisioning', (value) => share(Number(value)));
  return [word(document, 'device.preset', String), ' ', size, ', OP ', op];
}

const COUNTABLE_PAGES = 256;

function deviceWords(document: ExperimentDocument, geometry: Geometry): Segment[] {
  const preset = word(document, 'device.preset', String);
  const op = word(document, 'device.over_provisioning', (value) => share(Number(value)));
  if (geometry.physical_pages <= COUNTABLE_PAGES) {
    const blocks = { word: count(geometry.blocks), path: sizePath(document) };
    const pages = word(document, 'device.pages_per_block', (value) => count(Number(value)));
    return [preset, ', ', blocks, ' blocks of ', pages, ` pages, ${plural(geometry.logical_pages, 'logical page')}`];
  }
  const physical_bytes = geometry.physical_pages * geometry.page_bytes;
  const size = { word: bytes(physical_bytes), path: sizePath(document) };
  return [preset, ', ', size, ` (${count(geometry.physical_pages)} pages, over-provisioning `, op, ')'];
}

/** The field that sizes this device: what the host sees, or what there is. */
const sizePath = (document: ExperimentDocument): string =>
  typeof valueAt(document, 'device.blocks_per_plane') === 'number' ? 'device.blocks_per_plane' : 'device.logical_bytes';

function bufferWords(document: ExperimentDocument, schema: Schema): Segment[] {
  const component = componentOf(schema, document, 'buffer');
  if (!component || component.kind === 'none') return [{ word: 'no buffer', path: 'buffer.kind' }];
  const size = valueAt(document, 'buffer.bytes');
  const kind = { word: component.title, path: 'buffer.kind' };
  return typeof size === 'number' ? [kind, ' of ', { word: bytes(size), path: 'buffer.bytes' }] : [kind];
}

function layerWords(document: ExperimentDocument, schema: Schema): Segment[] {
  const component = componentOf(schema, document, 'ftl');
  const kind = { word: component?.title ?? '?', path: 'ftl.kind' };
  const policy = valueAt(document, 'ftl.gc.policy');
  if (typeof policy === 'string') return [kind, ', ', { word: policy, path: 'ftl.gc.policy' }, ' GC'];
  return [kind, ...logWords(document, component?.kind ?? '')];
}

/** A number of the layer's own in a sentence: what stands before it, its field, and what stands after it. */
type LogWord = readonly [before: string, field: string, after: string, less?: number];

/** How a layer's log blocks are told: " with 5 shared log blocks and 1 sequential". One of FAST's is the sequential. */
const LOG_WORDS: Readonly<Record<string, readonly LogWord[]>> = {
  nftl: [[' with chains of up to ', 'replacement_blocks', ' blocks']],
  bast: [[' with ', 'log_blocks', ' log blocks']],
  fast: [[' with ', 'log_blocks', ' shared log blocks and 1 sequential', 1]],
  sast: [
    [', groups of ', 'group_blocks', ' sharing '],
    ['', 'group_logs', ' log blocks'],
  ],
  kast: [[', at most ', 'k', ' colours in a log block']],
  last: [[' with ', 'log_blocks', ' log blocks: in order, hot, cold']],
  clash: [
    [' with ', 'p_pages', ' page slots and '],
    ['', 'b_blocks', ' block slots'],
  ],
  superblock: [
    [' of ', 'size', ' blocks and up to '],
    ['', 'log_blocks', ' more'],
  ],
};

/** Only where the document says the number; a layer that chooses it itself needs no word for it. */
function logWords(document: ExperimentDocument, kind: string): Segment[] {
  return (LOG_WORDS[kind] ?? []).flatMap(([before, field, after, less = 0]): Segment[] => {
    const path = `ftl.${field}`;
    const value = valueAt(document, path);
    return typeof value === 'number' ? [before, { word: count(value - less), path }, after] : [];
  });
}

function workloadWords(
  document: ExperimentDocument,
  schema: Schema,
  address_mode: string | null,
  trace: Coverage | null,
): Segment[] {
  const component = componentOf(schema, document, 'workload');
  if (component?.kind === 'trace')
    return ['trace ', word(document, 'workload.file', String), ...coverageWords(trace), ...addressWords(address_mode)];
  const kind = { word: component?.title ?? '?', path: 'workload.kind' };
  return [kind, ...hotWords(document)];
}

/** ", ASU 1 (184 of 948 requests), 12 lines not read, ended early": what of the file is replayed, where that is not all. */
function coverageWords(trace: Coverage | null): Segment[] {
  if (!trace) return [];
  const { devices, device, requests, bad_lines, ended_early } = trace;
  const own = devices.find((each) => each.device === device);
  const part = own && `(${count(own.requests)} of ${plural(requests, 'request')})`;
  return [
    ...(own && devices.length > 1 ? [', ', { word: own.label, path: 'workload.device' }, ` ${part}`] : []),
    ...(bad_lines.count > 0 ? [`, ${plural(bad_lines.count, 'line')} not read`] : []),
    ...(ended_early === null ? [] : [', ended early']),
  ];
}

/** ", addresses fold": how the trace's addresses were fitted to the device. */
const addressWords = (mode: string | null): Segment[] =>
  mode === null ? [] : [', addresses ', { word: mode, path: 'workload.address' }];

/** " 90 % to 10 %", for workloads that have hot pages. */
function hotWords(document: ExperimentDocument): Segment[] {
  if (valueAt(document, 'workload.hot_page_ratio') === undefined) return [];
  const ratio = (path: string): Segment => word(document, path, (value) => share(Number(value)));
  return [' ', ratio('workload.hot_request_ratio'), ' to ', ratio('workload.hot_page_ratio')];
}

function word(document: ExperimentDocument, path: string, show: (value: unknown) => string): Segment {
  const value = valueAt(document, path);
  return { word: value === undefined || value === null ? 'default' : show(value), path };
}

/** The sentence as plain text, for titles and screen readers. */
export const plainSentence = (segments: readonly Segment[]): string =>
  segments.map((segment) => (typeof segment === 'string' ? segment : segment.word)).join('');
