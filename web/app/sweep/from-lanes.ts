/** A comparison as a sweep: what its lanes share is run under each lane's layer and buffer as a policy. */

import type { ExperimentDocument, Schema } from '../../engine/protocol';
import type { SweepPolicy, SweepValue } from '../../engine/sweep';
import { changesOf, withChanges } from '../changes';
import { leaves, valueAt, withValue } from '../experiment';
import { componentOf } from '../parameters';
import { policyTitle } from './policies';
import type { SweepDraft } from './state';

const SECTIONS = ['ftl', 'buffer'] as const;
const isPlain = (value: unknown): value is SweepValue => value === null || typeof value !== 'object';

/** A policy sets values, and has no list of what changes on the way: a fork would be the lane it comes from once more. */
const isForked = (document: ExperimentDocument): boolean => changesOf(document).length > 0;
const sectionOf = (path: string): string => path.split('.')[0] ?? '';

/** What all `lanes` state alike, but for their layers and buffers. */
function sharedBy(lanes: readonly ExperimentDocument[]): ExperimentDocument {
  const [first = {}] = lanes;
  const isShared = ([path, value]: [string, unknown]): boolean =>
    !SECTIONS.some((section) => section === sectionOf(path)) &&
    lanes.every((document) => JSON.stringify(valueAt(document, path)) === JSON.stringify(value));
  return leaves(first)
    .filter(isShared)
    .reduce((next, [path, value]) => withValue(next, path, value), {} as ExperimentDocument);
}

/** `all`: the lanes' documents, A first. Forks are left out. */
export function fromLanes(
  schema: Schema,
  all: readonly ExperimentDocument[],
): Pick<SweepDraft, 'experiment' | 'policies'> {
  const unforked = all.filter((document) => !isForked(document));
  const lanes = unforked.length > 0 ? unforked : [withChanges(all[0] ?? {}, [])];
  const experiment = sharedBy(lanes);
  const buffered = lanes.some((document) => valueAt(document, 'buffer') !== undefined);
  const policies: SweepPolicy[] = [];
  for (const [at, document] of lanes.entries()) {
    const layer = componentOf(schema, document, 'ftl');
    const buffer = buffered ? componentOf(schema, document, 'buffer') : undefined;
    const own = leaves(document).filter(
      ([path, value]) => isPlain(value) && JSON.stringify(valueAt(experiment, path)) !== JSON.stringify(value),
    );
    const kinds = { 'ftl.kind': layer?.kind ?? 'page', ...(buffer ? { 'buffer.kind': buffer.kind } : {}) };
    const set = { ...kinds, ...Object.fromEntries(own) } as SweepPolicy['set'];
    const titles = [layer?.title ?? 'layer', ...(buffer && buffer.kind !== 'none' ? [buffer.title] : [])];
    const title = titles.map(policyTitle).join(' + ');
    const taken = (wanted: string): boolean => policies.some((policy) => policy.title === wanted);
    policies.push({ title: taken(title) ? `${title} (${'ABCD'.charAt(at)})` : title, set });
  }
  return { experiment, policies };
}
