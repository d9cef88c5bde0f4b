/** The papers' figures, computed in this tab: choose one, watch its curves grow, see each claim beside what was measured. */

import { type FiguresState, resultOf, runsDone } from '../../app/figures/state';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { FigureEntry, FigureMetric } from '../../engine/core-types';
import { h, setAttribute, setText } from '../../ui/dom';
import { type Chart, createChart } from '../charts/line-chart';
import { piecesOf, plain } from '../headline/marked';
import { createAbout } from './about';
import { createFigureBar } from './bar';
import { createClaims } from './claims';
import './figures.css';
import { isCost } from '../charts/cost';
import type { Cursor } from '../charts/line-model';
import { headlineText } from './headline-text';
import { columnsOf, dataOf, modelsOf, type PanelModel, shownEntry } from './models';
import { createNav } from './nav';
import { createProgress } from './progress';
import { createReadout } from './readout';

export function createFiguresView({ run, state }: ViewContext): View {
  const bar = createFigureBar(run);
  const nav = createNav(run);
  const progress = createProgress(run);
  const readout = createReadout(run);
  const claims = createClaims((id) => {
    chosen = id;
    draw(state());
  }, run);
  const about = createAbout(run);
  claims.element.append(about.element);
  const news = h('h1', { class: 'figures-news' });
  const what = h('p', { class: 'note figures-what' });
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const charts = h('div', { class: 'figures-charts' });
  const nothing = h(
    'div',
    { class: 'figures-nothing', hidden: true },
    h('p', {}, 'This figure has no experiments to run; the claim says what it needs.'),
    h('button', { class: 'button', type: 'button', onclick: () => run('trace.choose') }, 'Open a trace'),
  );
  const element = h(
    'div',
    { class: 'figures-page' },
    bar.element,
    nav.element,
    h(
      'section',
      { class: 'figures-head', 'aria-label': 'What was found' },
      h('div', {}, news, what, spoken),
      progress.element,
    ),
    h(
      'main',
      { class: 'figures-body' },
      h('div', { class: 'figures-stage' }, charts, readout.element, nothing),
      claims.element,
    ),
    bar.foot,
  );
  let chosen: string | null = null;
  /** Erases per block are spread by so much, or by so much of their mean. */
  let relative = false;
  let shown: { chart: Chart; model: PanelModel }[] = [];
  let laid_out = '';

  const actions = (index: number) => ({
    point: (cursor: Cursor | null) => showCursor(index, cursor),
    open: (at: number) => run('figures.run', { index: at }),
  });

  function showCursor(index: number, cursor: Cursor | null): void {
    for (const { chart } of shown) chart.showCursor(cursor);
    const all_cost = shown.every(({ model }) => isCost(model.metric));
    readout.show(shown[index]?.model ?? null, cursor, all_cost);
  }

  /** Charts stay where they are while their models change; another figure, or another number of them, gets new ones. */
  function layOut(entry: FigureEntry, models: readonly PanelModel[]): void {
    const key = `${entry.id} ${models.length} ${entry.panels.length}`;
    if (key !== laid_out) {
      laid_out = key;
      shown = models.map((model, index) => ({ chart: createChart(actions(index)), model }));
      charts.replaceChildren(...shown.map(({ chart }) => chart.element));
      const metrics = new Set(models.map(({ metric }) => metric.id)).size;
      const columns = columnsOf(entry.panels.length, metrics);
      charts.style.setProperty('--columns', String(columns));
      setAttribute(charts, 'data-rows', String(Math.ceil(models.length / columns)));
      showCursor(0, null);
    }
    shown = shown.map(({ chart }, i) => ({ chart, model: models[i] as PanelModel }));
    for (const { chart, model } of shown) chart.show(model, titleOf(model), switchOf(entry, model.metric));
  }

  /** The spread of erases comes in two forms, of which one is in sight. */
  function inSight(entry: FigureEntry): FigureMetric[] {
    const both =
      entry.metrics.some(({ id }) => id === 'erase_std_dev') && entry.metrics.some(({ id }) => id === 'erase_cv');
    return entry.metrics.filter(({ id }) => !both || id !== (relative ? 'erase_std_dev' : 'erase_cv'));
  }

  function switchOf(entry: FigureEntry, { id }: FigureMetric) {
    if (!/^erase_(std_dev|cv)$/.test(id) || !entry.metrics.some((metric) => metric.id === 'erase_cv')) return null;
    return {
      label: '÷ mean',
      title: 'Divided by the mean of erases',
      pressed: relative,
      press: () => {
        relative = !relative;
        draw(state());
      },
    };
  }

  function draw(now: AppState): void {
    const { figures } = now;
    const entry = shownEntry(figures);
    const result = resultOf(figures);
    nav.show(figures);
    progress.show(figures);
    if (!entry) return;
    if (result && chosen !== null && !result.claims.some(({ id }) => id === chosen)) chosen = null;
    const data = dataOf(entry, figures);
    const models = data ? modelsOf(entry, data, chosen, inSight(entry)) : [];
    const file = figures.form === 'trace' ? figures.trace?.name : undefined;
    const sentence = headlineText(models) ?? (file ? `${entry.title}, on ${file}` : entry.title);
    say(sentence);
    setText(what, entry.what);
    bar.cite(entry.paper);
    if (!figures.work) setText(spoken, plain(sentence));
    claims.show(result?.claims ?? [], entry, chosen, unclaimed(entry, figures, models), figures);
    about.show(now, entry);
    setAttribute(charts, 'hidden', models.length === 0);
    setAttribute(readout.element, 'hidden', models.length === 0);
    setAttribute(nothing, 'hidden', figures.plan === null || models.length > 0);
    if (models.length > 0) layOut(entry, models);
  }

  function say(text: string): void {
    if (news.dataset.text === text) return;
    news.dataset.text = text;
    news.replaceChildren(...piecesOf(text).map(({ text: words, marked }) => (marked ? h('mark', {}, words) : words)));
  }

  new ResizeObserver(() => {
    for (const { chart } of shown) chart.resize();
  }).observe(charts);

  return {
    element,
    render(now, previous) {
      bar.show(now);
      const same =
        previous?.figures === now.figures && previous.presenting === now.presenting && previous.schema === now.schema;
      if (!same) draw(now);
    },
  };
}

/** Why there is nothing to judge, if so. */
function unclaimed(entry: FigureEntry, figures: FiguresState, models: readonly PanelModel[]): string {
  if (figures.form === 'trace') {
    const done = figures.work === null && runsDone(figures) === figures.plan?.runs.length;
    const blank = models.some(({ curves }) => curves.every(({ points }) => points.length === 0));
    const told =
      'Computed on your own traces, in the place of the paper’s, which cannot come with this page, with one seed at full size. The claims are not about these, so none is judged.';
    const left_out = figures.trace?.left_out ? ` ${figures.trace.left_out}` : '';
    return done && blank
      ? `${told} A blank means it did not occur: a session takes 10\u202f000 write requests.${left_out}`
      : told + left_out;
  }
  return entry.claims.length === 0 ? 'This figure judges no claim.' : '';
}

/** α stays α. */
const capital = (text: string): string => text.replace(/^[a-z]/, (first) => first.toUpperCase());

const titleOf = ({ metric, panel }: PanelModel): string =>
  capital(panel.title ? `${metric.title}, ${panel.title}` : metric.title);
