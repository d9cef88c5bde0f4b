/** The board: entries in their order, each with its figure, its spread over the seeds, its limits and what is said of it. */

import { type ChallengeRun, type ChallengeState, documentTarget } from '../../app/challenge/state';
import type { RunCommand } from '../../app/view';
import type { ChallengeRow } from '../../engine/challenge';
import { h, setText } from '../../ui/dom';
import { createProgressBar } from '../../ui/progress';
import { type Scale, scaleOf, spreadPicture } from './spread';

export interface BoardView {
  readonly element: HTMLElement;
  show(challenge: ChallengeState): void;
}

export function createBoard(run: RunCommand): BoardView {
  const head = h('tr');
  const body = h('tbody');
  const table = h('table', { class: 'board' }, h('thead', {}, head), body);
  const bar = createProgressBar('Runs');
  const progress = h('div', { class: 'board-progress' }, bar.element);
  const note = h('p', { class: 'note', 'aria-live': 'polite' });
  const place = h('div', { class: 'board-place', tabindex: '0', role: 'region', 'aria-label': 'Board' }, table);
  let shown = '';

  return {
    element: h('section', { class: 'challenge-board', 'aria-label': 'Board' }, progress, place, note),
    show({ open, runs, board, works }) {
      progress.classList.toggle('is-over', !works);
      bar.show(board?.done ?? 0, board?.all ?? null);
      if (!open || !board) return;
      const key = JSON.stringify([board, runs.length]);
      if (key === shown) return;
      shown = key;
      const target = documentTarget(open.document);
      const scale = scaleOf(board.rows, target);
      const limits = board.rows[0]?.limits.map(({ title }) => title) ?? [];
      const heads = ['', 'policy', open.minimise.title, `${open.seeds.length} seeds`, ...limits, ''];
      head.replaceChildren(...heads.map((text) => h('th', { scope: 'col' }, text)));
      body.replaceChildren(...board.rows.map((row) => rowOf(row, runs[row.at], scale, target, run)));
      const left = board.all - board.done;
      setText(note, left > 0 ? `${left} of ${board.all} runs to come.` : `All ${board.all} runs are done.`);
    },
  };
}

function rowOf(
  row: ChallengeRow,
  of: ChallengeRun | undefined,
  scale: Scale | null,
  target: number | null,
  run: RunCommand,
): HTMLElement {
  const { entry, standing, place, spread, limits, checked, verdict, at } = row;
  const is_formula = 'formula' in entry.policy;
  const classes = [is_formula ? 'is-formula' : '', of?.origin === 'board' ? '' : 'is-mine', `is-${standing}`];
  return h(
    'tr',
    { class: classes.filter((name) => name !== '').join(' ') },
    h('td', { class: 'board-rank' }, place === null ? '–' : `${place}.`),
    h('th', { scope: 'row' }, h('b', {}, entry.name), ...policyWords(row), said(verdict, checked)),
    h('td', { class: 'board-figure' }, spread ? spread.shown[1] : standing === 'waiting' ? '…' : '–'),
    h('td', { class: 'board-spread' }, scale ? spreadPicture(row, scale, target) : null),
    ...limits.map(({ holds, shown, title }) =>
      h(
        'td',
        { class: holds === false ? 'board-limit is-broken' : 'board-limit', 'data-title': title },
        shown === '' ? '–' : shown,
        holds === false ? h('span', { class: 'visually-hidden' }, ', over the limit') : null,
      ),
    ),
    h('td', { class: 'board-do' }, ...actionsOf(at, entry.name, is_formula, of, run)),
  );
}

function policyWords({ entry: { policy } }: ChallengeRow): Node[] {
  if ('known' in policy) return [];
  const { text, k, by_page } = policy.formula;
  const set = [k === null ? '' : `k = ${k}`, by_page ? 'by page' : ''].filter((word) => word !== '');
  return [h('code', {}, text, ...set.map((word) => h('span', {}, word)))];
}

function said(verdict: string, checked: ChallengeRow['checked']): Node {
  const claim =
    checked &&
    h(
      'span',
      { class: checked.equal ? 'board-claim' : 'board-claim is-wrong' },
      checked.equal ? `✓ As claimed: ${checked.text}.` : `✗ Not as claimed: ${checked.text}.`,
    );
  return h('small', {}, claim, verdict === '' ? null : sentence(verdict));
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

function actionsOf(
  at: number,
  name: string,
  is_formula: boolean,
  of: ChallengeRun | undefined,
  run: RunCommand,
): Node[] {
  const button = (id: string, label: string, title: string): Node =>
    h(
      'button',
      { class: 'link', type: 'button', title, 'aria-label': `${label}: ${name}`, onclick: () => run(id, { at }) },
      label,
    );
  return [
    ...(is_formula
      ? [button('challenge.copy-entry', 'Copy link', 'A link that runs it again and checks the result')]
      : []),
    button('challenge.watch', 'Watch', 'Its run at the first seed, on the workbench'),
    ...(of && of.origin !== 'board' ? [button('challenge.remove', 'Remove', 'Take it off the board')] : []),
  ];
}
