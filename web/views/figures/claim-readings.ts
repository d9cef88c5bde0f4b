/** What is to be known of a claim beyond our own reading of its paper: other readings, a proof, and what the paper says against it. */

import type { ClaimContradiction, FigureClaim, ReadClaim } from '../../engine/core-types';
import type { Display } from '../../ui/display';
import { h } from '../../ui/dom';
import { tied } from './conditions';
import { basisWords, outcomeOf } from './outcome';

export function createClaimReadings(): Display<[claim: FigureClaim]> {
  const element = h('div', { class: 'claim-beyond' });
  let shown = '';
  return {
    element,
    show({ readings, proof, contradictions }) {
      const key = JSON.stringify([readings, proof, contradictions]);
      if (key === shown) return;
      shown = key;
      const parts = [
        readings.length > 0 &&
          h('ul', { class: 'claim-readings', 'aria-label': 'By other readings' }, ...readings.map(readingItem)),
        ...contradictions.map(contradictionItem),
        proof && h('p', { class: 'claim-proof' }, h('b', {}, 'It cannot be. '), proof.map(tied).join(' ')),
      ];
      element.replaceChildren(...parts.filter((part) => part instanceof HTMLElement));
    },
  };
}

/** What was measured unfolds: it is as long as for our own reading. */
function readingItem({ id, name, basis, settings, judgement, no_effect, measured }: ReadClaim): HTMLElement {
  const { sign, word } = outcomeOf(judgement, no_effect);
  return h(
    'li',
    {},
    h('span', { class: 'claim-part', 'aria-hidden': 'true' }, sign),
    h('span', {}, h('b', {}, id), `, ${tied(name)}${basisWords(basis)}: ${word}`),
    measured !== null &&
      h(
        'details',
        {},
        h('summary', {}, 'settings and measurements'),
        h('p', { class: 'claim-settings' }, settings),
        ...measured.split('; ').map((words) => h('p', {}, tied(words))),
      ),
  );
}

const contradictionItem = ({ says, but, lead, setting, measured }: ClaimContradiction): HTMLElement =>
  h(
    'div',
    { class: 'claim-contradiction' },
    h('p', {}, h('b', {}, `${lead} `), tied(setting)),
    h('ul', {}, h('li', {}, tied(says)), h('li', {}, tied(but))),
    measured !== null && h('p', {}, `Measured there: ${tied(measured)}.`),
  );
