/** The claims of a figure: what the paper says beside what was measured, and whether it was reproduced. Choosing one shows it on the charts. */

import type { FigureClaim, FigureEntry } from '../../engine/core-types';
import { h, setAttribute, setText } from '../../ui/dom';
import './claims.css';
import { type Condition, partsOf, tied } from './conditions';
import { familyOf } from './families';

export interface Claims {
  readonly element: HTMLElement;
  /** `told`: what to say where none is judged. */
  show(claims: readonly FigureClaim[], entry: FigureEntry, chosen: string | null, told: string): void;
}

export interface Verdict {
  sign: string;
  word: string;
  kind: 'held' | 'failed' | 'open';
}

export function verdictOf({ held, claimed }: { held: boolean | null; claimed: string | null }): Verdict {
  if (held === true) return { sign: '✓', word: 'reproduced', kind: 'held' };
  if (held === false) return { sign: '✕', word: 'not reproduced', kind: 'failed' };
  return { sign: '–', word: claimed === null ? 'not tested' : 'not computed yet', kind: 'open' };
}

export function createClaims(choose: (claim: string | null) => void): Claims {
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
    show(claims, { systems, system }, chosen, told) {
      setText(title, `What the ${familyOf(system).work} claims`);
      setText(note, told);
      note.hidden = told === '';
      if (claims.length !== cards.size || claims.some(({ id }) => !cards.has(id))) {
        cards = new Map(claims.map(({ id }) => [id, card(id, choose)]));
        list.replaceChildren(...[...cards.values()].map((each) => each.element));
        element.scrollTop = 0;
      }
      for (const claim of claims) cards.get(claim.id)?.show(claim, systems, chosen);
      setText(tally, told === '' ? tallyOf(claims) : '');
    },
  };
}

/** `4 of 5 reproduced` */
function tallyOf(claims: readonly FigureClaim[]): string {
  const tested = claims.filter(({ held }) => held !== null);
  const held = tested.filter((claim) => claim.held);
  return tested.length === 0 ? 'none tested yet' : `${held.length} of ${tested.length} reproduced`;
}

interface Card {
  readonly element: HTMLElement;
  show(claim: FigureClaim, systems: FigureEntry['systems'], chosen: string | null): void;
}

function card(id: string, choose: (claim: string | null) => void): Card {
  const sign = h('span', { class: 'claim-sign', 'aria-hidden': 'true' });
  const word = h('span', { class: 'claim-word' });
  const statement = h('p', { class: 'claim-statement' });
  const conditions = h('ul', { class: 'claim-conditions' });
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
  const element = h('li', { class: 'figure-claim' }, button, statement, conditions, note);
  return {
    element,
    show(claim, systems, chosen) {
      const verdict = verdictOf(claim);
      pressed = chosen === id;
      setAttribute(button, 'aria-pressed', String(pressed));
      setAttribute(element, 'data-verdict', verdict.kind);
      setText(sign, verdict.sign);
      setText(word, claim.report_only ? `${verdict.word}, reported only` : verdict.word);
      setText(statement, tied(claim.statement));
      const parts = partsOf(claim, systems);
      conditions.replaceChildren(
        ...parts.conditions.map((each) => conditionItem(each, parts.conditions.length > 1)),
        ...parts.told.map((words) => h('li', {}, h('span', { class: 'claim-measured' }, `also measured: ${words}`))),
      );
      // Until it is computed the note says no more than that.
      const pending = claim.held === null && claim.claimed !== null;
      setText(note, pending ? '' : tied(claim.note ?? ''));
      note.hidden = pending || !claim.note;
    },
  };
}

/** `signed`: where there are several, each says whether it held. */
function conditionItem({ claimed, measured, held }: Condition, signed: boolean): HTMLElement {
  const verdict = verdictOf({ held, claimed });
  return h(
    'li',
    {},
    signed && h('span', { class: 'claim-part', title: verdict.word }, verdict.sign, hidden(` ${verdict.word}: `)),
    h('span', { class: 'claim-asked' }, claimed),
    measured !== null && h('span', { class: 'claim-measured' }, hidden('measured: '), measured),
  );
}

const hidden = (text: string): HTMLElement => h('span', { class: 'visually-hidden' }, text);
