/** A challenge as the page knows it: what it asks, who is on its board, and what somebody types. */

import type {
  ChallengeBoard,
  ChallengeChoices,
  ChallengeClaim,
  ChallengeEntry,
  ChallengeMeasure,
  ChallengeOf,
  ChallengeOpened,
} from '../../engine/challenge';
import type { ExperimentDocument, FormulaProblem } from '../../engine/protocol';

/** How an entry came on the board. */
export type Origin = 'board' | 'own' | 'link';

export interface ChallengeRun {
  origin: Origin;
  entry: ChallengeEntry;
  /** A seed each; null where it is still to come. */
  measures: readonly (ChallengeMeasure | null)[];
  claim: ChallengeClaim | null;
}

/** A formula that is being typed. */
export interface ChallengeTyped {
  name: string;
  text: string;
  k: number;
  by_page: boolean;
}

/** A challenge that is being made: what the form says, as it was typed. */
export interface ChallengeDraft {
  experiment: ExperimentDocument;
  title: string;
  about: string;
  of: ChallengeOf;
  minimise: string;
  target: string;
  /** A metric's word; empty for no limit. */
  limited: string;
  at_most: string;
  /** A known policy's word; empty for a plain number. */
  rival: string;
  seeds: number;
}

export interface ChallengeState {
  /** Those that come along; empty until the core has told them. */
  ready: readonly ChallengeOpened[];
  /** What a challenge may be made of; null until the core has told it. */
  choices: ChallengeChoices | null;
  /** The one that is taken; null where they are listed. */
  open: ChallengeOpened | null;
  /** The hash by which it was opened, with the entry that it brought; null where it brought none. */
  address: string | null;
  /** In the order in which they came. */
  runs: readonly ChallengeRun[];
  /** As the core orders `runs`; null before it has. */
  board: ChallengeBoard | null;
  typed: ChallengeTyped;
  /** What is wrong with which text; null until the core has said it. */
  problem: { text: string; found: FormulaProblem | null } | null;
  /** The challenge that is being made, and what it would be, or why it is none. */
  draft: ChallengeDraft | null;
  drafted: ChallengeOpened | null;
  refusal: string | null;
  /** Whether runs are under way. */
  works: boolean;
}

export const NO_CHALLENGE: ChallengeState = {
  ready: [],
  choices: null,
  open: null,
  address: null,
  runs: [],
  board: null,
  typed: { name: '', text: '', k: 1, by_page: false },
  problem: null,
  draft: null,
  drafted: null,
  refusal: null,
  works: false,
};

/** The challenge's document as the form says it; the core reads it. */
export function documentOf(draft: ChallengeDraft): Record<string, unknown> {
  const { title, about, experiment, of, minimise, target, limited, at_most, rival, seeds } = draft;
  const number = (text: string): unknown => (text.trim() === '' ? undefined : numberOrText(text));
  const limit = { metric: limited, at_most: number(at_most) ?? null, ...(rival === '' ? {} : { of: rival }) };
  return {
    version: 1,
    title,
    about,
    experiment,
    formula: of,
    minimise,
    ...(target.trim() === '' ? {} : { target: number(target) }),
    ...(limited === '' ? {} : { limits: [limit] }),
    seeds: Array.from({ length: seeds }, (_, at) => at + 1),
  };
}

/** What is no number is told by the core, as it was typed. */
const numberOrText = (text: string): unknown => (Number.isFinite(Number(text)) ? Number(text) : text);

/** What is to be undercut, as the challenge's document says it. */
export const documentTarget = ({ target }: Readonly<Record<string, unknown>>): number | null =>
  typeof target === 'number' ? target : null;
