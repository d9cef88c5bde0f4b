/** What the cells of the map mean, with the numbers at the ends of the ramp. */

import type { MapCacheView } from '../../../engine/core-types';
import { readColours, tokensOf } from '../../../render/colours';
import { count } from '../../../render/format';
import { h, setText } from '../../../ui/dom';
import { tally } from './field-layout';
import { fieldPaint, fieldPixels } from './field-paint';
import { countsUses, policyWords } from './names';

export interface FieldLegend {
  readonly element: HTMLElement;
  show(map: MapCacheView): void;
  restyle(): void;
}

const SWATCH_PX = 14;
const RAMP_PX = 9;
const RAMP = [0, 51, 102, 153, 204, 255];

export function fieldLegend(): FieldLegend {
  const ends = { cold: h('span', {}), hot: h('span', {}) };
  const ramp = h('canvas', { 'aria-hidden': 'true' });
  const worth = h('span', {});
  const entries = [
    { state: 2, words: h('span', {}) },
    { state: 0, words: h('span', {}) },
    { state: 3, words: h('span', {}) },
  ].map((entry) => ({ ...entry, canvas: h('canvas', { 'aria-hidden': 'true' }) }));
  const journal = h('span', { class: 'host-legend-entry' }, h('i', { class: 'host-legend-journal' }), 'journal');
  const element = h(
    'p',
    { class: 'host-legend' },
    h('span', { class: 'host-legend-entry' }, worth, ends.cold, ramp, ends.hot),
    ...entries.map(({ canvas, words }) => h('span', { class: 'host-legend-entry' }, canvas, words)),
    journal,
  );
  let painted = false;

  function paint(): void {
    painted = true;
    if (!ramp.getContext('2d')) return;
    const colours = fieldPaint(readColours(tokensOf(element)));
    const put = (canvas: HTMLCanvasElement, state: number[], heat: number[], pitch: number): void => {
      const ratio = devicePixelRatio;
      const layout = { cells: state.length, columns: state.length, pitch, gap: 1 };
      const { width, height, words } = fieldPixels({ state, heat }, layout, colours, ratio);
      Object.assign(canvas, { width, height });
      Object.assign(canvas.style, { width: `${width / ratio}px`, height: `${height / ratio}px` });
      canvas
        .getContext('2d')
        ?.putImageData(new ImageData(new Uint8ClampedArray(words.buffer as ArrayBuffer), width, height), 0, 0);
    };
    put(
      ramp,
      RAMP.map(() => 1),
      RAMP,
      RAMP_PX,
    );
    for (const { canvas, state } of entries) put(canvas, [state], [130], SWATCH_PX);
  }

  return {
    element,
    show(map) {
      const [ssd, memory, changed, never] = tally(map);
      const heats = countsUses(map.policy);
      const words = policyWords(map.policy);
      setText(worth, `${count(memory + changed)} in memory${heats ? `, ${words.worth}` : ':'}`);
      const [little, much] = heats ? [count(map.least), count(map.hottest)] : (words.ends ?? ['leaves soon', 'stays']);
      setText(ends.cold, little);
      setText(ends.hot, much);
      const [first, second, third] = entries;
      if (first) setText(first.words, `${count(changed)} dirty`);
      if (second) setText(second.words, `${count(ssd)} on the SSD`);
      if (third) {
        setText(third.words, `${count(never)} never written`);
        const shown = third.canvas.parentElement;
        if (shown) shown.hidden = never === 0;
      }
      journal.hidden = map.journal === null;
      // Asking for colours in the middle of a change makes the page lay itself out.
      if (!painted) paint();
    },
    restyle: paint,
  };
}
