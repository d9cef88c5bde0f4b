/**
 * Reads a lesson: Markdown with front matter, a heading of the second level for each step, and two kinds of fenced block, `set` and `predict`,
 * whose lines are `key: value`; a third, `notes`, is text for whoever lectures. The guide is `web/lessons/README.md`.
 */

import type { Token, Tokens } from 'marked';
import { DEPTH_MAX, hasNumbersOnly, isTooDeep } from '../engine/json-value';
import type { ColourBy, ExperimentDocument, PageState } from '../engine/protocol';
import { PAGE_STATES } from '../engine/protocol';
import { quoted } from '../render/quoted';
import { besideOf } from './beside';
import { checkLanes, checkSteps } from './check';
import { type Fields, fieldsOf, headOf, withoutFrontMatter, wordOf, wordsOf } from './front-matter';
import type { Device, Highlight, Lesson, Part, Scene, Step } from './lesson';
import { CHART_NAMES, LANE_FIGURES, PARTS } from './lesson';
import { LessonError } from './lesson-error';
import { pathFrom, START } from './path';
import { PREDICT_KEYS, predictionOf } from './predict';
import { blocksOf, lexed, ProseError } from './prose';

const COLOURS: readonly ColourBy[] = ['state', 'age', 'wear', 'temperature', 'owner'];
const STAGES: readonly Scene['stage'][] = ['buffer', 'layer', 'flash'];
const SET_KEYS = [
  'example',
  'experiment',
  'beside',
  'at',
  'show',
  'charts',
  'figures',
  'stage',
  'colour',
  'highlight',
] as const;

/** Before anything is set: a toy at its start, alone. */
export const FIRST: Scene = {
  device: { example: 'toy' },
  beside: [],
  at: START,
  shows: [],
  charts: null,
  figures: null,
  stage: 'buffer',
  colour_by: 'state',
  highlight: null,
};

/**
 * The lesson in `markdown`; `id` is its file's name without the ending.
 *
 * @throws LessonError that names step, line and what was expected.
 */
export function parseLesson(id: string, markdown: string): Lesson {
  const head = headOf(id, markdown);
  const [intro, ...sections] = within(id, () => sectionsOf(markdown));
  if (intro && within(id, () => blocksOf(intro.tokens)).length > 0)
    throw new LessonError(`${id}: text before the first "## " heading belongs to no step`);
  if (sections.length === 0) throw new LessonError(`${id}: it has no step; expected headings that begin with "## "`);
  const steps: Step[] = [];
  for (const section of sections) {
    const before = steps.at(-1)?.scene ?? FIRST;
    steps.push(within(`${id}, step "${quoted(section.title)}"`, () => checkLanes(stepOf(section, before))));
  }
  for (const step of steps) within(`${id}, step "${quoted(step.title)}"`, () => checkSteps(step, steps.length));
  return { ...head, steps };
}

/** A heading and what stands under it. */
export interface Section {
  title: string;
  tokens: Token[];
}

/**
 * What stands before the first heading, and then a part for each heading.
 *
 * @throws LessonError or ProseError where it is nothing that can be read in parts.
 */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [{ title: '', tokens: [] }];
  for (const token of lexed(withoutFrontMatter(markdown))) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === 2) {
      const { raw, text } = token as Tokens.Heading;
      if (!raw.trimStart().startsWith('#'))
        throw new LessonError(`"${quoted(text)}" over a line of "-": expected "## " before the title of a step`);
      sections.push({ title: text, tokens: [] });
    } else sections.at(-1)?.tokens.push(token);
  }
  return sections;
}

/** Says where an error is. */
function within<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof LessonError || thrown instanceof ProseError)
      throw new LessonError(`${where}: ${thrown.message}`);
    throw thrown;
  }
}

const isFence = (token: Token, word: string): token is Tokens.Code =>
  token.type === 'code' && (token as Tokens.Code).lang === word;

/** What stands under a step's heading, by what it is for. */
export interface StepParts {
  set: string;
  text: readonly Token[];
  /** Null where nothing is asked. */
  predict: string | null;
  after: readonly Token[];
  notes: string;
}

export function partsOf({ tokens }: Section): StepParts {
  const set = tokens.filter((token) => isFence(token, 'set'));
  const predict = tokens.filter((token) => isFence(token, 'predict'));
  const notes = tokens.filter((token) => isFence(token, 'notes'));
  if (set.length > 1 || predict.length > 1 || notes.length > 1)
    throw new LessonError('expected one "set", one "predict" and one "notes" block at most');
  const asked_at = predict[0] ? tokens.indexOf(predict[0]) : tokens.length;
  const prose = (part: Token[]) => part.filter((token) => !isFence(token, 'set') && !isFence(token, 'notes'));
  return {
    set: set[0]?.text ?? '',
    text: prose(tokens.slice(0, asked_at)),
    predict: predict[0]?.text ?? null,
    after: prose(tokens.slice(asked_at + 1)),
    notes: notes[0]?.text ?? '',
  };
}

function stepOf(section: Section, before: Scene): Step {
  if (section.title === '') throw new LessonError('a heading has no text: expected the title of a step after "## "');
  const { set, text, predict, after, notes } = partsOf(section);
  return {
    title: section.title,
    scene: sceneOf(fieldsOf(set, SET_KEYS), before),
    text: blocksOf(text),
    prediction: predict === null ? null : predictionOf(fieldsOf(predict, PREDICT_KEYS)),
    after: blocksOf(after),
    notes: blocksOf(lexed(notes)),
  };
}

function sceneOf(fields: Fields<(typeof SET_KEYS)[number]>, before: Scene): Scene {
  const device = deviceOf(fields);
  return {
    device: device ?? before.device,
    beside: fields.beside === undefined ? (device ? [] : before.beside) : besideOf(fields.beside),
    at: fields.at === undefined ? (device ? START : before.at) : pathFrom(fields.at),
    shows: fields.show === undefined ? before.shows : shownOf(fields.show),
    charts: fields.charts === undefined ? before.charts : someOf('charts', fields.charts, CHART_NAMES),
    figures: fields.figures === undefined ? before.figures : someOf('figures', fields.figures, LANE_FIGURES),
    stage: fields.stage === undefined ? before.stage : wordOf('stage', fields.stage, STAGES),
    colour_by: fields.colour === undefined ? before.colour_by : wordOf('colour', fields.colour, COLOURS),
    highlight: fields.highlight === undefined ? null : highlightOf(fields.highlight),
  };
}

function deviceOf({ example, experiment }: Fields<'example' | 'experiment'>): Device | null {
  if (example !== undefined && experiment !== undefined)
    throw new LessonError('expected "example" or "experiment", not both');
  if (example !== undefined) return { example };
  if (experiment === undefined) return null;
  return { experiment: documentOf(experiment) };
}

function documentOf(text: string): ExperimentDocument {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (thrown) {
    throw new LessonError(`experiment: not JSON: ${quoted((thrown as Error).message, 200)}`);
  }
  if (isTooDeep(text)) throw new LessonError(`experiment: nested deeper than ${DEPTH_MAX}, and none is`);
  if (!hasNumbersOnly(document)) throw new LessonError('experiment: a number in it is larger than any');
  if (typeof document === 'object' && document !== null && !Array.isArray(document))
    return document as ExperimentDocument;
  throw new LessonError(`experiment: expected an object, as in {"device": {"preset": "toy"}}`);
}

function highlightOf(text: string): Highlight {
  const [, kind, value = ''] = /^(lpn|state) (\S+)$/.exec(text) ?? [];
  if (kind === 'lpn' && /^\d+$/.test(value) && Number.isSafeInteger(Number(value))) return { lpn: Number(value) };
  if (kind === 'state') return { state: wordOf<PageState>('highlight', value, PAGE_STATES) };
  throw new LessonError(
    `highlight: "${quoted(text)}": expected "lpn N" or "state WORD" with one of ${PAGE_STATES.join(', ')}`,
  );
}

/** `stage` is always there: alone it stands for nothing beside it. */
const shownOf = (text: string): Part[] =>
  text === 'stage' ? [] : wordsOf('show', text.replace(/\bstage\b/, ''), PARTS);

/** `all` are as many as there are, and `none` are none. */
const someOf = <W extends string>(key: string, text: string, words: readonly W[]): W[] | null =>
  text === 'all' ? null : text === 'none' ? [] : wordsOf(key, text, words);
