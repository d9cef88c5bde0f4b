/** From what is wanted to a sweep that the core can read, or to what is wrong with it. */

import type { Failure } from '../../engine/protocol';
import type { SweepAxis, SweepDocument } from '../../engine/sweep';
import { valueAt } from '../experiment';
import type { SweepDraft, SweepRefusal } from './state';
import { parseValues } from './values';

/** As many as there are letters for. */
export const POLICIES_MAX = 10;
export const VARIED_MAX = 2;
/** What is shown beside a policy that sets nothing. */
export const AS_IT_IS = { title: 'As it is', set: {} } as const;

export type Drafted = { sweep: SweepDocument; refusal: null } | { sweep: null; refusal: SweepRefusal | null };

/** Null for both while something is still to be chosen. */
export function sweepOf({ experiment, varied, policies }: SweepDraft): Drafted {
  if (!experiment || (varied.length === 0 && policies.length === 0)) return { sweep: null, refusal: null };
  const axes: SweepAxis[] = policies.length > 0 ? [{ policies: [...policies] }] : [];
  for (const [i, { path, text }] of varied.entries()) {
    const { values, wrong } = parseValues(text);
    if (values === null) return { sweep: null, refusal: { at: { varied: i }, text: wrong } };
    axes.push({ path, values });
  }
  return { sweep: { version: 1, experiment, axes }, refusal: null };
}

/** Where in the draft a refusal of the core belongs. */
export function refusalOf({ field, text }: Failure, { varied, policies }: SweepDraft): SweepRefusal {
  const axis = /^axes\[(\d+)\]/.exec(field ?? text)?.[1];
  const first = policies.length > 0 ? 1 : 0;
  if (axis !== undefined) return { at: Number(axis) < first ? 'policies' : { varied: Number(axis) - first }, text };
  const own = varied.findIndex(({ path }) => path === field || text.startsWith(`${path}:`));
  if (own >= 0) return { at: { varied: own }, text };
  const of_policy = field !== null && policies.some(({ set }) => Object.hasOwn(set, field));
  return { at: of_policy ? 'policies' : 'all', text };
}

/** The SHA-256 of its trace, as the experiment states it. */
export function statedTrace({ experiment }: SweepDraft): string | null {
  const digits = experiment && valueAt(experiment, 'workload.sha256');
  return typeof digits === 'string' ? digits : null;
}
