/** Reads a `predict` block: the question, what may be answered, and where the simulator shows it. */

import { quoted } from '../render/quoted';
import { type Fields, wordsOf } from './front-matter';
import { type Expected, type Held, HIDEABLE, type Input, type Prediction } from './lesson';
import { LessonError } from './lesson-error';
import { pathFrom } from './path';
import { sourceOf, textOf } from './prose';

export const PREDICT_KEYS = [
  'ask',
  'choose',
  'right',
  'holds',
  'value',
  'within',
  'pick',
  'from',
  'to',
  'step',
  'reveal',
  'hide',
] as const;
export type PredictFields = Fields<(typeof PREDICT_KEYS)[number]>;

/** @throws LessonError or ProseError that says what was expected. */
export function predictionOf(fields: PredictFields): Prediction {
  if (fields.ask === undefined) throw new LessonError('predict: expected "ask", the question');
  const answer = expectedOf(fields);
  return {
    question: textOf(fields.ask),
    answer,
    moves_to: fields.reveal === undefined ? null : pathFrom(fields.reveal),
    hides: fields.hide === undefined ? [] : wordsOf('predict: hide', fields.hide, HIDEABLE),
    is_of_victim: [...(answer.kind === 'value' ? [answer] : []), ...answer.holds.map(({ left }) => left)].some(
      ({ reading }) => reading === 'victim' || reading === 'leaver',
    ),
  };
}

function expectedOf(fields: PredictFields): Expected {
  const { choose, right, holds, value, within } = fields;
  const held = holds?.split(',').map((one) => heldOf(one.trim())) ?? [];
  const input = inputOf(fields);
  if (value !== undefined) return { kind: 'value', ...sourceOf(value), within: reachOf(within), input, holds: held };
  if (input !== 'number') throw new LessonError('predict: "pick" and "from" need "value: READING"');
  const options = choose?.split('|').map((option) => textOf(option.trim())) ?? [];
  const at = Number(right) - 1;
  if (options.length < 2)
    throw new LessonError('predict: expected "value: READING", or "choose: A | B" with "right: NUMBER"');
  const empty = options.findIndex((option) => option.length === 0);
  if (empty >= 0) throw new LessonError(`predict: choose: option ${empty + 1} is empty: expected an answer`);
  if (!(at in options))
    throw new LessonError(
      `predict: right: "${quoted(right ?? '')}" is not the number of one of the ${options.length} options`,
    );
  return { kind: 'choice', options, right: at, holds: held };
}

function inputOf({ pick, from, to, step }: PredictFields): Input {
  const is_scale = [from, to, step].some((field) => field !== undefined);
  if (pick !== undefined && pick !== 'block')
    throw new LessonError(`predict: pick: "${quoted(pick)}": expected "block"`);
  if (pick !== undefined && is_scale) throw new LessonError('predict: expected "pick" or "from" and "to", not both');
  if (pick !== undefined) return 'block';
  if (!is_scale) return 'number';
  const scale = { from: scaleNumber(from), to: scaleNumber(to), step: scaleNumber(step ?? '1') };
  const are_numbers = Object.values(scale).every(Number.isFinite);
  if (are_numbers && scale.to - scale.from >= scale.step && scale.step > 0) return scale;
  throw new LessonError(
    `predict: from: "${quoted(from ?? '')}", to: "${quoted(to ?? '')}", step: "${quoted(step ?? '1')}": expected numbers, "to" the larger by a step at least`,
  );
}

/** Not a number where nothing is said. */
const scaleNumber = (text: string | undefined): number => (text ? Number(text) : Number.NaN);

/** `erases = 12`, or `b.erases < a.erases`. */
function heldOf(text: string): Held {
  const [, name = '', is, value = ''] = /^([a-z0-9.-]+) ([=<>]) (\S+)$/.exec(text) ?? [];
  if (is !== '=' && is !== '<' && is !== '>')
    throw new LessonError(
      `predict: holds: "${quoted(text)}": expected "READING = NUMBER", or with < or >, or a second reading`,
    );
  return { left: sourceOf(name), is, right: /^[-−]?\d/.test(value) ? numberOf(value, text) : sourceOf(value) };
}

function numberOf(value: string, text: string): number {
  const number = Number(value.replace('−', '-'));
  if (Number.isFinite(number)) return number;
  throw new LessonError(`predict: holds: "${quoted(text)}": "${quoted(value)}" is not a number`);
}

/** `10 %` as a share; nothing: exactly. */
function reachOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const [, percent] = /^(\d+(?:\.\d+)?) ?%$/.exec(text) ?? [];
  if (percent === undefined || !Number.isFinite(Number(percent)))
    throw new LessonError(`predict: within: "${quoted(text)}": expected a share such as "10 %"`);
  return Number(percent) / 100;
}
