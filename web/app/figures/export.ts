/** A figure of a paper as an export: a report, and its points as a table. */

import type { FigureClaim, FigureEntry, FigurePlan, FigureResult, ReadClaim } from '../../engine/core-types';
import type { Schema } from '../../engine/protocol';
import type { Cell, Drawing, Report, Section, Table } from '../export/export';
import { repeating, settingsInFull, type Values } from './full-settings';
import type { FigureForm } from './state';
import { verdictWords } from './verdict';

export interface FigureParts {
  entry: FigureEntry;
  result: FigureResult;
  plan: FigurePlan;
  form: FigureForm;
  schema: Schema | null;
  drawings: readonly Drawing[];
  link: string;
}

export function figureReport({ entry, result, plan, form, schema, drawings, link }: FigureParts): Report {
  const { settings, claims } = result;
  const command = repeating(entry.id, form);
  const seeds = settings.seeds.length;
  const size = settings.divided ? `, sizes divided by ${settings.divided.by}` : '';
  const sections: (Section | null)[] = [
    {
      heading: 'What it shows',
      text: `${entry.what}\n\nAfter ${entry.paper}. ${seeds === 1 ? 'One seed' : `The median of ${seeds} seeds`}${size}.`,
    },
    ...drawings.map(({ title, svg }) => ({ heading: title, svg })),
    claims.length > 0 ? { heading: 'What the paper claims', table: claimsTable(claims) } : null,
    {
      heading: 'What the paper leaves open',
      table: { columns: ['left open', 'chosen'], rows: entry.assumptions.map(({ open, chosen }) => [open, chosen]) },
    },
    { heading: 'Points', table: pointsTable(entry, result) },
    schema ? { heading: 'What was run, with every default', table: settingsTable(schema, plan, entry) } : null,
    { heading: 'What was run, as the result states it', settings },
    command ? { heading: 'To reproduce it', code: command } : null,
  ];
  return {
    title: entry.title,
    made_with: { version: settings.version, link },
    sections: sections.filter((section) => section !== null),
  };
}

const claimsTable = (claims: readonly FigureClaim[]): Table => ({
  columns: ['claim', 'verdict', 'statement', 'asked', 'bounds', 'measured', 'by other readings', 'proof', 'note'],
  rows: claims.map((claim) => [
    claim.id,
    verdictWords(claim),
    claim.statement,
    claim.claimed,
    claim.bounds ?? null,
    claim.measured,
    claim.readings.map((reading) => `${reading.id}: ${heldWords(reading)}: ${reading.measured ?? '–'}`).join('\n') ||
      null,
    claim.proof?.join('\n') ?? null,
    claim.note,
  ]),
});

const HELD = { holds: 'holds', fails: 'does not', 'nothing-to-judge': 'nothing to judge' } as const;
const heldWords = ({ judgement, no_effect }: ReadClaim): string =>
  no_effect ? 'no effect' : judgement === null ? 'not computed yet' : HELD[judgement];

function settingsTable(schema: Schema, plan: FigurePlan, { panels, systems }: FigureEntry): Table {
  const in_full = settingsInFull(schema, plan);
  const rows = (runs: string, values: Values): Cell[][] =>
    values.map(([path, value]) => [runs, path, JSON.stringify(value)]);
  const title = (list: readonly { id: string; title: string }[], id: string): string =>
    list.find((each) => each.id === id)?.title || id;
  return {
    columns: ['runs', 'setting', 'value'],
    rows: [
      ...rows('all', in_full.common),
      ...in_full.panels.flatMap(([id, values]) => rows(title(panels, id), values)),
      ...in_full.systems.flatMap(([id, values]) => rows(title(systems, id), values)),
    ],
  };
}

/** A row a point: its part of the figure, its system, its place on the axis, then each metric. */
export function pointsTable({ systems, metrics, x: axis }: FigureEntry, { series }: FigureResult): Table {
  const title = (id: string): string => systems.find((system) => system.id === id)?.title ?? id;
  const place = (x: number): Cell => axis.names?.find(([value]) => value === x)?.[1] ?? x;
  const names = metrics.map(({ id, unit }) => (unit === '' || id.endsWith(`_${unit}`) ? id : `${id} (${unit})`));
  const rows = series.flatMap((curve) =>
    curve.x.map((x, i) => [
      curve.panel,
      title(curve.system),
      place(x),
      ...[...metrics.map(({ id }) => id), 'saturated'].map((id) => curve[id]?.[i] ?? null),
    ]),
  );
  return {
    columns: ['panel', 'system', axis.unit ? `${axis.name} (${axis.unit})` : axis.name, ...names, 'saturated'],
    rows,
  };
}
