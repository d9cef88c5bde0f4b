/** The lanes' full runs as a report. Pure. */

import type { ExperimentDocument } from '../../engine/protocol';
import { valueAt } from '../experiment';
import type { Cell, Drawing, Report, Section, Table } from '../export/export';
import { differingFields } from './documents';
import { unlikeTerms } from './like-terms';
import { LANE_LETTERS } from './side-by-side';

export interface LaneParts {
  /** With every default filled in. */
  document: ExperimentDocument;
  /** JSON text, as the command line prints it. */
  report: string;
  joins_commands: boolean;
}

export interface RunParts {
  title: string;
  lanes: readonly LaneParts[];
  drawings: readonly Drawing[];
  version: string;
  link: string;
}

/** What a report's field is called here, where it stands, and how many of it make one of the unit. */
type Row = readonly [name: string, field: string, per_unit?: number];

const ROWS: readonly Row[] = [
  ['requests', 'requests'],
  ['mean response, ms', 'mean_response_ns', 1e6],
  ['reads: mean response, ms', 'read_mean_response_ns', 1e6],
  ['writes: mean response, ms', 'write_mean_response_ns', 1e6],
  ['median response, ms', 'p50_ns', 1e6],
  ['p99, ms', 'p99_ns', 1e6],
  ['p99.9, ms', 'p999_ns', 1e6],
  ['longest response, ms', 'max_ns', 1e6],
  ['saturated: requests arrived faster than they were served', 'saturated'],
  ['write amplification', 'write_amplification'],
  ['flash page reads', 'nand_reads'],
  ['flash page programs', 'nand_programs'],
  ['block erases', 'nand_erases'],
  ['erases per block, standard deviation', 'erase_std_dev'],
  ['RAM for tables and buffers, bytes', 'ram_bytes'],
  ['time from first to last, s', 'simulated_ns', 1e9],
  ['trace: lines', 'trace.lines'],
  ['trace: lines that could not be read, left out', 'trace.bad_lines.count'],
  ['trace: ended early', 'trace.ended_early'],
  ['trace: requests of all devices', 'trace.requests'],
  ['trace: device replayed', 'trace.device'],
  ['how it ended', 'end.text'],
];

export function runReport({ title, lanes, drawings, version, link }: RunParts): Report {
  const letters = lanes.map((_, index) => LANE_LETTERS[index] ?? '');
  const sections: (Section | null)[] = [
    { heading: 'The whole run', table: figuresTable(lanes, letters) },
    lanes.length > 1 ? { heading: 'What differs', ...unlike(lanes), table: differencesTable(lanes, letters) } : null,
    ...drawings.map((drawing) => ({ heading: drawing.title, svg: drawing.svg })),
    {
      heading: 'To reproduce it',
      text: 'The link above opens it in a browser. On the command line, save an experiment from below as experiment.json and run:',
      code: 'npm run -s flashlab -- run experiment.json',
    },
    ...lanes.map(({ document }, index) => ({
      heading: lanes.length > 1 ? `The experiment of lane ${letters[index]}` : 'The experiment',
      settings: document,
    })),
  ];
  return { title, made_with: { version, link }, sections: sections.filter((section) => section !== null) };
}

function figuresTable(lanes: readonly LaneParts[], letters: readonly string[]): Table {
  const reports = lanes.map(({ report }): ExperimentDocument => JSON.parse(report));
  const cells = ([name, field, per_unit = 1]: Row): Cell[] => [
    name,
    ...reports.map((report) => inUnit(valueAt(report, field), per_unit)),
  ];
  return { columns: ['', ...letters], rows: ROWS.map(cells).filter(([, ...values]) => values.some(isThere)) };
}

function unlike(lanes: readonly LaneParts[]): Pick<Section, 'text'> {
  const text = unlikeTerms(lanes.map(({ joins_commands }) => joins_commands));
  return text === null ? {} : { text };
}

const isThere = (value: Cell | undefined): boolean => value !== null;

function inUnit(value: unknown, per_unit: number): Cell {
  if (typeof value === 'number') return Number((value / per_unit).toPrecision(8));
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

const differencesTable = (lanes: readonly LaneParts[], letters: readonly string[]): Table => ({
  columns: ['setting', ...letters],
  rows: differingFields(lanes.map(({ document }) => document)).map((path) => [
    path,
    ...lanes.map(({ document }) => shown(valueAt(document, path))),
  ]),
});

const shown = (value: unknown): Cell => (value === undefined ? null : JSON.stringify(value));
