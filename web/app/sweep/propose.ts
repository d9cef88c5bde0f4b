/** Values to begin with: from what a field may be and what it is now. */

import type { ExperimentDocument, Schema } from '../../engine/protocol';
import type { SweepPolicy, SweepValue } from '../../engine/sweep';
import { withChoice } from '../experiment';
import { type Field, fieldsOf } from '../parameters';

import type { SweepDraft } from './state';
import { listed } from './values';

/** Where neither the bounds nor the present value say what is of interest. */
const OWN: Readonly<Record<string, string>> = {
  'device.over_provisioning': '0.05, 0.1, 0.15, 0.2, 0.3, 0.5',
  'run.seed': '1:5:1',
  'workload.request_pages': '1, 2, 4, 8, 16, 32',
};

const FACTORS = [1 / 4, 1 / 2, 1, 2, 4];
const WORDS_MAX = 8;
const MIB = 1 << 20;

/** Its values as text, to be changed. */
export function proposed({ path, kind, default: standard, choices }: Field, present: unknown): string {
  const own = OWN[path];
  if (own) return own;
  if (kind.type === 'boolean') return 'false, true';
  if (kind.type === 'choice') return listed((choices?.map(({ value }) => value) ?? kind.words).slice(0, WORDS_MAX));
  if (kind.type === 'text' || kind.type === 'formula') return typeof present === 'string' ? present : '';
  if (kind.type === 'number' && kind.min === 0 && kind.max === 1) return '0:1:0.2';
  if (kind.type === 'number' && kind.min === -1 && kind.max === 1) return '-1:1:0.5';
  return listed(around(kind, [present, standard], /(^|[._])bytes$/.test(path) ? MIB : 8));
}

/** Half and double and so on of what it is, within its bounds. */
function around(
  { type, min, max }: { type: 'integer' | 'number'; min: number; max: number },
  known: readonly unknown[],
  otherwise: number,
): SweepValue[] {
  const base = known.find((value): value is number => typeof value === 'number' && value > 0) ?? otherwise;
  const round = (value: number): number => (type === 'integer' ? Math.round(value) : Number(value.toPrecision(2)));
  const values = FACTORS.map((factor) => Math.min(Math.max(round(base * factor), min), max));
  return [...new Set(values)];
}

/** What is looked at first, where the experiment has it. */
const FIRST = ['workload.write_ratio', 'device.over_provisioning', 'run.seed'];

/** The next field worth varying, beside those that do. */
export function nextField(fields: readonly Field[], taken: readonly string[]): Field | undefined {
  const free = fields.filter(({ path }) => !taken.includes(path));
  const first = FIRST.find((path) => free.some((field) => field.path === path));
  return free.find(({ path }) => path === first) ?? free[0];
}

/** One field over a few values, under the experiment's own policy. */
export function firstDraft(schema: Schema, document: ExperimentDocument): Pick<SweepDraft, 'varied'> {
  const field = nextField(variable(schema, document, []), []);
  return { varied: field ? [{ path: field.path, text: proposed(field, undefined) }] : [] };
}

/** Every field that can vary: those of the experiment, and those that a policy's layer or buffer brings. */
export function variable(schema: Schema, document: ExperimentDocument, policies: readonly SweepPolicy[]): Field[] {
  const kinds = policies.flatMap(({ set }) =>
    ['ftl.kind', 'buffer.kind'].flatMap((path) => (path in set ? [withChoice(document, path, set[path])] : [])),
  );
  const fields = [document, ...kinds].flatMap((each) => fieldsOf(schema, each));
  const once = new Map(fields.reverse().map((field) => [field.path, field]));
  return [...once.values()]
    .reverse()
    .filter(
      ({ path, kind }) =>
        kind.type !== 'text' && kind.type !== 'formula' && path !== 'workload.sha256' && path !== 'workload.format',
    );
}
