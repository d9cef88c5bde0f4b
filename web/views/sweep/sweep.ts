/** A sweep: what varies and under which policies, the runs as they come, and what they say. */

import type { AppState } from '../../app/state';
import { SWEEP_EXAMPLES } from '../../app/sweep/examples';
import { METRICS, metricOf } from '../../app/sweep/metrics';
import { runsDone, type SweepForm, type SweepState, sizeOf } from '../../app/sweep/state';
import type { View, ViewContext } from '../../app/view';
import type { SweepPlan } from '../../engine/sweep';
import { cardList } from '../../ui/card-list';
import { h, setAttribute, setText } from '../../ui/dom';
import { type Chart, createChart } from '../charts/line-chart';
import type { Cursor } from '../charts/line-model';
import { piecesOf, plain } from '../headline/marked';
import { createSweepBar } from './bar';
import { type ChartInView, createExportBar } from './export';
import { headlineText } from './headline-text';
import { createHeat, type Heat } from './heat';
import { bestModel, heatModels, rampOf } from './heat-models';
import { createLegend } from './legend';
import { companionOf, cursorIndex, type PanelChart, panelsOf } from './models';
import { createSweepProgress } from './progress';
import { createSweepReadout } from './readout';
import { createSetup } from './setup';
import { createTable } from './table';
import '../figures/figures.css';
import './sweep.css';

const FORM_WORDS: Readonly<Record<SweepForm, string>> = {
  lines: 'Lines',
  map: 'Heat map',
  best: 'Who is best',
  table: 'Table',
};

export function createSweepView({ run, state }: ViewContext): View {
  const bar = createSweepBar(run);
  const setup = createSetup(run, state);
  const progress = createSweepProgress(run);
  const readout = createSweepReadout(run);
  const legend = createLegend();
  const open = (index: number): void => run('sweep.run', { index });
  const table = createTable(open);
  const take = createExportBar(run, chartsInView);
  const news = h('h1', { class: 'figures-news' });
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const charts = h('div', { class: 'sweep-charts' });
  const display = (changes: Partial<SweepState>): void => run('sweep.display', { display: changes });
  const metric = h(
    'select',
    { class: 'field', id: 'sweep-metric', onchange: () => display({ metric: metric.value }) },
    ...METRICS.map(({ id, title }) => h('option', { value: id }, title)),
  );
  const forms = (Object.entries(FORM_WORDS) as [SweepForm, string][]).map(([form, label]) => ({
    form,
    button: h('button', { type: 'button', onclick: () => display({ form }) }, label),
  }));
  const log = h(
    'button',
    {
      class: 'chart-switch',
      type: 'button',
      title: 'Logarithmic scale',
      onclick: () => display({ log: !state().sweep.log }),
    },
    'log scale',
  );
  const tools = h(
    'div',
    { class: 'sweep-tools' },
    h('label', { for: metric.id }, 'Show'),
    metric,
    h('div', { class: 'segment', role: 'group', 'aria-label': 'Form' }, ...forms.map(({ button }) => button)),
    log,
    legend.element,
  );
  const results = h('div', { class: 'sweep-results' }, tools, charts, table.element, readout.element, take.element);
  const empty = h('section', { class: 'sweep-empty', 'aria-label': 'Ready sweeps' });
  const element = h(
    'div',
    { class: 'figures-page sweep-page' },
    bar.element,
    h(
      'section',
      { class: 'figures-head sweep-head', 'aria-label': 'What was found' },
      h('div', {}, news, spoken),
      progress.element,
    ),
    h('main', { class: 'sweep-body' }, setup.element, h('div', { class: 'sweep-stage' }, empty, results)),
    bar.foot,
  );
  empty.append(
    h('h2', { class: 'chart-head' }, 'Ready to run', h('small', {}, 'seconds each, in this tab')),
    cardList(SWEEP_EXAMPLES.map(({ id, title, note }) => ({ title, note, open: () => run('sweep.example', { id }) }))),
  );

  let lines: { chart: Chart; panel: PanelChart }[] = [];
  let planes: { heat: Heat; title: string }[] = [];
  let laid_out = '';
  let pointed: number | null = null;

  function chartsInView(): readonly ChartInView[] {
    const drawings = lines.map(({ chart, panel }) => ({
      title: panel.title,
      drawing: chart.element.querySelector<SVGSVGElement>('.chart-drawing'),
    }));
    const found = drawings.flatMap(({ title, drawing }) => (drawing ? [{ title, drawing }] : []));
    return [...found, ...planes.map(({ heat, title }) => ({ title, drawing: heat.drawing }))];
  }

  function point(index: number | null): void {
    pointed = index;
    readout.show(state().sweep, index);
    for (const { heat } of planes) heat.showCursor(index);
  }

  /** A place on a chart of lines. All charts but the one beside are of another value of the second field. */
  function pointLine(plan: SweepPlan, at: number, cursor: Cursor | null): void {
    const panel = panelAt(plan, at);
    point(cursor && cursorIndex(plan, panel, cursor.system, cursor.x_index));
    for (const [i, { chart }] of lines.entries())
      chart.showCursor(panelAt(plan, i) === panel || cursor === null ? cursor : { ...cursor, system: '' });
  }

  const panelAt = (plan: SweepPlan, at: number): number => (sizeOf(plan).y > 1 ? at : 0);

  /** New charts only where their number or kind changes. */
  function layOut(key: string, make: () => HTMLElement[]): void {
    if (key === laid_out) return;
    laid_out = key;
    lines = [];
    planes = [];
    charts.replaceChildren(...make());
  }

  function drawLines(plan: SweepPlan, sweep: SweepState): void {
    const chosen = metricOf(sweep.metric);
    const first = panelsOf(plan, sweep, chosen);
    const panels = first.length > 1 ? first : [...first, ...panelsOf(plan, sweep, companionOf(chosen))];
    layOut(`lines ${plan.id} ${panels.length}`, () => {
      lines = panels.map((panel, at) => ({
        panel,
        chart: createChart({ point: (cursor) => pointLine(plan, at, cursor), open }),
      }));
      return lines.map(({ chart }) => chart.element);
    });
    columns(panels.length);
    lines = lines.map(({ chart }, i) => ({ chart, panel: panels[i] as PanelChart }));
    for (const { chart, panel } of lines) chart.show(panel.model, panel.title, null);
  }

  function drawPlanes(plan: SweepPlan, sweep: SweepState): void {
    const chosen = metricOf(sweep.metric);
    const ramp = rampOf(element);
    const models =
      sweep.form === 'best' ? [bestModel(plan, sweep, chosen, element)] : heatModels(plan, sweep, chosen, ramp);
    layOut(`${sweep.form} ${plan.id} ${models.length}`, () => {
      planes = models.map(({ title }) => ({ title, heat: createHeat({ point, open }) }));
      return planes.map(({ heat }) => heat.element);
    });
    columns(models.length);
    for (const [i, model] of models.entries()) planes[i]?.heat.show(model);
  }

  function columns(charts_many: number): void {
    const across = charts_many <= 3 ? charts_many : Math.ceil(Math.sqrt(charts_many));
    charts.style.setProperty('--columns', String(Math.min(across, 3)));
    setAttribute(charts, 'data-rows', String(Math.ceil(charts_many / Math.min(across, 3))));
  }

  function draw({ sweep }: AppState): void {
    const { plan, form } = sweep;
    progress.show(sweep);
    say(headlineText(sweep));
    if (!sweep.work) setText(spoken, plan && runsDone(sweep) > 0 ? plain(headlineText(sweep)) : '');
    const shows = plan !== null && (runsDone(sweep) > 0 || sweep.work !== null);
    results.hidden = !shows;
    empty.hidden = shows;
    setAttribute(element, 'data-results', shows);
    metric.value = sweep.metric;
    setAttribute(log, 'aria-pressed', String(sweep.log));
    for (const each of forms) setAttribute(each.button, 'aria-pressed', String(each.form === form));
    log.hidden = form === 'best' || form === 'table';
    charts.hidden = form === 'table';
    table.element.hidden = form !== 'table';
    readout.element.hidden = form === 'table';
    take.show(sweep, shows && form !== 'table');
    if (!plan || !shows) return;
    legend.show(plan, sweep, form === 'map' ? rampOf(element) : null);
    if (form === 'table') table.show(plan, sweep);
    else if (form === 'lines') drawLines(plan, sweep);
    else drawPlanes(plan, sweep);
    readout.show(sweep, pointed !== null && pointed < plan.count ? pointed : null);
  }

  function say(text: string): void {
    if (news.dataset.text === text) return;
    news.dataset.text = text;
    news.replaceChildren(...piecesOf(text).map(({ text: words, marked }) => (marked ? h('mark', {}, words) : words)));
  }

  new ResizeObserver(() => {
    for (const { chart } of lines) chart.resize();
    for (const { heat } of planes) heat.resize();
  }).observe(charts);

  return {
    element,
    render(now, previous) {
      bar.show(now);
      setup.render(now, previous);
      if (previous?.sweep !== now.sweep || previous.theme !== now.theme) draw(now);
    },
  };
}
