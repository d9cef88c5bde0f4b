/** What somebody says of the columns of a file of no known format, and the text that the core takes for it. Pure. */

import type { ExperimentDocument, TraceSheet, TraceSheetReading } from '../../engine/protocol';

/** What a column may be, as `workload.columns` has it; 'ignore' is nothing that is used. */
export const MEANINGS = ['ignore', 'time', 'op', 'offset', 'size', 'device'] as const;
export type Meaning = (typeof MEANINGS)[number];

const BYTES = ['bytes', 'sectors', 'KiB', 'pages'] as const;

/** The units that a meaning has; none for what has no unit. */
export const UNITS: Readonly<Record<Meaning, readonly string[]>> = {
  ignore: [],
  time: ['s', 'ms', 'us', 'ns', 'filetime'],
  op: [],
  offset: BYTES,
  size: BYTES,
  device: [],
};

export interface ColumnChoice {
  meaning: Meaning;
  /** One of the units of the meaning; empty where it has none. */
  unit: string;
}

export interface Mapper {
  name: string;
  file: Blob;
  sheet: TraceSheet;
  /** One for each column. */
  choices: readonly ColumnChoice[];
  /** What words of the operation mean where that is not what they commonly do. */
  words: Readonly<Record<string, string>>;
  /** What the first rows come to; null until it is told. */
  reading: TraceSheetReading | null;
  /** The experiment whose requests the trace is to take the place of; null for none. */
  base: ExperimentDocument | null;
}

/** What the core thinks that the columns are. */
export const guessed = ({ columns }: TraceSheet): ColumnChoice[] =>
  columns.map(({ guess }) => {
    const meaning = MEANINGS.find((known) => known === guess?.meaning) ?? 'ignore';
    return { meaning, unit: guess?.unit ?? '' };
  });

/** `choices` with another meaning of a column: a meaning has one column, so that the one that had it has none. */
export const withMeaning = (choices: readonly ColumnChoice[], at: number, meaning: Meaning): ColumnChoice[] =>
  choices.map((choice, place) => {
    if (place === at) return { meaning, unit: UNITS[meaning][0] ?? '' };
    return choice.meaning === meaning ? { meaning: 'ignore', unit: '' } : choice;
  });

/** The words in the operation's column, each with what it means; 'other' is no request. Numbers of more than a few kinds are not asked for. */
export function wordsOf({ sheet, choices, words }: Mapper): { word: string; known: string | null; means: string }[] {
  const at = choices.findIndex(({ meaning }) => meaning === 'op');
  const found = sheet.columns[at]?.words ?? [];
  return found.map(({ word, known, guess }) => ({ word, known, means: words[word] ?? guess ?? 'other' }));
}

/** What `workload.columns` says for these choices: `time=3:ms,op=2:get/put,offset=5:sectors,size=6`. */
export function columnsOf(mapper: Mapper): string {
  const told = wordsOf(mapper);
  const is_common = told.every(({ known, means }) => known === means);
  const of = (op: string): string =>
    told
      .filter(({ means }) => means === op)
      .map(({ word }) => escaped(word))
      .join('+');
  const words = is_common ? '' : `${of('read')}/${of('write')}`;
  return mapper.choices
    .map(({ meaning, unit }, place) => {
      const more = meaning === 'op' && words.length > 1 ? words : unit;
      return meaning === 'ignore' ? '' : `${meaning}=${place + 1}${more ? `:${more}` : ''}`;
    })
    .filter((part) => part !== '')
    .join(',');
}

/** What separates words is written as in an address. */
const escaped = (word: string): string =>
  word.replace(/[,:+/%]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
