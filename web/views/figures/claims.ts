/** The claims of a figure: what the paper says beside what was measured, and whether it held. Choosing one shows it on the charts. */

import type { FigureClaim } from '../../engine/figures';
import { h, setAttribute, setText } from '../../ui/dom';
import './claims.css';

export interface Claims {
  readonly element: HTMLElement;
  show(claims: readonly FigureClaim[], chosen: string | null): void;
}

export interface Verdict {
  sign: string;
  word: string;
  kind: 'held' | 'failed' | 'open';
}

export function verdictOf({ held, claimed }: Pick<FigureClaim, 'held' | 'claimed'>): Verdict {
  if (held === true) return { sign: '✓', word: 'held', kind: 'held' };
  if (held === false) return { sign: '✕', word: 'not held', kind: 'failed' };
  return { sign: '–', word: claimed === null ? 'not tested' : 'not computed yet', kind: 'open' };
}

export function createClaims(choose: (claim: string | null) => void): Claims {
  const tally = h('small', { role: 'status' });
  const list = h('ol');
  const element = h(
    'section',
    { class: 'figure-claims', 'aria-label': 'Claims' },
    h('h2', { class: 'part-title' }, 'What the paper claims', tally),
    list,
  );
  let cards = new Map<string, Card>();

  return {
    element,
    show(claims, chosen) {
      if (claims.length !== cards.size || claims.some(({ id }) => !cards.has(id))) {
        cards = new Map(claims.map(({ id }) => [id, card(id, choose)]));
        list.replaceChildren(...[...cards.values()].map((each) => each.element));
      }
      for (const claim of claims) cards.get(claim.id)?.show(claim, chosen);
      setText(tally, tallyOf(claims));
    },
  };
}

/** `4 of 5 held` */
export function tallyOf(claims: readonly FigureClaim[]): string {
  const tested = claims.filter(({ held }) => held !== null);
  const held = tested.filter((claim) => claim.held);
  return tested.length === 0 ? 'none tested yet' : `${held.length} of ${tested.length} held`;
}

interface Card {
  readonly element: HTMLElement;
  show(claim: FigureClaim, chosen: string | null): void;
}

function card(id: string, choose: (claim: string | null) => void): Card {
  const sign = h('span', { class: 'claim-sign', 'aria-hidden': 'true' });
  const word = h('span', { class: 'claim-word' });
  const statement = h('p', { class: 'claim-statement' });
  const claimed = h('dd');
  const measured = h('dd', { class: 'claim-measured' });
  const measured_name = h('dt', {}, 'measured');
  const note = h('p', { class: 'claim-note' });
  let pressed = false;
  const button = h(
    'button',
    {
      type: 'button',
      class: 'claim-choice',
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
    h('dl', {}, h('dt', {}, 'held if'), claimed, measured_name, measured),
    note,
  );
  return {
    element,
    show(claim, chosen) {
      const verdict = verdictOf(claim);
      pressed = chosen === id;
      setAttribute(button, 'aria-pressed', String(pressed));
      setAttribute(element, 'data-verdict', verdict.kind);
      setText(sign, verdict.sign);
      setText(word, claim.report_only ? `${verdict.word}, reported only` : verdict.word);
      setText(statement, tied(claim.statement));
      claimed.replaceChildren(...parts(claim.claimed));
      measured.replaceChildren(...parts(claim.measured));
      const pending = claim.held === null && claim.claimed !== null;
      setText(note, claim.note ?? '');
      note.hidden = !claim.note || pending;
      for (const each of [measured_name, measured]) each.hidden = pending;
    },
  };
}

/** A number and its sign of percent stay on one line. */
const tied = (text: string): string => text.replaceAll(/(?<=\d) %/g, '\u00a0%');

/** The parts of a compound statement, a line each. */
const parts = (text: string | null): HTMLElement[] =>
  (text ?? '–').split('; ').map((part) => h('span', { class: 'claim-part' }, part));
