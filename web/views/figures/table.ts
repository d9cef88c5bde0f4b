/** A chart's data as a table: a row a value of x, a column a system. */

import { h } from '../../ui/dom';
import { valueWords, xWords } from './axis';
import { type ChartModel, pointsOf } from './model';

export function tableOf(model: ChartModel): HTMLTableElement {
  const columns = model.lanes.map(({ system }) => new Map(pointsOf(model, system).map((p) => [p.x_index, p.value])));
  const head = h(
    'tr',
    {},
    h('th', { scope: 'col' }, model.x.name),
    ...model.lanes.map(({ letter, short }) => h('th', { scope: 'col' }, `${letter} ${short}`)),
  );
  const rows = model.x_values.map((x, x_index) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, xWords(model.x, x)),
      ...columns.map((values) => {
        const value = values.get(x_index);
        return h('td', {}, value === undefined ? '–' : valueWords({ unit: '' }, value));
      }),
    ),
  );
  const { title, unit } = model.metric;
  const caption = h('caption', {}, unit ? `${title}, ${unit}` : title);
  return h('table', {}, caption, h('thead', {}, head), h('tbody', {}, ...rows));
}
