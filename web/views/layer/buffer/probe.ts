/** What another α would do, in a sentence, and the ways on from there: run with it, or back to the one in force. */

import { count } from '../../../render/format';
import type { Display } from '../../../ui/display';
import { h, setAttribute, setText } from '../../../ui/dom';
import { alphaText } from './alpha';
import { blockName, type DensityPicture, type Lens } from './model';
import './probe.css';

export function probe(acts: {
  run: (alpha: number) => void;
  back: () => void;
}): Display<[picture: DensityPicture, lens: Lens]> {
  const said = h('p', { class: 'probe-said' });
  let alpha = 0;
  const take = h('button', { type: 'button', class: 'button', onclick: () => acts.run(alpha) });
  const back = h('button', { type: 'button', class: 'button', onclick: () => acts.back() });
  const ways = h('p', { class: 'probe-ways' }, take, ' ', back);
  const element = h('div', { class: 'density-probe' }, said, ways);
  return {
    element,
    show(picture, lens) {
      alpha = lens.alpha;
      element.classList.toggle('is-asking', lens.asks);
      ways.hidden = !lens.asks;
      // What happens by itself the headline tells.
      setAttribute(said, 'aria-live', lens.asks ? 'polite' : 'off');
      setText(said, probeInWords(picture, lens));
      setText(take, `Run with α = ${alphaText(lens.alpha)}`);
      setText(back, `Back to α = ${alphaText(lens.running)}`);
    },
  };
}

/** "With α = 1, B88 would leave: 512 sectors, 12 writes old. With α = −0.25, in force, it is B412." */
export function probeInWords({ buffer, density }: DensityPicture, lens: Lens): string {
  const [victim] = lens.order;
  if (!victim) return 'Nothing in RAM: nothing can leave.';
  const what = `${blockName(victim.lbn)}`;
  const how = `${count(victim.size)} sectors, ${count(victim.age)} ${victim.age === 1 ? 'write' : 'writes'} old`;
  if (!lens.asks) {
    const how_set =
      density.tuner === 'device' ? ', tuned in the device' : density.tuner === 'host' ? ', tuned by the host' : '';
    return `α = ${alphaText(lens.alpha)}${how_set}: ${what} leaves first. Drag the mark to try another.`;
  }
  const real = buffer.all.lbn[0];
  const same =
    real === victim.lbn ? `the same as with α = ${alphaText(lens.running)}` : `instead of ${blockName(real ?? 0)}`;
  const among = buffer.groups_total > lens.order.length ? `, of the ${count(lens.order.length)} listed` : '';
  return `What if: with α = ${alphaText(lens.alpha)}, ${what} would leave${among}: ${how}, ${same}.`;
}
