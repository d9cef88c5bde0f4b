/**
 * Reads a lesson: Markdown with front matter, a heading of the second level for each step, and two kinds of fenced block, `set` and `predict`,
 * whose lines are `key: value`; a third, `notes`, is text for whoever lectures. The guide is `web/lessons/README.md`.
 */

import { Lexer, type Token, type Tokens } from 'marked';
import type { ColourBy, ExperimentDocument, PageState } from '../engine/protocol';
import { PAGE_STATES } from '../engine/protocol';
import { type Fields, fieldsOf, headOf, LessonError, withoutFrontMatter } from './front-matter';
import type { Device, Expected, Held, Highlight, Lesson, Part, Prediction, Scene, Step } from './lesson';
import { PARTS } from './lesson';
import { EXPECTED_PATH, type Path, pathOf, START } from './path';
import { blocksOf, ProseError, readingName, textOf } from './prose';

const COLOURS: readonly ColourBy[] = ['state', 'age', 'wear', 'temperature', 'owner'];
const STAGES: readonly Scene['stage'][] = ['buffer', 'layer', 'flash'];
const SET_KEYS = ['example', 'experiment', 'at', 'show', 'stage', 'colour', 'highlight'] as const;
const PREDICT_KEYS = ['ask', 'choose', 'right', 'holds', 'value', 'within', 'reveal'] as const;

/** Before anything is set: a toy at its start, alone. */
const FIRST: Scene = {
  device: { example: 'toy' },
  at: START,
  shows: [],
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
  const body = withoutFrontMatter(markdown);
  const [intro, ...sections] = sectionsOf(new Lexer({ gfm: true }).lex(body));
  if (intro && blocksOf(intro.tokens).length > 0)
    throw new LessonError(`${id}: text before the first "## " heading belongs to no step`);
  if (sections.length === 0) throw new LessonError(`${id}: it has no step; expected headings that begin with "## "`);
  const steps: Step[] = [];
  for (const section of sections) {
    const before = steps.at(-1)?.scene ?? FIRST;
    steps.push(within(`${id}, step "${section.title}"`, () => stepOf(section, before)));
  }
  return { ...head, steps };
}

/** A heading and what stands under it. */
interface Section {
  title: string;
  tokens: Token[];
}

/** What stands before the first heading, and then a part for each heading. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: Section[] = [{ title: '', tokens: [] }];
  for (const token of tokens) {
    if (token.type === 'heading' && (token as Tokens.Heading).depth === 2)
      sections.push({ title: (token as Tokens.Heading).text, tokens: [] });
    else sections.at(-1)?.tokens.push(token);
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

function stepOf({ title, tokens }: Section, before: Scene): Step {
  const set = tokens.filter((token) => isFence(token, 'set'));
  const predict = tokens.filter((token) => isFence(token, 'predict'));
  const notes = tokens.filter((token) => isFence(token, 'notes'));
  if (set.length > 1 || predict.length > 1 || notes.length > 1)
    throw new LessonError('expected one "set", one "predict" and one "notes" block at most');
  const asked_at = predict[0] ? tokens.indexOf(predict[0]) : tokens.length;
  const prose = (part: Token[]) => blocksOf(part.filter((token) => !isFence(token, 'set') && !isFence(token, 'notes')));
  return {
    title,
    scene: sceneOf(fieldsOf(set[0]?.text ?? '', SET_KEYS), before),
    text: prose(tokens.slice(0, asked_at)),
    prediction: predict[0] ? predictionOf(fieldsOf(predict[0].text, PREDICT_KEYS)) : null,
    after: prose(tokens.slice(asked_at + 1)),
    notes: blocksOf(new Lexer({ gfm: true }).lex(notes[0]?.text ?? '')),
  };
}

function sceneOf(fields: Fields<(typeof SET_KEYS)[number]>, before: Scene): Scene {
  const device = deviceOf(fields);
  return {
    device: device ?? before.device,
    at: fields.at === undefined ? (device ? START : before.at) : path(fields.at),
    shows: fields.show === undefined ? before.shows : wordsOf('show', fields.show, PARTS),
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
  try {
    return { experiment: JSON.parse(experiment) as ExperimentDocument };
  } catch (thrown) {
    throw new LessonError(`experiment: not JSON: ${(thrown as Error).message}`);
  }
}

function path(text: string): Path {
  const found = pathOf(text);
  if (!found) throw new LessonError(`"${text}" is no place in a run: ${EXPECTED_PATH}`);
  return found;
}

function highlightOf(text: string): Highlight {
  const [, kind, value = ''] = /^(lpn|state) (\S+)$/.exec(text) ?? [];
  if (kind === 'lpn' && /^\d+$/.test(value)) return { lpn: Number(value) };
  if (kind === 'state') return { state: wordOf<PageState>('highlight', value, PAGE_STATES) };
  throw new LessonError(`highlight: "${text}": expected "lpn N" or "state WORD" with one of ${PAGE_STATES.join(', ')}`);
}

function predictionOf(fields: Fields<(typeof PREDICT_KEYS)[number]>): Prediction {
  if (fields.ask === undefined) throw new LessonError('predict: expected "ask", the question');
  return {
    question: textOf(fields.ask),
    answer: expectedOf(fields),
    moves_to: fields.reveal === undefined ? null : path(fields.reveal),
  };
}

function expectedOf({ choose, right, holds, value, within: reach }: Fields<(typeof PREDICT_KEYS)[number]>): Expected {
  if (value !== undefined) return { kind: 'value', reading: readingName(value), within: reachOf(reach) };
  const options = choose?.split('|').map((option) => textOf(option.trim())) ?? [];
  const at = Number(right) - 1;
  if (options.length < 2)
    throw new LessonError('predict: expected "value: READING", or "choose: A | B" with "right: NUMBER"');
  if (!(at in options))
    throw new LessonError(`predict: right: "${right}" is not the number of one of the ${options.length} options`);
  return { kind: 'choice', options, right: at, holds: holds === undefined ? null : heldOf(holds) };
}

function heldOf(text: string): Held {
  const [, name = '', value] = /^([a-z-]+) = (\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (value === undefined) throw new LessonError(`predict: holds: "${text}": expected "READING = NUMBER"`);
  return { reading: readingName(name), value: Number(value) };
}

/** `10 %` as a share; nothing: exactly. */
function reachOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const [, percent] = /^(\d+(?:\.\d+)?) ?%$/.exec(text) ?? [];
  if (percent === undefined) throw new LessonError(`predict: within: "${text}": expected a share such as "10 %"`);
  return Number(percent) / 100;
}

function wordOf<W extends string>(key: string, text: string, words: readonly W[]): W {
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new LessonError(`${key}: "${text}" is not one of ${words.join(', ')}`);
  return word;
}

const wordsOf = (key: string, text: string, words: readonly Part[]): Part[] =>
  text === 'stage'
    ? []
    : text
        .split(/[\s,]+/)
        .filter((word) => word !== 'stage')
        .map((word) => wordOf(key, word, words));
