/** The table as a map of all its blocks: where each is, how hot, and the row of the directory of the one that is pointed at. */

import { count, plural, share } from '../../../render/format';
import { h, setText } from '../../../ui/dom';
import { emphasised } from '../../../ui/emphasis';
import { titled } from '../../stage-kit/part';
import { surfaceOf } from '../../stage-kit/pointing';
import { fieldCursor } from './field-cursor';
import { fieldLegend } from './field-legend';
import { fieldPlot, marksOf } from './field-plot';
import { inWords } from './field-words';
import { type HostMapPicture, scatterOf } from './model';
import { MAP_STATES } from './names';
import { readout } from './readout';
import { rivals } from './rivals';

export interface Field {
  readonly element: HTMLElement;
  show(picture: HostMapPicture): void;
  restyle(): void;
}

export interface FieldActs {
  ask(id: number | null): void;
  scatter(scatter: boolean): void;
}

export function fieldPanel(acts: FieldActs): Field {
  const { element, note, body } = titled('host-field', 'The table');
  const figure = h('span', { class: 'panel-figure' });
  const plot = fieldPlot();
  const caption = h('p', { class: 'note host-field-caption' });
  const surface = surfaceOf(
    {
      kind: 'host-field-surface',
      label: 'All map blocks: arrow keys go from one to the next',
      described_by: 'host-told',
    },
    plot.element,
    caption,
  );
  const legend = fieldLegend();
  const row = readout();
  const others = rivals(acts.scatter);
  const maps = h('div', { class: 'host-field-maps' }, surface, others.element);
  element.querySelector('.part-title')?.append(figure, others.choice);
  body.append(maps, legend.element, row.element);
  let last: HostMapPicture | null = null;

  const cursor = fieldCursor({ surface, layout: plot.layout, ask: acts.ask, words: wordsOf, changed: draw });

  function wordsOf(id: number): string {
    const map = last?.map;
    return map ? `Map block ${count(id)}, ${MAP_STATES[map.state[id] as 0 | 1 | 2 | 3] ?? ''}` : '';
  }

  function draw(): void {
    const map = last?.map;
    if (!last || !map) return;
    const at = cursor.block();
    plot.show(
      { state: map.state, heat: map.heat, journal: map.journal, ...marksOf(last.walk), cursor: at },
      inWords(map),
    );
    row.show(last, at);
  }

  return {
    element,
    show(picture) {
      last = picture;
      const { map, costs } = picture;
      if (!map || !costs) return;
      const scatter = scatterOf(picture.document);
      setText(note, scatter === null ? plural(map.map_blocks, 'map block') : '');
      const { hits, lookups } = costs;
      figure.replaceChildren(...emphasised(lookups === 0 ? '' : `hits **${share(hits / lookups)}**`));
      // The switch tells it of both.
      figure.hidden = scatter !== null;
      others.show(picture);
      setText(caption, `${scatter ? 'scattered' : 'together'}, at request ${count(picture.request)}`);
      legend.show(map);
      draw();
    },
    restyle() {
      plot.restyle();
      others.restyle();
      legend.restyle();
    },
  };
}
