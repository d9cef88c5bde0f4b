/** What lanes are called: by what sets each apart from the others, in words. Pure. */

import { CHANGES, type Change, changesOf } from '../../app/changes';
import { valueAt } from '../../app/experiment';
import { CONSTANT, FORMULA, POLICY } from '../../app/formula/state';
import { differingFields } from '../../app/lanes/documents';
import { componentOf, meaning, valueInWords } from '../../app/parameters';
import type { ExperimentDocument, Parameter, Schema } from '../../engine/protocol';
import { bytes, count } from '../../render/format';
import { seriesName } from '../charts/series-names';

export interface LaneName {
  /** "DFTL". */
  name: string;
  /** "64 KiB map cache"; empty where there is nothing to add. */
  detail: string;
}

/** More than two differences are counted rather than listed. */
const LISTED_MAX = 2;
/** Where the last word of a field's name says too little, or its value says it all. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  'device.preset': '',
  'ftl.kind': '',
  'buffer.kind': 'buffer',
  'workload.kind': '',
  'workload.standin': 'trace substitute',
  'workload.sha256': 'SHA-256',
  'ftl.gc.policy': 'GC',
  'ftl.gc.formula': 'GC by',
  'ftl.gc.k': 'k',
  'ftl.wear_leveling.kind': 'wear levelling',
  'ftl.wear_leveling.delta': 'levelling delta',
  'ftl.gc.low': 'GC low mark',
  'ftl.gc.high': 'GC high mark',
  'ftl.cmt_protected': 'protected map entries',
  'ftl.cmt_probationary': 'other map entries',
  'ftl.cmt_bytes': 'map cache',
  'buffer.bytes': 'buffer',
  'buffer.alpha': 'α',
  'device.over_provisioning': 'over-provisioning',
  'ftl.p_pages': 'page slots',
  'ftl.b_blocks': 'block slots',
};

/** The lanes of opened documents, in their order. */
export function laneNames(documents: readonly ExperimentDocument[], schema: Schema | null): readonly LaneName[] {
  return documents.map((document) => {
    const words = wordsOf(document, documents, schema);
    const [name = titleOf(schema, document, 'ftl'), ...rest] = words;
    const layers = new Set(documents.map((each) => valueAt(each, 'ftl.kind')));
    const is_of_layer = words.length === 0 || layers.size > 1;
    return { name: capitalised(name), detail: rest.join(' · ') || (is_of_layer ? layerDetail(document) : '') };
  });
}

/** "DFTL, 64 KiB map cache". */
export const fullName = ({ name, detail }: LaneName): string => (detail === '' ? name : `${name}, ${detail}`);

function wordsOf(
  document: ExperimentDocument,
  documents: readonly ExperimentDocument[],
  schema: Schema | null,
): readonly string[] {
  const words: string[] = [];
  let rivals = documents;
  for (const section of ['ftl', 'buffer'] as const) {
    const kind = valueAt(document, `${section}.kind`);
    if (rivals.every((rival) => valueAt(rival, `${section}.kind`) === kind)) continue;
    words.push(titleOf(schema, document, section));
    rivals = rivals.filter((rival) => valueAt(rival, `${section}.kind`) === kind);
  }
  const differing = differingFields(rivals).filter((path) => path !== CHANGES && !path.startsWith(`${CHANGES}.`));
  const policy = valueAt(document, POLICY);
  // That a formula chooses is said by the formula, though the others may have the same one in store.
  const told = differing.map((path) => (path === POLICY && policy === 'formula' ? FORMULA : path));
  const own = [...new Set(told)].filter((path) => matters(path, policy));
  const listed = own.slice(0, LISTED_MAX).map((path) => settingInWords(path, valueAt(document, path), schema));
  const more = own.length - listed.length;
  const changes = changesOf(document);
  const parts = rivals.some((rival) => JSON.stringify(changesOf(rival)) !== JSON.stringify(changes));
  return [
    ...words,
    ...listed,
    ...(more > 0 ? [`${more} more`] : []),
    ...(parts ? changes.map((change) => changeInWords(change, schema)) : []),
  ];
}

/** Whether a setting says something where `policy` chooses victims: a formula says itself that it is one, and is nothing to others. */
const matters = (path: string, policy: unknown): boolean =>
  policy === 'formula' ? path !== POLICY : path !== FORMULA && path !== CONSTANT;

/** "from request 1 200 on: GC FIFO". */
export const changeInWords = ({ request, set }: Change, schema: Schema | null): string =>
  `from request ${count(request)} on: ${Object.entries(set)
    .filter(([path]) => !(FORMULA in set) || matters(path, set[POLICY]))
    .map(([path, value]) => settingInWords(path, value, schema))
    .join(', ')}`;

/** "GC FIFO", "buffer 4 MiB". */
export function settingInWords(path: string, value: unknown, schema: Schema | null): string {
  const name =
    SHORT_NAMES[path] ??
    path
      .split('.')
      .slice(1)
      .join(' ')
      .replace(/_(ns|bytes)$/, '')
      .replaceAll('_', ' ');
  const is_size = path.endsWith('.bytes') || path.endsWith('_bytes');
  if (path === 'ftl.series') return seriesName(String(value));
  if (path === 'buffer.kind' && value === 'none') return 'no buffer';
  const title = schema ? titleOfWord(schema, path, String(value)) : undefined;
  const words = is_size && typeof value === 'number' ? bytes(value) : meaning(path, value) || valueInWords(value);
  return `${name} ${title ?? words}`.trim();
}

/** What the catalogue calls `word` at `path`: "FIFO", "page mapping"; nothing where it is called by the word itself. */
function titleOfWord(schema: Schema, path: string, word: string): string | undefined {
  if (path === 'device.preset') return schema.presets[word]?.title;
  if (path === 'workload.standin') return schema.standins[word]?.title;
  const [section, ...rest] = path.split('.');
  const name = rest.join('.');
  if (section === 'device' || section === 'run') return titleAmong(schema[section], name, word);
  if (section !== 'ftl' && section !== 'buffer' && section !== 'workload') return undefined;
  if (name === 'kind') return schema[section].find(({ kind }) => kind === word)?.title.split(':')[0];
  const parameters = schema[section].flatMap((component) => component.parameters);
  return titleAmong(parameters, name, word);
}

function titleAmong(parameters: readonly Parameter[], name: string, word: string): string | undefined {
  const kinds = parameters.filter((parameter) => parameter.name === name).map(({ kind }) => kind);
  return kinds
    .map((kind) => (kind.type === 'choice' ? kind.titles[word] : undefined))
    .find((title) => title !== undefined);
}

function titleOf(schema: Schema | null, document: ExperimentDocument, section: 'ftl' | 'buffer'): string {
  const kind = String(valueAt(document, `${section}.kind`) ?? '');
  const title = schema ? componentOf(schema, document, section)?.title : undefined;
  // The rest of a long title explains it.
  const words = title?.split(':')[0] ?? kind;
  return section === 'buffer' && kind !== 'none' && !words.endsWith('buffer') ? `${words} buffer` : words;
}

const ENTRY_BYTES = 8;

/** How much a layer keeps, where its document says so. */
function layerDetail(document: ExperimentDocument): string {
  const of = (field: string): number | null => {
    const value = valueAt(document, `ftl.${field}`);
    return typeof value === 'number' ? value : null;
  };
  switch (valueAt(document, 'ftl.kind')) {
    case 'page':
      return 'map in memory';
    case 'block':
      return 'a map of blocks';
    case 'dftl': {
      const cache_bytes = of('cmt_bytes') ?? ENTRY_BYTES * ((of('cmt_protected') ?? 0) + (of('cmt_probationary') ?? 0));
      return cache_bytes > 0 ? `${bytes(cache_bytes)} map cache` : '';
    }
    case 'fast': {
      const logs = of('log_blocks');
      return logs === null ? 'shared log blocks' : `${count(logs - 1)} log blocks`;
    }
    case 'clash':
      return `${count(of('p_pages') ?? 0)} pages + ${count(of('b_blocks') ?? 0)} blocks in RAM`;
    default:
      return '';
  }
}

/** Words begin with a capital; names, such as l-buffer and pblk, are left as they are. */
const capitalised = (text: string): string =>
  text.includes(' ') && /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
