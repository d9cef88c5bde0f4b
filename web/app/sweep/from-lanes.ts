/** A comparison as a sweep: what its lanes share is run under each lane's layer and buffer as a policy. */

import type { ExperimentDocument } from '../../engine/protocol';
import type { Schema } from '../../engine/schema';
import type { SweepPolicy, SweepValue } from '../../engine/sweep';
import { leaves, valueAt, withValue } from '../experiment';
import { componentOf } from '../parameters';
import type { SweepDraft } from './state';

const SECTIONS = ['ftl', 'buffer'] as const;
const isPlain = (value: unknown): value is SweepValue => value === null || typeof value !== 'object';

/** `lanes`: the documents, A first; it says what all have in common. */
export function fromLanes(
  schema: Schema,
  lanes: readonly ExperimentDocument[],
): Pick<SweepDraft, 'experiment' | 'policies'> {
  const [first = {}] = lanes;
  const experiment = SECTIONS.reduce((next, section) => withValue(next, section, undefined), first);
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
    const name = [layer?.title ?? 'layer', ...(buffer && buffer.kind !== 'none' ? [buffer.title] : [])].join(' + ');
    const title = name.replace(/^[a-z](?!-)/, (letter) => letter.toUpperCase());
    const taken = (wanted: string): boolean => policies.some((policy) => policy.title === wanted);
    policies.push({ title: taken(title) ? `${title} (${'ABCD'.charAt(at)})` : title, set });
  }
  return { experiment, policies };
}
