/** A chart's data as a table: a row a value of x, a column a system. */

import { valueWords, xWords } from './axis';
import { type ChartModel, overruns, pointsOf } from './line-model';
import type { DataTable } from './table';

export function lineTable(model: ChartModel): DataTable {
  const columns = model.lanes.map(({ system }) => new Map(pointsOf(model, system).map((p) => [p.x_index, p])));
  const { title, unit } = model.metric;
  return {
    caption: unit ? `${title}, ${unit}` : title,
    head: [model.x.name, ...model.lanes.map(({ letter, short }) => `${letter} ${short}`)],
    rows: model.x_values.map((x, x_index) => [
      xWords(model.x, x),
      ...columns.map((values) => {
        const point = values.get(x_index);
        if (!point) return '–';
        const saturated = overruns(model, [point]).length > 0 ? ', saturated' : '';
        return `${valueWords({ unit: '' }, point.value)}${saturated}`;
      }),
    ]),
    named: true,
  };
}
