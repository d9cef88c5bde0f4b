/** The systems of a figure as lanes: a letter first, a dash second, a colour third. The paper's own system is the last. */

import type { FigureEntry } from '../../engine/figures';

export interface Lane {
  system: string;
  title: string;
  letter: string;
  /** What `stroke-dasharray` takes; none for a solid line. */
  dash: string | null;
  colour: string;
  /** What the paper proposes. */
  subject: boolean;
}

const DASHES = [null, '8 4', '2 3', '10 3 2 3'] as const;
const LETTERS = ['A', 'B', 'C', 'D'] as const;
/** The yardstick of every comparison stands first wherever it takes part. */
const YARDSTICK = 'page';

export function lanesOf({ systems }: Pick<FigureEntry, 'systems'>): Lane[] {
  const [subject, ...rivals] = systems;
  if (!subject) return [];
  const ordered = [
    ...rivals.filter(({ id }) => id === YARDSTICK),
    ...rivals.filter(({ id }) => id !== YARDSTICK),
    subject,
  ];
  return ordered.map(({ id, title }, i) => {
    const letter = LETTERS[i % LETTERS.length] ?? 'A';
    return {
      system: id,
      title,
      letter,
      dash: DASHES[i % DASHES.length] ?? null,
      colour: `var(--lane-${letter.toLowerCase()})`,
      subject: id === subject.id,
    };
  });
}

const SHORT_TITLE = 9;

/** A title where room is short: its first word, if need be. */
export const shortTitle = (title: string): string =>
  title.length <= SHORT_TITLE ? title : (title.split(' ')[0] ?? title).slice(0, SHORT_TITLE);
