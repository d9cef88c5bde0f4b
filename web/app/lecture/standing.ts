/** Where a lecture stands, as the notes window is told. */

import type { Step } from '../../lessons/lesson';
import type { Block, Inline, Text } from '../../lessons/prose';
import { type Moment, shown } from '../../lessons/readings';
import { isAnswered, stepOf } from '../lesson/state';
import type { AppState } from '../state';
import type { NoteLine, Standing } from './messages';

type Told = Pick<AppState, 'lesson' | 'frame' | 'opened' | 'blanked'>;

export function standingOf(state: Told, began_ms: number): Standing {
  const { lesson, frame, opened, blanked } = state;
  const moment = frame && opened ? { frame, opened } : null;
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
    notes: linesOf(step.notes, moment),
    next: next ? { title: next.title, first_sentence: firstSentence(next) } : null,
    blanked,
    began_ms,
  };
}

/** Notes as lines of plain text, with the readings of a moment. */
export const linesOf = (blocks: readonly Block[], moment: Moment | null): NoteLine[] =>
  blocks.flatMap((block): NoteLine[] =>
    block.kind === 'list'
      ? block.items.map((item) => ({ kind: 'item', text: spoken(item, moment) }))
      : [{ kind: block.kind, text: spoken(block.content, moment) }],
  );

/** What a step says first. Its readings are of a moment that is not there yet: they are left open. */
function firstSentence({ text }: Step): string {
  const [first = ''] = linesOf(text.slice(0, 1), null).map((line) => line.text);
  return /^.*?[.?:](?=\s|$)/.exec(first)?.[0] ?? first;
}

const spoken = (text: Text, moment: Moment | null): string => text.map((piece) => word(piece, moment)).join('');

function word(piece: Inline, moment: Moment | null): string {
  switch (piece.kind) {
    case 'strong':
    case 'emphasis':
    case 'link':
      return spoken(piece.content, moment);
    case 'term':
      return piece.shown;
    case 'reading':
      return moment ? shown(piece.name, moment) : '…';
    default:
      return piece.text;
  }
}
