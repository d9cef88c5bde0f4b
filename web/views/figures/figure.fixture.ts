/** A small figure for tests: four systems at five places, in the form in which the core tells it. */

import { coreFigures } from '../../engine/core.fixture';
import type {
  ClaimJudgement,
  FigureClaim,
  FigureEntry,
  FigureMeasure,
  FigurePlan,
  FigureResult,
} from '../../engine/core-types';
import type { FigureData } from './models';
import { curvesOf } from './points';

const PLACES = coreFigures().flatMap(({ places }) => places);

/** What a figure says of these claims. */
export function claiming(...claims: string[]): Pick<FigureEntry, 'claims' | 'places'> {
  return { claims, places: claims.flatMap((id) => PLACES.filter(({ claim }) => claim === id)) };
}

export const ENTRY: FigureEntry = {
  id: 'clash-seq',
  paper: 'SPECTS 2011, Fig. 3',
  publication: 'SPECTS 2011',
  title: 'Sequentiality',
  what: 'Ever more requests continue the one before.',
  system: 'clash',
  ...claiming('C1', 'C3'),
  panels: [{ id: 'all', title: '' }],
  x: { name: 'sequential ratio', unit: '', scale: 'linear' },
  metrics: [
    {
      id: 'mean_response_ms',
      title: 'mean response',
      unit: 'ms',
      scale: 'linear',
      field: 'mean_response_ns',
      per_unit: 1e6,
    },
    { id: 'erases', title: 'erases', unit: '', scale: 'linear', field: 'erases', per_unit: 1 },
    {
      id: 'erase_std_dev',
      title: 'standard deviation of erases',
      unit: '',
      scale: 'log',
      field: 'erase_std_dev',
      per_unit: 1,
    },
    {
      id: 'erase_cv',
      title: 'coefficient of variation of erases',
      unit: '',
      scale: 'linear',
      field: 'erase_cv',
      per_unit: 1,
    },
  ],
  systems: [
    { id: 'clash', title: 'C-lash' },
    { id: 'dftl', title: 'DFTL' },
    { id: 'fast', title: 'FAST' },
    { id: 'page', title: 'page mapping' },
  ],
  readings: [],
  takes_traces: false,
  assumptions: [{ open: 'How much is spare.', chosen: '5.5 % (device.over_provisioning).' }],
};

/** Mean responses in ms by system, at x = 0, 0.25 … 1: C-lash meets DFTL half way between 0.25 and 0.5. */
export const RESPONSES_MS: Readonly<Record<string, readonly number[]>> = {
  clash: [40, 32, 20, 10, 2],
  dftl: [36, 30, 22, 14, 6],
  fast: [80, 60, 40, 20, 1],
  page: [16, 12, 8, 4, 2],
};

export function planOf(seeds: readonly number[], id = ENTRY.id): FigurePlan {
  const x = [0, 0.25, 0.5, 0.75, 1];
  const runs = x.flatMap((_, x_index) =>
    ENTRY.systems.flatMap((system) =>
      seeds.map((seed) => ({
        panel: 'all',
        system: system.id,
        x_index,
        seed,
        by: 'device',
        document: { figure: id, ftl: { kind: system.id }, x: x_index, run: { seed } },
      })),
    ),
  );
  return { id, quick: seeds.length === 1, x, runs };
}

/** Seed 1 measures the value itself, each later one a tenth of a millisecond more. */
export function measureOf({ system, x_index, seed }: FigurePlan['runs'][number]): FigureMeasure {
  const ms = (RESPONSES_MS[system]?.[x_index] ?? 0) + (seed - 1) / 10;
  return {
    mean_response_ns: Math.round(ms * 1e6),
    erases: Math.round(ms * 1000),
    erase_std_dev: ms / 10,
    erase_cv: 0.5,
    saturated: false,
  };
}

/** What charts are made of when `measures` have been made. */
export const dataWith = (plan: FigurePlan, measures: readonly (FigureMeasure | null)[], entry = ENTRY): FigureData => ({
  plan,
  x_values: plan.x,
  curves: (metric) => curvesOf(entry, plan, measures, metric),
  divided: null,
  x_path: undefined,
  claimed: true,
});

/** The verdict where there is one reading. */
function verdictWith({ held = null, claimed }: Partial<FigureClaim>): FigureClaim['verdict'] {
  if (held !== null) return held ? 'reproduced' : 'not-reproduced';
  return claimed === null ? 'not-tested' : null;
}

/** What came of it, unless it had nothing to judge. */
export const judgementOf = (held: boolean | null | undefined): ClaimJudgement | null =>
  typeof held === 'boolean' ? (held ? 'holds' : 'fails') : null;

export const claim = (id: string, change: Partial<FigureClaim> = {}): FigureClaim => ({
  id,
  statement: `${id} holds.`,
  claimed: 'less than the other everywhere',
  measured: null,
  held: null,
  judgement: judgementOf(change.held),
  verdict: verdictWith(change),
  readings: [],
  proof: null,
  contradictions: [],
  report_only: false,
  is_ours: false,
  note: 'not computed yet',
  marks: [],
  ...change,
});

export const resultWith = (claims: FigureClaim[]): FigureResult => ({
  id: ENTRY.id,
  paper: ENTRY.paper,
  title: ENTRY.title,
  settings: {
    version: '1.2.3',
    quick: true,
    seeds: [1, 2, 3, 4, 5],
    x: {},
    divided: null,
    common: {},
    panels: {},
    systems: {},
    readings: [],
  },
  series: [],
  claims,
});
