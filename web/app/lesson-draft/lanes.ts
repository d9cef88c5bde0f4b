/** What sets one lane apart from another, as a lesson says it. */

import type { ExperimentDocument } from '../../engine/protocol';
import type { Changes } from '../../lessons/lesson';
import { leaves, valueAt, withChoice } from '../experiment';

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
/** Choices that drop what was set beside them: they come first. */
const DROPS = /^(device\.preset|workload\.standin|[a-z_]+\.kind)$/;

/**
 * The choices that make `other` of `base`. What `other` leaves at its default is written out where `base` sets it; `complete` is `other` with
 * all its values.
 */
export function changesBetween(
  base: ExperimentDocument,
  other: ExperimentDocument,
  complete: ExperimentDocument,
): Changes {
  const changes: [string, unknown][] = [];
  let made = base;
  const choose = (path: string, value: unknown): void => {
    if (isSame(valueAt(made, path), value)) return;
    changes.push([path, value]);
    made = withChoice(made, path, value);
  };
  const wanted = leaves(other).toSorted(([one], [two]) => Number(DROPS.test(two)) - Number(DROPS.test(one)));
  for (const [path, value] of wanted) choose(path, value);
  for (const [path] of leaves(made)) {
    const value = valueAt(complete, path);
    if (valueAt(other, path) === undefined && value !== undefined) choose(path, value);
  }
  // A lane that differs in nothing still says something.
  return changes.length > 0 ? changes : [['run.seed', valueAt(complete, 'run.seed') ?? 1]];
}
