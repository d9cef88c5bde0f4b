/** The worker's answers about challenges and formulas that are typed: each is one call of the core, without a lane. */

import type { Core, CoreChallenges } from './core';
import type { Answers, Ask } from './protocol';

export type ChallengeAsk = Extract<Ask, { type: `challenge${string}` | 'formula-problem' }>;

export const isChallengeAsk = (ask: Ask): ask is ChallengeAsk =>
  ask.type.startsWith('challenge') || ask.type === 'formula-problem';

export function answerChallenge(core: Core, ask: ChallengeAsk): Answers[ChallengeAsk['type']] {
  if (!hasChallenges(core)) throw new Error('this core was built without challenges');
  const json = JSON.stringify;
  switch (ask.type) {
    case 'challenges':
      return { ready: JSON.parse(core.challenges()), choices: JSON.parse(core.challenge_choices()) };
    case 'challenge-open':
      return JSON.parse(core.challenge_open(ask.address));
    case 'challenge-of':
      return JSON.parse(core.challenge_of(json(ask.document)));
    case 'challenge-documents':
      return JSON.parse(core.challenge_documents(json(ask.document), json(ask.entry)));
    case 'challenge-run':
      return JSON.parse(core.challenge_run(json(ask.document)));
    case 'challenge-board':
      return JSON.parse(core.challenge_board(json(ask.document), json(ask.runs)));
    case 'challenge-link':
      return JSON.parse(core.challenge_link(json(ask.document), json(ask.run)));
    case 'formula-problem':
      return JSON.parse(core.formula_problem(ask.of, ask.text));
  }
}

const hasChallenges = (core: Core): core is Core & CoreChallenges => core.challenges !== undefined;
