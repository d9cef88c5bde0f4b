/** The systems of a figure as lanes: a letter first, a dash second, a colour third. The paper's own system is the last. */

import type { FigureEntry } from '../../engine/core-types';

export interface Lane {
  system: string;
  title: string;
  /** The title where room is short. */
  short: string;
  letter: string;
  /** What `stroke-dasharray` takes; none for a solid line. */
  dash: string | null;
  colour: string;
  /** What the paper proposes. */
  subject: boolean;
}

/** What `stroke-dasharray` takes, the same for the same place in any chart. */
const DASHES = [null, '8 4', '2 3', '10 3 2 3', '14 4', '4 4', '6 2', '1 5', '10 3 2 3 2 3', '16 3 2 3'] as const;
const LETTERS = 'ABCDEFGHIJ';
/** What papers propose. Where none takes part, a figure compares settings or workloads, and nothing is ahead of anything. */
const PROPOSED: readonly string[] = ['clash', 'device', 'ttflash', 'hotness', 'selective', 'kept'];
/** The colour of what a paper proposes, the same in every figure. */
const SUBJECT_COLOUR = LETTERS.indexOf('D');
/** The yardstick of every comparison stands first wherever it takes part. */
const YARDSTICKS: readonly string[] = ['page', 'pblk'];

/** The dash of the lane at a place; none for a solid line. */
export const dashAt = (place: number): string | null => DASHES[place % DASHES.length] ?? null;

export function lanesOf({ systems }: Pick<FigureEntry, 'systems'>): Lane[] {
  const subject = systems.find(({ id }) => PROPOSED.includes(id));
  const rivals = systems.filter((system) => system !== subject);
  const ordered = [
    ...rivals.filter(({ id }) => YARDSTICKS.includes(id)),
    ...rivals.filter(({ id }) => !YARDSTICKS.includes(id)),
    ...(subject ? [subject] : []),
  ];
  const titles = ordered.map(({ title }) => title);
  const last = ordered.length - 1;
  return ordered.map((system, i) => ({
    system: system.id,
    title: system.title,
    short: shortTitle(system.title, titles),
    letter: LETTERS.charAt(i % LETTERS.length),
    dash: dashAt(i),
    colour: `var(--lane-${LETTERS.charAt(colourAt(i, subject ? last : 0) % LETTERS.length).toLowerCase()})`,
    subject: system === subject,
  }));
}

/** The subject changes colours with the lane that would have its own; where there is none, lanes keep theirs. */
function colourAt(lane: number, subject: number): number {
  if (subject < SUBJECT_COLOUR) return lane;
  if (lane === subject) return SUBJECT_COLOUR;
  return lane === SUBJECT_COLOUR ? subject : lane;
}

const SHORT_TITLE = 9;

/** So much of a title that it is told from the others: what stands in brackets, its first word, or what follows that. */
export function shortTitle(title: string, others: readonly string[]): string {
  if (title.length <= SHORT_TITLE) return title;
  const [first = title, ...rest] = title.split(' ');
  const shared = others.some((other) => other !== title && other.split(' ')[0] === first);
  const short = /\((.+)\)/.exec(title)?.[1] ?? (shared && rest.length > 0 ? rest.join(' ') : first);
  return short.length <= SHORT_TITLE ? short : `${short.slice(0, SHORT_TITLE - 1)}…`;
}
