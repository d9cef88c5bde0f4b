/** A lane among others: who it is, how it fares, its flash, how full its room is, what it does now. */

import { showsFigure } from '../../app/lesson/state';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import type { StageRequest } from '../../engine/protocol';
import type { Colours } from '../../render/colours';
import { time } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';
import { openChange, openFork } from './cards';
import { doing } from './request-summary';
import './column.css';
import { colourOf, disc, letterOf } from './lane-appearance';
import { FIGURES, steadyTime } from './lane-figures';
import type { LaneName } from './lane-names';
import { createLaneStage } from './lane-stage';
import { type Meter, metersOf } from './meters';
import type { Span, Standing } from './standing';

/** What a column shows of its lane and of the others. */
export interface ColumnModel {
  lane: AppState;
  name: LaneName;
  standing: Standing;
  /** Of what its figures are. */
  span: Span;
  /** What it does now is what sets it apart. */
  parts: boolean;
  /** There is room for another lane. */
  has_room: boolean;
  can_leave: boolean;
}

export interface Column {
  readonly element: HTMLElement;
  request(lane: AppState, colours: Colours, key: string): StageRequest;
  /** The flash: at every frame, since a frame holds only what changed. */
  paint(lane: AppState, colours: Colours, key: string, erases_max: number): void;
  /** Words and figures: a few times a second. */
  show(model: ColumnModel): void;
}

export function createColumn(index: number, run: RunCommand, state: () => AppState, resized: () => void): Column {
  const letter = letterOf(index);
  const name = h('b', { class: 'lane-name' });
  const detail = h('span', { class: 'lane-detail' });
  const title = h(
    'button',
    { class: 'plain lane-title', type: 'button', onclick: () => run('compare.focus', { lane: index }) },
    disc(index),
    name,
    detail,
  );
  const [mean, ...others] = FIGURES.map(({ title: label, long, name: figure }) => figureCell(label, long, figure));
  const lead = h('span', { class: 'note lane-lead' });
  const mean_place = h('div', { class: 'lane-mean' }, mean?.value ?? null, lead);
  const figures = h(
    'div',
    { class: 'lane-figures' },
    mean_place,
    h('dl', { class: 'lane-others' }, ...others.map(({ element }) => element)),
  );
  const stage = createLaneStage(resized);
  const meters = [createMeter(), createMeter()];
  const so_far = h('p', { class: 'note lane-so-far' });
  const now = h('p', { class: 'lane-now' });
  const action = (label: string, spoken: string, act: (button: HTMLElement) => void): HTMLButtonElement => {
    const button = h('button', { class: 'link', type: 'button', 'aria-label': `${spoken} ${letter}` }, label);
    button.addEventListener('click', () => act(button));
    return button;
  };
  const fork = action('Fork', 'Fork lane', (button) => openFork(button, index, state(), run));
  const put_away = action('Remove', 'Remove lane', () => run('compare.remove', { lane: index }));
  const tools = h(
    'div',
    { class: 'lane-tools' },
    action('Open', 'Open lane', () => run('compare.focus', { lane: index })),
    action('Change', 'Change lane', (button) => openChange(button, index, state(), run)),
    fork,
    action('Keep only this', 'Keep only this lane,', () => run('compare.keep', { lane: index })),
    put_away,
  );
  const element = h(
    'article',
    { class: 'lane', 'aria-label': `Lane ${letter}` },
    h('h2', {}, title),
    figures,
    stage.element,
    h('div', { class: 'lane-meters' }, ...meters.map((meter) => meter.element)),
    so_far,
    now,
    tools,
  );
  element.style.setProperty('--lane', colourOf(index));

  function showFigures({ figures: own, leads, times }: Standing, lesson: AppState['lesson']): void {
    for (const [at, cell] of [mean, ...others].entries()) {
      const figure = FIGURES[at];
      if (!cell || !figure) continue;
      const place = cell === mean ? mean_place : cell.element;
      setAttribute(place, 'hidden', !showsFigure(lesson, figure.word));
      const value = own?.[figure.name] ?? null;
      cell.show(value === null ? '–' : figure.words(value), times[figure.name] ?? '', leads[figure.name] ?? false);
    }
    const words = times.mean_ns ? `mean, ${times.mean_ns}` : leads.mean_ns ? 'mean' : 'mean per request';
    setText(lead, leads.mean_ns ? `${words} ◆${times.mean_ns ? '' : ' leads'}` : words);
    setAttribute(lead, 'title', leads.mean_ns ? 'leads: the shortest mean response time' : null);
  }

  function showNow({ lane, standing, span, parts }: ColumnModel): void {
    const charts = lane.frame?.charts;
    const mean_ns = charts?.so_far.mean_response_ns ?? null;
    // Otherwise it stands above in large.
    setAttribute(so_far, 'hidden', span === 'so-far');
    setText(so_far, mean_ns === null ? '' : `Mean so far: ${steadyTime(mean_ns)} per request`);
    const last_ns = charts?.so_far.last_response_ns ?? null;
    const { one } = doing(charts?.so_far.tallies ?? [], last_ns ?? 0);
    const took = last_ns === null ? 'not over yet' : `response ${time(last_ns)}`;
    const ended = lane.frame?.position.ended;
    const words =
      (lane.frame?.position.request ?? 0) === 0
        ? 'No request of the host has been served yet.'
        : ended && ended.kind !== 'done'
          ? `it stopped: ${ended.text}`
          : `last request: ${one}, ${took}`;
    setText(now, words);
    setAttribute(now, 'data-parts', parts && standing.figures !== null);
  }

  return {
    element,
    request: stage.request,
    paint: stage.show,
    show(model) {
      setText(name, model.name.name);
      setText(detail, model.name.detail);
      const full = [model.name.name, model.name.detail].filter(Boolean).join(', ');
      setAttribute(title, 'title', `Open lane ${letter}: ${full}`);
      showFigures(model.standing, model.lane.lesson);
      const { frame, opened } = model.lane;
      const found = frame && opened ? metersOf(frame, opened) : [];
      for (const [at, meter] of meters.entries()) meter.show(found[at] ?? null);
      showNow(model);
      const ended = frame?.position.ended != null;
      fork.disabled = !model.has_room || ended;
      const why_not = ended ? 'the run is over' : 'there are four lanes already';
      setAttribute(fork, 'title', fork.disabled ? `No fork: ${why_not}` : null);
      put_away.disabled = !model.can_leave;
    },
  };
}

interface FigureCell {
  element: HTMLElement;
  value: HTMLElement;
  show(value: string, times: string, leads: boolean): void;
}

/** A figure with its name above and how it compares below; the mean's stands alone, large. */
function figureCell(label: string, long: string, name: string): FigureCell {
  const number = h('span');
  const unit = h('small');
  const mark = h(
    'span',
    { class: 'lane-mark', hidden: true, title: `the least: ${long}` },
    '◆',
    h('span', { class: 'visually-hidden' }, ' leads'),
  );
  const value = h('dd', { class: 'lane-value', 'data-figure': name }, number, unit);
  const against = h('dd', { class: 'lane-times' });
  const element = h('div', {}, h('dt', { 'data-term': label }, mark, label), value, against);
  return {
    element,
    value: name === 'mean_ns' ? bigValue(value) : value,
    show(text, times, leads) {
      // The unit is smaller than its number, and stands where the space is.
      const at = text.lastIndexOf('\u00a0');
      setText(number, at < 0 ? text : text.slice(0, at));
      setText(unit, at < 0 ? '' : text.slice(at));
      setText(against, times);
      setAttribute(mark, 'hidden', !leads);
    },
  };
}

/** The same outside a list. */
function bigValue(value: HTMLElement): HTMLElement {
  const big = h('p', { class: 'lane-value', 'data-figure': 'mean_ns' });
  big.append(...value.childNodes);
  return big;
}

function createMeter() {
  const label = h('span');
  const words = h('b');
  const bar = h('i');
  const element = h(
    'div',
    { class: 'lane-meter' },
    h('p', {}, label, words),
    h('div', { class: 'lane-bar', 'aria-hidden': 'true' }, bar),
  );
  return {
    element,
    show(meter: Meter | null): void {
      setAttribute(element, 'data-none', meter === null);
      if (!meter) return;
      setText(label, meter.label);
      setText(words, meter.words);
      bar.style.transform = `scaleX(${meter.share.toFixed(4)})`;
      setAttribute(element, 'data-full', meter.is_full);
    },
  };
}
