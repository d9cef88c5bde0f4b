/** A claim taken apart: what must hold, condition by condition, each beside what was measured of it. */

import type { ClaimJudgement, FigureClaim, FigureEntry } from '../../engine/core-types';

export interface Condition {
  claimed: string;
  /** null until everything that the claim needs is there. */
  measured: string | null;
  judgement: ClaimJudgement | null;
}

export interface ClaimParts {
  conditions: Condition[];
  /** Measured beside, without being asked for. */
  told: string[];
}

const BETWEEN = '; ';
/** A condition on several curves: measured is the one that comes nearest to failing. */
const ALL_OF_THEM = /\bof all \d+:/;

/** The core tells all conditions in one sentence, and all that was measured in another, in the same order; what is told beside comes last. */
export function partsOf(claim: FigureClaim, systems: FigureEntry['systems']): ClaimParts {
  const claimed = claim.claimed?.split(BETWEEN) ?? [];
  const measured = claim.measured?.split(BETWEEN) ?? [];
  const { marks } = claim;
  const about = (i: number): string => {
    const mark = marks[i];
    return systems.find(({ id }) => id === (mark?.than ?? mark?.system))?.title ?? '';
  };
  const fits = claimed.length === marks.length && (measured.length === 0 || measured.length >= marks.length);
  const speaks = (words: string, i: number): boolean => words.includes(about(i)) || ALL_OF_THEM.test(words);
  if (!fits || measured.slice(0, marks.length).some((words, i) => !speaks(words, i))) return whole(claim);
  return {
    conditions: claimed.map((words, i) => ({
      claimed: tied(words),
      measured: measured[i] === undefined ? null : tied(withoutPlace(measured[i])),
      judgement: marks[i]?.judgement ?? null,
    })),
    told: measured.slice(marks.length).map(tied),
  };
}

function whole({ claimed, measured, judgement }: FigureClaim): ClaimParts {
  if (claimed === null) return { conditions: [], told: [] };
  return { conditions: [{ claimed: tied(claimed), measured: measured && tied(measured), judgement }], told: [] };
}

/** What and against whom is said by the condition beside which it stands. */
const withoutPlace = (words: string): string => words.slice(words.lastIndexOf(': ') + 1).trim();

/** A number stays on one line, with its sign of percent. */
export const tied = (text: string): string =>
  text
    .replaceAll(/(?<=\d) (?=\d{3}\b)/g, '\u202f')
    .replaceAll(/(?<=\d) %/g, '\u00a0%')
    .replaceAll('× ', '×\u00a0');
