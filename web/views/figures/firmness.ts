/** How firm a claim is: asked for claim by claim, computed in this tab, or kept at full size. */

import { firmnessOf } from '../../app/figures/state';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import type { Sensitivity, SensitivityPair, SensitivityValue } from '../../engine/core-types';
import { count } from '../../render/format';
import type { Display } from '../../ui/display';
import { h, setText } from '../../ui/dom';
import { createProgressBar } from '../../ui/progress';
import { tableOf } from '../charts/table';
import { tied } from './conditions';
import { firmnessBars, marginWords, valueWords } from './firmness-bars';
import './firmness.css';

/** Of a card that is not laid out. */
const WIDTH_LEAST = 280;

export function createFirmness(id: string, run: RunCommand): Display<[figures: AppState['figures'], tested: boolean]> {
  const act = h('button', {
    class: 'button',
    type: 'button',
    title:
      'Length, device size, over-provisioning, arrival rate and seeds, one at a time; then the two that move it most',
    onclick: () => run('figures.firm', { claim: id }),
  });
  const words = h('p', { class: 'firm-words' });
  const made = h('span', { class: 'note', 'aria-live': 'off' });
  const bar = createProgressBar('Runs done');
  const picture = h('div', { class: 'firm-picture' });
  const more = h('div', { class: 'firm-more' });
  const details = h('details', {}, h('summary', {}, 'value by value'), more);
  const element = h(
    'div',
    { class: 'claim-firm' },
    h('div', { class: 'firm-head' }, act, bar.element, made),
    words,
    picture,
    details,
  );
  let shown: Sensitivity | null = null;

  return {
    element,
    show(figures, tested) {
      element.hidden = !tested;
      if (!tested) return;
      const firm = firmnessOf(figures, id);
      const working = figures.firming?.claim === id ? figures.firming : null;
      setText(act, working ? 'Stop' : actWords(firm));
      // What is there in full in the quick form would only be the same again.
      act.hidden = !working && firm !== null && firm.quick && firm.words !== null;
      bar.element.hidden = working === null;
      made.hidden = working === null && firm === null;
      if (working) bar.show(working.done, working.total || null);
      setText(made, working ? `${count(working.done)} of ${count(working.total)} runs` : firm ? sizeWords(firm) : '');
      details.hidden = firm === null;
      if (firm === shown) return;
      shown = firm;
      setText(words, tied(firm?.words ?? ''));
      if (!firm) return picture.replaceChildren();
      picture.replaceChildren(firmnessBars(firm, Math.max(WIDTH_LEAST, picture.clientWidth)));
      more.replaceChildren(...partsOf(firm));
    },
  };
}

function actWords(firm: Sensitivity | null): string {
  if (!firm) return 'How firm?';
  return firm.words === null ? 'Continue' : 'Compute here';
}

const sizeWords = ({ quick, version }: Sensitivity): string =>
  quick ? 'quick: few points, small sizes' : `full size, computed natively by flashlab ${version}`;

function partsOf({ choices, pair, command, measured }: Sensitivity): HTMLElement[] {
  return [
    ...(measured ? [h('p', {}, `Nearest to its bound: ${tied(measured)}`)] : []),
    ...choices.flatMap(({ title, words, values }) => [
      h('p', {}, h('b', {}, title), words ? `: ${tied(words)}` : ''),
      h('ul', {}, ...values.map((value) => h('li', {}, tied(valueWords(value))))),
    ]),
    ...(pair ? [pairTable(pair)] : []),
    h('p', {}, 'To repeat it: ', h('code', {}, command)),
  ];
}

/** A row for each value of one, a column for each of the other: their labels are those of the first column and row. */
function pairTable({ rows, words }: SensitivityPair): HTMLElement {
  const [first = []] = rows;
  const names = ({ label }: SensitivityValue): [x: string, y: string] => {
    const at = label.lastIndexOf(', ');
    return [label.slice(0, at), label.slice(at + 2)];
  };
  return tableOf({
    caption: words ?? '',
    head: ['', ...first.map((value) => names(value)[0])],
    rows: rows.map((row) => [row[0] ? names(row[0])[1] : '', ...row.map(cellWords)]),
    named: true,
  });
}

function cellWords({ held, margin, refused }: SensitivityValue): string {
  if (refused !== null) return 'cannot be judged';
  if (held === null) return '–';
  return `${held ? '✓' : '✕'}${margin === null ? '' : ` ${marginWords(margin)}`}`;
}
