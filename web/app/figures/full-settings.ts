/** The settings of a figure's runs, with every default filled in: what all have in common, and what makes them different. */

import type { FigurePlan, FigureRun } from '../../engine/core-types';
import type { ExperimentDocument, Schema } from '../../engine/protocol';
import { SIZES, valueAt } from '../experiment';
import { fieldsOf } from '../parameters';
import type { FigureForm } from './state';

/** Path and value of fields, in the order of the drawer. */
export type Values = [path: string, value: unknown][];

export interface InFull {
  /** What is the same in all runs. */
  common: Values;
  /** By id, what is the same in all runs of a panel, or of a system, and is not in all. */
  panels: [id: string, values: Values][];
  systems: [id: string, values: Values][];
}

export function settingsInFull(schema: Schema, plan: FigurePlan): InFull {
  // What other readings of the paper change is told with them.
  const runs = plan.runs.filter(({ reading }) => reading === undefined);
  const known = runs.map((run) => ({ run, values: valuesOf(schema, run.document) }));
  const common = sharedBy(known.map(({ values }) => values));
  const paths = new Set(common.map(([path]) => path));
  const by = (key: 'panel' | 'system'): [string, Values][] =>
    idsOf(runs, key).map((id) => {
      const own = known.filter(({ run }) => run[key] === id).map(({ values }) => values);
      return [id, sharedBy(own).filter(([path]) => !paths.has(path))];
    });
  const told = (groups: [string, Values][]) => (groups.length > 1 ? groups.filter(([, own]) => own.length > 0) : []);
  return { common, panels: told(by('panel')), systems: told(by('system')) };
}

const idsOf = (runs: readonly FigureRun[], key: 'panel' | 'system'): string[] => [
  ...new Set(runs.map((run) => run[key])),
];

/** The fields that all have, with one value. */
function sharedBy(all: readonly Map<string, unknown>[]): Values {
  const [first = new Map<string, unknown>(), ...others] = all;
  const same = (path: string, value: unknown): boolean =>
    others.every((other) => other.has(path) && JSON.stringify(other.get(path)) === JSON.stringify(value));
  return [...first].filter(([path, value]) => same(path, value));
}

/** Every field of `document`, set or not. */
function valuesOf(schema: Schema, document: ExperimentDocument): Map<string, unknown> {
  const stated = SIZES.find((path) => valueAt(document, path) !== undefined);
  const fields = fieldsOf(schema, document).filter(({ path }) => !(stated && SIZES.includes(path) && path !== stated));
  const value = (path: string, standard: unknown): unknown => {
    const set = valueAt(document, path);
    return set === undefined ? standard : set;
  };
  return new Map(fields.map((field) => [field.path, value(field.path, field.default)]));
}

/** What repeats it on the command line; null where nothing does. */
export const repeating = (id: string, form: FigureForm): string | null =>
  form === 'trace' ? null : `flashlab figures ${id}${form === 'quick' ? ' --quick' : ''} --json`;
