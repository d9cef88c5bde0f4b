/** The point looked at: its settings, its figures, and the way to its run. */

import { valueInWords } from '../../app/parameters';
import { metricOf, SUMMARY } from '../../app/sweep/metrics';
import type { SweepState } from '../../app/sweep/state';
import type { RunCommand } from '../../app/view';
import type { Display } from '../../ui/display';
import { h } from '../../ui/dom';
import { valueWords } from '../charts/axis';
import { runReadout } from '../charts/readout';
import { axisModels, nameOf, placeWords, type SweepAxisModel } from './axes';
import { valueAt } from './models';

export function createSweepReadout(run: RunCommand): Display<[sweep: SweepState, index: number | null]> {
  const words = h('div', { class: 'sweep-card', 'aria-live': 'polite' });
  const { element, lead } = runReadout('sweep-readout', words, 'Open this run', (index) => run('sweep.run', { index }));
  return {
    element,
    show(sweep, index) {
      const point = index === null ? undefined : sweep.plan?.points[index];
      const result = index === null ? null : (sweep.results[index] ?? null);
      lead(point?.index ?? null);
      if (!point || !sweep.plan) {
        words.replaceChildren(h('p', {}, 'Point at a run to read it; a click or Enter opens it in the workbench.'));
        return;
      }
      const { x, y } = axisModels(sweep.plan);
      const settings = Object.entries(point.settings).map(([path, value]) =>
        path === 'policy' ? String(value) : `${nameOf(path)} ${settingWords([x, y], path, value)}`,
      );
      const ids = SUMMARY.includes(sweep.metric) ? SUMMARY : [sweep.metric, ...SUMMARY];
      const figures = ids.map(metricOf).flatMap((metric) => {
        const value = valueAt(result, metric.id);
        return value === null ? [] : [h('div', {}, h('dt', {}, metric.title), h('dd', {}, valueWords(metric, value)))];
      });
      const said =
        result === null
          ? 'not run yet'
          : result.refused !== null
            ? `refused: ${result.refused}`
            : result.saturated
              ? 'requests arrived faster than they were served'
              : '';
      words.replaceChildren(
        h('p', {}, h('b', {}, settings.join(', ')), said ? ` · ${said}` : ''),
        ...(figures.length > 0 ? [h('dl', {}, ...figures)] : []),
      );
    },
  };
}

function settingWords(models: readonly SweepAxisModel[], path: string, value: unknown): string {
  const model = models.find((each) => each.path === path);
  const at = model && typeof value === 'number' ? model.places.indexOf(value) : -1;
  return model && at >= 0 ? placeWords(model, at) : valueInWords(value);
}
