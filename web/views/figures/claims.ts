/** The claims of a figure: what the paper says beside what was measured, and whether it was reproduced. Choosing one shows it on the charts. */

import type { FiguresState } from '../../app/figures/state';
import { verdictWords } from '../../app/figures/verdict';
import type { RunCommand } from '../../app/view';
import type { FigureClaim, FigureEntry } from '../../engine/core-types';
import { h, setAttribute, setText } from '../../ui/dom';
import './claims.css';
import { createClaimNumbers } from './claim-numbers';
import { createClaimReadings } from './claim-readings';
import { type Condition, partsOf, tied } from './conditions';
import { familyOf } from './families';
import { createFirmness } from './firmness';
import { outcomeOf } from './outcome';

export interface Claims {
  readonly element: HTMLElement;
  /** `told`: what to say where none is judged. */
  show(
    claims: readonly FigureClaim[],
    entry: FigureEntry,
    chosen: string | null,
    told: string,
    figures: FiguresState,
  ): void;
}

export interface Verdict {
  sign: string;
  word: string;
  kind: 'held' | 'under' | 'failed' | 'open';
}

const SIGNS = {
  reproduced: { sign: '✓', kind: 'held' },
  'reproduced-under': { sign: '✓', kind: 'under' },
  'not-reproduced': { sign: '✕', kind: 'failed' },
  impossible: { sign: '∅', kind: 'failed' },
  'not-tested': { sign: '–', kind: 'open' },
} as const;

export function verdictOf(claim: FigureClaim): Verdict {
  // Other readings, which take the full size, may still decide it.
  const so_far = claim.judgement === 'fails' ? 'not-reproduced' : 'not-tested';
  return { ...SIGNS[claim.verdict ?? so_far], word: verdictWords(claim) };
}

export function createClaims(choose: (claim: string | null) => void, run: RunCommand): Claims {
  const tally = h('small', { role: 'status' });
  const title = h('span');
  const note = h('p', { class: 'note figure-unclaimed' });
  const list = h('ol');
  const element = h(
    'section',
    { class: 'figure-claims', 'aria-label': 'Claims' },
    h('h2', { class: 'chart-head' }, title, tally),
    note,
    list,
  );
  let cards = new Map<string, Card>();

  return {
    element,
    show(claims, { systems, system }, chosen, told, figures) {
      setText(title, `What the ${familyOf(system).work} claims`);
      setText(note, told);
      note.hidden = told === '';
      if (claims.length !== cards.size || claims.some(({ id }) => !cards.has(id))) {
        cards = new Map(claims.map(({ id }) => [id, card(id, choose, run)]));
        list.replaceChildren(...[...cards.values()].map((each) => each.element));
        element.scrollTop = 0;
      }
      for (const claim of claims) cards.get(claim.id)?.show(claim, systems, chosen, figures);
      setText(tally, told === '' ? tallyOf(claims) : '');
    },
  };
}

/** `4 of 6 reproduced, 1 under another reading, 1 open`: of what is claimed there. What is ours is not counted. */
function tallyOf(all: readonly FigureClaim[]): string {
  const claims = all.filter(({ is_ours }) => !is_ours);
  if (claims.length < all.length && claims.length === 0) return 'not counted';
  const count = (wanted: FigureClaim['verdict']): number => claims.filter(({ verdict }) => verdict === wanted).length;
  const [under, open, asked] = [count('reproduced-under'), count(null), claims.length - count('not-tested')];
  if (open === asked) return 'none tested yet';
  const more = [...(under > 0 ? [`, ${under} under another reading`] : []), ...(open > 0 ? [`, ${open} open`] : [])];
  return `${count('reproduced')} of ${asked} reproduced${more.join('')}`;
}

interface Card {
  readonly element: HTMLElement;
  show(claim: FigureClaim, systems: FigureEntry['systems'], chosen: string | null, figures: FiguresState): void;
}

function card(id: string, choose: (claim: string | null) => void, run: RunCommand): Card {
  const sign = h('span', { class: 'claim-sign', 'aria-hidden': 'true' });
  const word = h('span', { class: 'claim-word' });
  const statement = h('p', { class: 'claim-statement' });
  const conditions = h('ul', { class: 'claim-conditions' });
  const numbers = createClaimNumbers();
  const beyond = createClaimReadings();
  const firm = createFirmness(id, run);
  const bounds = h('p', { class: 'claim-bounds' });
  const note = h('p', { class: 'claim-note' });
  let pressed = false;
  const button = h(
    'button',
    {
      type: 'button',
      class: 'plain claim-choice',
      title: 'Show it on the charts',
      onclick: () => choose(pressed ? null : id),
    },
    sign,
    h('b', {}, id),
    word,
  );
  const element = h(
    'li',
    { class: 'figure-claim' },
    button,
    statement,
    numbers.element,
    conditions,
    bounds,
    beyond.element,
    note,
    firm.element,
  );
  return {
    element,
    show(claim, systems, chosen, figures) {
      const verdict = verdictOf(claim);
      pressed = chosen === id;
      setAttribute(button, 'aria-pressed', String(pressed));
      setAttribute(element, 'data-verdict', verdict.kind);
      setText(sign, verdict.sign);
      setText(word, verdict.word);
      setText(statement, tied(claim.statement));
      const parts = partsOf(claim, systems);
      conditions.replaceChildren(
        ...parts.conditions.map((each) => conditionItem(each, parts.conditions.length > 1)),
        ...parts.told.map((words) => h('li', {}, h('span', { class: 'claim-measured' }, `also measured: ${words}`))),
      );
      setText(bounds, tied(claim.bounds ?? ''));
      bounds.hidden = !claim.bounds;
      numbers.show(claim);
      beyond.show(claim);
      firm.show(figures, claim.claimed !== null);
      // Until it is computed the note says no more than that.
      const pending = claim.held === null && claim.claimed !== null;
      setText(note, pending ? '' : tied(claim.note ?? ''));
      note.hidden = pending || !claim.note;
    },
  };
}

/** `signed`: where there are several, each says whether it held. */
function conditionItem({ claimed, measured, judgement }: Condition, signed: boolean): HTMLElement {
  const outcome = outcomeOf(judgement);
  return h(
    'li',
    {},
    signed && h('span', { class: 'claim-part', title: outcome.word }, outcome.sign, hidden(` ${outcome.word}: `)),
    h('span', { class: 'claim-asked' }, claimed),
    measured !== null && h('span', { class: 'claim-measured' }, hidden('measured: '), measured),
  );
}

const hidden = (text: string): HTMLElement => h('span', { class: 'visually-hidden' }, text);
