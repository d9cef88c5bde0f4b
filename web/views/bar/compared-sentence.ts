/** Several experiments as one sentence: what all of them share, and what sets them apart. Pure. */

import { CHANGES } from '../../app/changes';
import { differingFields } from '../../app/lanes/documents';
import { SECTION_TITLES, type Section } from '../../app/parameters';
import type { AppState } from '../../app/state';
import type { ExperimentDocument, Geometry, Opened, Schema } from '../../engine/protocol';
import { deviceInShort, joined, partsOf, type Segment } from './sentence';

const SECTIONS: readonly Section[] = ['device', 'buffer', 'ftl', 'workload', 'run'];
/** More differing settings than this are told by their section. */
const NAMED_MAX = 2;

/** `documents` of lanes, A first, with their defaults filled in; `geometry` and what is said of a trace are lane A's. */
function sharedSentence(
  documents: readonly ExperimentDocument[],
  geometry: Geometry,
  schema: Schema,
  { address_mode, trace = null }: Pick<Opened, 'address_mode' | 'trace'>,
): { shared: Segment[]; differs: Segment[] } {
  const [first = {}] = documents;
  const paths = differingFields(documents);
  const parts = { ...partsOf(first, geometry, schema, address_mode, trace), device: deviceInShort(first, geometry) };
  const shared = SECTIONS.filter((section) => !differsIn(paths, section)).map((section) => parts[section]);
  return { shared: ['Same for all: ', ...joined(shared)], differs: [' · ', ...differences(paths)] };
}

/** What lanes that stand side by side share, and what sets them apart. */
export function sharedParts({ beside }: AppState, opened: Opened, schema: Schema): readonly Segment[][] {
  const documents = [opened.document, ...beside.map((lane) => lane.opened?.document ?? lane.document)];
  const { shared, differs } = sharedSentence(documents, opened.geometry, schema, opened);
  return [shared, differs];
}

/** Changes on the way are no part of the sentence. */
const differsIn = (paths: readonly string[], section: Section): boolean =>
  paths.some((path) => path.startsWith(`${section}.`) && !isChange(path));
const isChange = (path: string): boolean => path.startsWith(CHANGES);

const differs = true as const;

/** "differs: the translation layer"; a few settings of one kind of component are named each. */
export function differences(paths: readonly string[]): Segment[] {
  if (paths.length === 0) return ['nothing differs yet'];
  const words = SECTIONS.filter((section) => differsIn(paths, section)).flatMap((section) => {
    const own = paths.filter((path) => path.startsWith(`${section}.`) && !isChange(path));
    const kind = `${section}.kind`;
    if (own.includes(kind) || own.length > NAMED_MAX) {
      const path = own.includes(kind) ? kind : (own[0] ?? kind);
      return [{ word: `the ${SECTION_TITLES[section].toLowerCase()}`, path, differs }];
    }
    return own.map((path) => ({
      word: path.split('.').slice(1).join(' ').replaceAll('_', ' ').replace(/^gc\b/, 'GC'),
      path,
      differs,
    }));
  });
  const changes: Segment[] = paths.some(isChange)
    ? [{ word: 'what changes during the run', path: CHANGES, differs }]
    : [];
  return ['differs: ', ...[...words, ...changes].flatMap((word, at) => (at === 0 ? [word] : [', ', word]))];
}
