/** Where a lecture stands, as the notes window is told. */

import type { Step } from '../../lessons/lesson';
import type { Block, Inline, Text } from '../../lessons/prose';
import { type Moments, readingAt, shownValue } from '../../lessons/readings';
import { momentsOf } from '../lesson/answer';
import { isAnswered, stepOf } from '../lesson/state';
import type { AppState } from '../state';
import type { NoteLine, Standing } from './messages';

/** `state` is that of all lanes: notes may name a number of any. */
export function standingOf(state: AppState, began_ms: number): Standing {
  const { lesson, frame, blanked } = state;
  const headline = frame?.headline.text ?? '';
  const step = lesson && stepOf(lesson);
  if (!lesson || !step)
    return {
      kind: 'standing',
      title: '',
      now: headline,
      step: null,
      asks: false,
      notes: [],
      next: null,
      blanked,
      began_ms,
    };
  const { steps, title } = lesson.lesson;
  const next = steps[lesson.step + 1];
  return {
    kind: 'standing',
    title,
    now: step.title,
    step: { at: lesson.step + 1, of: steps.length },
    asks: !isAnswered(lesson),
    notes: notesOf(step.notes, momentsOf(state)),
    next: next ? { title: next.title, first_sentence: firstSentence(next) } : null,
    blanked,
    began_ms,
  };
}

/** Notes as lines of plain text, with the readings of the lanes' moments. */
export const notesOf = (blocks: readonly Block[], moments: Moments): NoteLine[] =>
  blocks.flatMap((block): NoteLine[] =>
    block.kind === 'list'
      ? block.items.map((item) => ({ kind: 'item', text: spoken(item, moments) }))
      : [{ kind: block.kind, text: spoken(block.content, moments) }],
  );

/** What a step says first. Its readings are of a moment that is not there yet: they are left open. */
function firstSentence({ text }: Step): string {
  const [first = ''] = notesOf(text.slice(0, 1), []).map((line) => line.text);
  return /^.*?[.?:](?=\s|$)/.exec(first)?.[0] ?? first;
}

const spoken = (text: Text, moments: Moments): string => text.map((piece) => word(piece, moments)).join('');

function word(piece: Inline, moments: Moments): string {
  switch (piece.kind) {
    case 'strong':
    case 'emphasis':
    case 'link':
      return spoken(piece.content, moments);
    case 'term':
      return piece.shown;
    case 'reading':
      return moments.length > 0
        ? shownValue(piece.name, readingAt({ lane: piece.lane, reading: piece.name }, moments))
        : '…';
    default:
      return piece.text;
  }
}
