/** Reads a `predict` block: the question, what may be answered, and where the simulator shows it. */

import { type Fields, LessonError } from './front-matter';
import type { Expected, Held, Prediction } from './lesson';
import { pathFrom } from './path';
import { sourceOf, textOf } from './prose';

export const PREDICT_KEYS = ['ask', 'choose', 'right', 'holds', 'value', 'within', 'reveal'] as const;
type PredictFields = Fields<(typeof PREDICT_KEYS)[number]>;

/** @throws LessonError or ProseError that says what was expected. */
export function predictionOf(fields: PredictFields): Prediction {
  if (fields.ask === undefined) throw new LessonError('predict: expected "ask", the question');
  return {
    question: textOf(fields.ask),
    answer: expectedOf(fields),
    moves_to: fields.reveal === undefined ? null : pathFrom(fields.reveal),
  };
}

function expectedOf({ choose, right, holds, value, within }: PredictFields): Expected {
  const held = holds?.split(',').map((one) => heldOf(one.trim())) ?? [];
  if (value !== undefined) return { kind: 'value', ...sourceOf(value), within: reachOf(within), holds: held };
  const options = choose?.split('|').map((option) => textOf(option.trim())) ?? [];
  const at = Number(right) - 1;
  if (options.length < 2)
    throw new LessonError('predict: expected "value: READING", or "choose: A | B" with "right: NUMBER"');
  if (!(at in options))
    throw new LessonError(`predict: right: "${right}" is not the number of one of the ${options.length} options`);
  return { kind: 'choice', options, right: at, holds: held };
}

/** `erases = 12`, or `b.erases < a.erases`. */
function heldOf(text: string): Held {
  const [, name = '', is, value = ''] = /^([a-z.-]+) ([=<>]) (\S+)$/.exec(text) ?? [];
  if (is !== '=' && is !== '<' && is !== '>')
    throw new LessonError(
      `predict: holds: "${text}": expected "READING = NUMBER", or with < or >, or a second reading`,
    );
  return { left: sourceOf(name), is, right: /^[-−]?\d/.test(value) ? numberOf(value, text) : sourceOf(value) };
}

function numberOf(value: string, text: string): number {
  const number = Number(value.replace('−', '-'));
  if (Number.isFinite(number)) return number;
  throw new LessonError(`predict: holds: "${text}": "${value}" is not a number`);
}

/** `10 %` as a share; nothing: exactly. */
function reachOf(text: string | undefined): number {
  if (text === undefined) return 0;
  const [, percent] = /^(\d+(?:\.\d+)?) ?%$/.exec(text) ?? [];
  if (percent === undefined) throw new LessonError(`predict: within: "${text}": expected a share such as "10 %"`);
  return Number(percent) / 100;
}
