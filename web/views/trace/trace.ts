/** A trace before anything runs: what it is in a sentence, when and where its requests are, and how it would be replayed. */

import type { Mapper } from '../../app/trace/mapper';
import { type Fit, overviewOf, type TraceViewState } from '../../app/trace/state';
import type { View, ViewContext } from '../../app/view';
import type { TraceOverview } from '../../engine/protocol';
import { bytes, count } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';
import { actionOf, shareButton } from '../bar/parts';
import { createScreenBar } from '../bar/screen-bar';
import '../bar/bar.css';
import '../charts/charts.css';
import '../figures/figures.css';
import '../stage/stage.css';
import { addressTicks, timeTicks } from './axes';
import { createFigures } from './figures';
import { createFit } from './fit';
import { createTraceHeat } from './heat';
import { createHistogram } from './histogram';
import { createKeep } from './keep';
import { createMapper } from './mapper';
import { figuresOf, headline, histogramOf, SECTOR_BYTES, span, windowInWords } from './models';
import { createOverTime, type TimeSeries } from './over-time';
import { createReplay } from './replay';
import { firstRows, hottestTable } from './tables';
import './trace.css';
import './heat-map.css';
import './small-charts.css';
import './rail.css';
import './mapper.css';
import './narrow.css';

const KEYS = [
  ['O', 'another trace'],
  ['Esc', 'all of it'],
  ['?', 'all keys'],
] as const;

const BOTH = [
  { name: 'reads', kind: 'reads' },
  { name: 'writes', kind: 'writes' },
] as const;

export function createTraceView({ run, state }: ViewContext, card_place: HTMLElement): View {
  const action = actionOf(run);
  const bar = createScreenBar(
    run,
    [action('trace.choose', 'Open a trace', { 'aria-haspopup': 'dialog' }), shareButton(run)],
    KEYS,
  );
  bar.recipe.className = 'trace-name';
  const news = h('h1', { class: 'figures-news', 'aria-live': 'polite' });
  const where = h('p', { class: 'note trace-where' });
  const all = h(
    'button',
    { class: 'button', type: 'button', onclick: () => run('trace.change', { to: { window: null } }) },
    'Show all of it',
  );
  const again = h(
    'button',
    { class: 'button', type: 'button', onclick: () => run('trace.change', { to: {} }) },
    'Look at it again',
  );
  const requests = createOverTime('Requests over time', count);
  const moved = createOverTime('Bytes over time', bytes);
  const heat = createTraceHeat((window) => run('trace.change', { to: { window } }));
  const addresses = h('div', { class: 'trace-addresses', 'aria-hidden': true });
  const times = h('div', { class: 'trace-times', 'aria-hidden': true });
  const figures = createFigures();
  const sizes = createHistogram({
    title: 'Sizes',
    note: 'of requests',
    value: (sectors) => bytes(sectors * SECTOR_BYTES),
    series: BOTH,
  });
  const gaps = createHistogram({
    title: 'Gaps',
    note: 'between arrivals',
    value: span,
    series: [{ name: 'requests', kind: 'plain' }],
  });
  const reuse = createHistogram({
    title: 'Reuse distance',
    note: 'distinct pages of 4 KiB between two accesses of one',
    value: count,
    series: [{ name: 'accesses', kind: 'plain' }],
  });
  const jumps = createHistogram({
    title: 'Jumps',
    note: 'from the end of one request to the start of the next',
    value: (sectors) => bytes(sectors * SECTOR_BYTES),
    series: [{ name: 'requests', kind: 'plain' }],
  });
  const hottest = h('div', { class: 'trace-scroll' });
  const first = h('div', { class: 'trace-scroll' });
  const replay = createReplay({ run, state });
  const keep = createKeep(run);
  const fitting = createFit(run);
  const mapping = createMapper(run);
  const part = (title: string, note: string, ...content: Node[]): HTMLElement =>
    h('section', {}, h('h2', { class: 'part-title' }, title, ' ', h('small', {}, note)), ...content);
  const pictures = h(
    'div',
    { class: 'trace-pictures' },
    requests.element,
    moved.element,
    h('div', { class: 'trace-row trace-heat-row' }, addresses, heat.element),
    h('div', { class: 'trace-row' }, h('span'), h('div', {}, times, heat.readout)),
    h('div', { class: 'trace-small' }, sizes.element, gaps.element, reuse.element, jumps.element),
    h(
      'div',
      { class: 'trace-lists' },
      part('Hottest regions', 'where most requests begin', hottest),
      part('First requests', 'as they are read', first),
    ),
  );
  const rest = h('div', { class: 'trace-rest' }, figures.element, replay.element, keep.element, fitting.element);
  const rail = h('aside', { class: 'trace-rail' }, card_place, rest);
  const body = h('main', { class: 'trace-body' }, pictures, rail);
  const element = h(
    'div',
    { class: 'figures-page trace-page' },
    bar.element,
    h('section', { class: 'trace-head', 'aria-label': 'What it is' }, news, h('div', {}, where, again, all)),
    body,
    mapping.element,
    bar.foot,
  );
  let shown: TraceOverview | null = null;
  let fit_shown: Fit | null = null;
  let latest = state();

  function draw(overview: TraceOverview): void {
    const { over_time, window } = overview;
    const timeOf = (bin: number): string => span(window.from_ns + bin * over_time.bin_ns);
    const trims: TimeSeries[] =
      overview.trims.requests > 0 ? [{ name: 'trims', kind: 'trims', values: over_time.trims }] : [];
    requests.show(
      [
        { name: 'writes', kind: 'writes', values: over_time.writes },
        { name: 'reads', kind: 'reads', values: over_time.reads },
        ...trims,
      ],
      timeOf,
    );
    moved.show(
      [
        { name: 'written', kind: 'writes', values: over_time.written_bytes },
        { name: 'read', kind: 'reads', values: over_time.read_bytes },
      ],
      timeOf,
    );
    addresses.replaceChildren(...addressTicks(overview));
    times.replaceChildren(...timeTicks(overview));
  }

  /** What is read after the map. */
  function drawRest(overview: TraceOverview, fit: Fit | null): void {
    const { window } = overview;
    figures.show(figuresOf(overview));
    const like = fit?.overview;
    sizes.show(
      histogramOf([overview.read_sizes, overview.write_sizes]),
      like ? histogramOf([like.read_sizes, like.write_sizes]) : null,
      '',
    );
    gaps.show(histogramOf([overview.gaps_ns]), like ? histogramOf([like.gaps_ns]) : null, '');
    reuse.show(
      histogramOf([overview.reuse.distances_pages]),
      like ? histogramOf([like.reuse.distances_pages]) : null,
      firstAccesses(overview),
    );
    jumps.show(
      histogramOf([overview.order.jumps_sectors]),
      like ? histogramOf([like.order.jumps_sectors]) : null,
      'sequential and local ones apart',
    );
    hottest.replaceChildren(
      hottestTable(overview, (first_sector, sectors) =>
        run('trace.change', { to: { window: { ...window, first_sector, end_sector: first_sector + sectors } } }),
      ),
    );
    first.replaceChildren(firstRows(overview));
  }

  function showHead(view: TraceViewState, overview: TraceOverview | null): void {
    const { report, window, mapper } = view;
    setText(news, mapper ? mappingNews(mapper) : overview ? headline(overview) : waitingNews(view));
    setText(where, mapper ? '' : window ? windowInWords(window) : 'all of it, from the first request to the last');
    all.hidden = window === null;
    again.hidden = !view.called_off || overview !== null;
    const name = mapper?.name ?? (report ? `${report.name}, ${report.format}` : 'A trace');
    setText(bar.recipe, name);
    // On a small screen it is cut short.
    setAttribute(bar.recipe, 'title', name);
  }

  return {
    element,
    render(now) {
      bar.show(now);
      const view = now.trace_view;
      mapping.show(view.mapper);
      setAttribute(body, 'hidden', view.mapper !== null);
      const overview = overviewOf(view);
      showHead(view, overview);
      setAttribute(pictures, 'data-waiting', overview ? null : '');
      setAttribute(pictures, 'hidden', !overview && !shown);
      setAttribute(rest, 'hidden', !overview && !shown);
      if (!overview) return;
      const is_new = overview !== shown || view.fit !== fit_shown;
      if (overview !== shown) draw(overview);
      // Its colours are the theme's.
      heat.show(overview);
      [shown, fit_shown] = [overview, view.fit];
      latest = now;
      // The map is seen first; all at once would keep the page for longer than is smooth.
      if (is_new) setTimeout(() => overview === shown && drawRest(overview, fit_shown));
      setTimeout(() => {
        replay.show(latest);
        keep.show(latest);
        fitting.show(latest.trace_view);
      });
    },
  };
}

const mappingNews = ({ name }: Mapper): string =>
  `${name} is of no format that is known here. Say what its columns are, and it is read.`;

function waitingNews({ report, called_off }: TraceViewState): string {
  if (!report) return 'No trace is here yet.';
  return called_off
    ? `Looking at ${report.name} was called off. It can be run all the same.`
    : `${report.name} is looked at.`;
}

const firstAccesses = ({ reuse }: TraceOverview): string =>
  `${count(reuse.first)} first accesses apart${reuse.one_in > 1 ? `; one page in ${count(reuse.one_in)} is followed` : ''}`;
