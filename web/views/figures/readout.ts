/** What stands at the cursor, in words, with the way to the experiment behind it. */

import type { RunCommand } from '../../app/view';
import type { Display } from '../../ui/display';
import { h, setText } from '../../ui/dom';
import { valueWords, xWords } from '../charts/axis';
import type { Point } from '../charts/curve';
import { type ChartModel, type Cursor, pointsOf } from '../charts/line-model';
import { runReadout } from '../charts/readout';

const READING = 'Point at a chart to read it; a click opens that experiment in the workbench.';

export function createReadout(
  run: RunCommand,
): Display<[model: ChartModel | null, cursor: Cursor | null, all_cost: boolean]> {
  const words = h('span', { 'aria-live': 'polite' }, READING);
  const { element, lead } = runReadout('figures-readout', words, 'Open this experiment', (index) =>
    run('figures.run', { index }),
  );
  return {
    element,
    show(model, cursor, all_cost) {
      const point = model && cursor && pointsOf(model, cursor.system).find((p) => p.x_index === cursor.x_index);
      lead(point?.run ?? null);
      setText(
        words,
        model && cursor && point
          ? pointWords(model, cursor.system, point)
          : all_cost
            ? `Lower is better in every chart. ${READING}`
            : READING,
      );
    },
  };
}

/** `C-lash, sequential ratio 0.4: mean response 20.67 ms, median of 5 seeds from 20.5 ms to 20.9 ms` */
function pointWords({ lanes, metric, x }: ChartModel, system: string, point: Point): string {
  const title = lanes.find((lane) => lane.system === system)?.title ?? system;
  const value = valueWords(metric, point.value);
  const seeds =
    point.of === 1
      ? 'one seed'
      : `median of ${point.seeds === point.of ? point.of : `${point.seeds} of ${point.of}`} seeds${rangeWords(metric, point)}`;
  const saturated = point.saturated ? '; saturated: requests arrived faster than they were served' : '';
  return `${title}, ${x.name} ${xWords(x, point.x)}: ${metric.title} ${value}, ${seeds}${saturated}.`;
}

/** What the seeds differ by, where that is known. */
const rangeWords = (metric: ChartModel['metric'], { low, high, value }: Point): string =>
  low === value && high === value ? '' : ` from ${valueWords(metric, low)} to ${valueWords(metric, high)}`;
