/** Lanes side by side, as loaded with the first comparison: their columns, what sets them apart, the charts over all of them. */

import { areLevel } from '../../app/lanes/level';
import { unlikeTerms } from '../../app/lanes/like-terms';
import { asLane, isComparing, LANES_MAX, laneCount, laneInFocus, lanesOf } from '../../app/lanes/side-by-side';
import { guessOf, showsChart, showsFigure, stepOf } from '../../app/lesson/state';
import { FLASH_MAX } from '../../app/speed';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import type { StageRequest } from '../../engine/protocol';
import type { ChartName } from '../../lessons/lesson';
import { type Colours, readColours, tokensOf } from '../../render/colours';
import { throttled } from '../../render/throttle';
import { h, setAttribute, setText } from '../../ui/dom';
import type { Plot } from '../charts/marks';
import { openAdd } from './cards';
import { createColumn } from './column';
import './compare.css';
import { createCompareHeadline } from './headline';
import { FIGURES } from './lane-figures';
import { type LaneName, laneNames } from './lane-names';
import { createLaneRow } from './lane-row';
import { createLanesKey } from './lanes-key';
import { createOverlay, type Overlay, type OverlayModel } from './overlay';
import { amplificationModel, erasesModel, type LaneFrames, latencyModel, runScale, tailModel } from './overlay-models';
import { roomModel } from './room-model';
import { fullRunsInWords, type Span, standings } from './standing';
import { createStrips } from './strips';
import { createTimeBars } from './time-bars';

export interface CompareView {
  request(index: number): StageRequest;
  render(now: AppState, previous: AppState | null): void;
}

/** Words and figures while lanes play: as often as they can be read. */
const WORDS_EVERY_MS = 200;
/** Where requests go by too fast to be told one by one. */
const WORDS_AT_SPEED_EVERY_MS = 500;
const CHARTS_EVERY_MS = 250;

/** Fills `element` and `headline`. `askAgain` tells that the next frames must hold something else. */
export function createCompareView(
  element: HTMLElement,
  headline: HTMLElement,
  run: RunCommand,
  askAgain: () => void,
): CompareView {
  let state: AppState | null = null;
  /** While lanes play, the state in which they met last. */
  let level: AppState | null = null;
  let span: Span = 'so-far';
  let picked = 0;
  let colours: Colours | null = null;
  let theme = '';
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const current = (): AppState => state as AppState;

  const columns = [0, 1, 2, 3].map((index) => createColumn(index, run, current, askAgain));
  const news = createCompareHeadline(run);
  const row = createLaneRow('Lanes', (lane) => run('compare.focus', { lane }), true);
  const picker = createLaneRow('Show a lane', pickLane, false);
  picker.element.classList.add('lane-picker');
  const spans = (['so-far', 'whole'] as const).map((value) => ({
    value,
    button: h(
      'button',
      { type: 'button', onclick: () => chooseSpan(value) },
      value === 'whole' ? 'whole run' : 'so far',
    ),
  }));
  const add = h(
    'button',
    {
      class: 'button',
      type: 'button',
      'aria-haspopup': 'dialog',
      'aria-expanded': 'false',
      onclick: () => openAdd(add, current(), run),
    },
    '+ lane',
  );
  const waiting = h('span', { class: 'compare-waiting', role: 'status' });
  const runs = h('button', { class: 'button', type: 'button', hidden: true, onclick: () => run('compare.runs') });
  const tools = h(
    'div',
    { class: 'compare-tools' },
    h('div', { class: 'segment', role: 'group', 'aria-label': 'Figures of' }, ...spans.map(({ button }) => button)),
    add,
    runs,
    waiting,
  );
  const strips = createStrips(run);
  const times = createTimeBars(LANES_MAX);
  const seek = (x: number): void => {
    const room = charts[0]?.overlay.plot();
    if (state && room)
      run('transport.seek-request', { request: Math.max(0, Math.round(runScale(framesOf(state), room).invert(x))) });
  };
  const drawAgain = (): void => drawCharts();
  const charts: readonly {
    name: ChartName;
    overlay: Overlay;
    model: (lanes: LaneFrames, plot: Plot, state: AppState) => OverlayModel;
  }[] = [
    { name: 'response', overlay: createOverlay('Response time', drawAgain, seek), model: latencyModel },
    { name: 'tail', overlay: createOverlay('Latency tail', drawAgain, null), model: tailModel },
    {
      name: 'amplification',
      overlay: createOverlay('Write amplification', drawAgain, seek),
      model: amplificationModel,
    },
    { name: 'wear', overlay: createOverlay('Erases', drawAgain, seek), model: erasesModel },
    {
      name: 'room',
      overlay: createOverlay('Write amplification over α', drawAgain, null),
      model: (_, plot, now) => roomModel(lanesOf(now), plot, guessOf(now.lesson, 'write-amplification')),
    },
  ];
  const lanes = h('div', { class: 'lanes' }, ...columns.map((column) => column.element));
  const legend = createLanesKey();
  const below = h('div', { class: 'overlays' }, ...charts.map(({ overlay }) => overlay.element));
  const middle = h('div', { class: 'compare-middle' }, times.element, strips.element);
  const unlike = h('p', { class: 'compare-unlike' });
  const overview = h(
    'div',
    { class: 'compare-overview' },
    unlike,
    picker.element,
    lanes,
    legend.element,
    middle,
    below,
  );
  headline.append(h('div', { class: 'compare-says' }, ...news.nodes), tools);
  element.append(row.element, overview);

  function pickLane(lane: number | null): void {
    picked = lane ?? 0;
    drawWords();
    askAgain();
  }

  function chooseSpan(value: Span): void {
    span = value;
    drawWords();
  }

  function styleNow(): { colours: Colours; key: string } {
    // Asking for computed style at every frame would cost more than drawing it.
    const key = `${state?.theme} ${state?.presenting} ${dark.matches}`;
    if (!colours || key !== theme) {
      theme = key;
      colours = readColours(tokensOf(element));
    }
    return { colours, key };
  }

  let named: { documents: readonly unknown[]; schema: unknown; names: readonly LaneName[] } | null = null;
  /** Lanes are named when one of them, or the schema, is another. */
  function namesOf(now: AppState): readonly LaneName[] {
    const documents = lanesOf(now).map(({ opened, document }) => opened?.document ?? document);
    const same =
      named?.schema === now.schema &&
      documents.length === named.documents.length &&
      documents.every((each, at) => each === named?.documents[at]);
    if (!same || !named) named = { documents, schema: now.schema, names: laneNames(documents, now.schema) };
    return named.names;
  }

  function drawWords(): void {
    if (!state || !isComparing(state)) return;
    // On their way lanes tell of different requests: their figures are of where they met last.
    const now = level ? { ...level, full_runs: state.full_runs, focus: state.focus } : state;
    const names = namesOf(now);
    const standing = standings(now, span);
    const both = names.map((name, at) => ({ name, standing: standing[at] ?? { figures: null, leads: {}, times: {} } }));
    const focus = laneInFocus(now);
    row.show(both, focus, FIGURES[0] ?? null);
    if (focus !== null) return;
    picked = Math.min(picked, laneCount(now) - 1);
    picker.show(both, picked, figureOf(now.lesson));
    const responses = lanesOf(now).map(({ frame }) => frame?.charts?.so_far.last_response_ns ?? 0);
    const [least, most] = [Math.min(...responses), Math.max(...responses)];
    for (const [index, { name, standing: own }] of both.entries()) {
      columns[index]?.show({
        lane: asLane(now, index),
        name,
        standing: own,
        span,
        parts: responses[index] === most && most > 2 * least,
        has_room: laneCount(now) < LANES_MAX,
        can_leave: laneCount(now) > 1,
      });
    }
    const { colours: paint, key } = styleNow();
    legend.show(now, paint, key, mostErases(framesOf(now)));
    setText(unlike, unlikeTerms(lanesOf(now).map(({ opened }) => opened?.joins_commands ?? false)) ?? '');
    times.show(now, span, names);
    for (const { value, button } of spans) setAttribute(button, 'aria-pressed', String(value === span));
    setAttribute(runs, 'hidden', now.full_runs.work === null && now.full_runs.refused === null);
    setText(runs, now.full_runs.work === null ? 'Run all lanes to the end' : 'Stop the background runs');
    setText(waiting, span === 'whole' ? (fullRunsInWords(now.full_runs) ?? '') : '');
    add.disabled = laneCount(now) >= LANES_MAX;
    // Of the same moment as the columns: both name the same figures.
    news.show(now, names, () => standings(now, 'so-far'));
  }

  function drawCharts(): void {
    if (!state || laneInFocus(state) !== null) return;
    const frames = framesOf(state);
    for (const { overlay, model } of charts) {
      const room = overlay.plot();
      if (room) overlay.show(model(frames, room, state));
    }
  }

  const wordsSometimes = throttled(WORDS_EVERY_MS, drawWords);
  const wordsAtSpeed = throttled(WORDS_AT_SPEED_EVERY_MS, drawWords);
  const chartsSometimes = throttled(CHARTS_EVERY_MS, drawCharts);

  function show(now: AppState, previous: AppState | null): void {
    const is_overview = laneInFocus(now) === null;
    setAttribute(row.element, 'hidden', is_overview && !now.embedded);
    setAttribute(overview, 'hidden', !is_overview);
    for (const { name, overlay } of charts) setAttribute(overlay.element, 'hidden', !showsChart(now.lesson, name));
    lanes.style.setProperty('--lanes', String(laneCount(now)));
    for (const [index, column] of columns.entries()) {
      setAttribute(column.element, 'hidden', index >= laneCount(now));
      setAttribute(column.element, 'data-picked', index === picked);
    }
    const changed =
      !previous ||
      previous.beside !== now.beside ||
      previous.frame !== now.frame ||
      previous.full_runs !== now.full_runs ||
      previous.focus !== now.focus ||
      previous.opened !== now.opened ||
      previous.lesson !== now.lesson ||
      previous.schema !== now.schema;
    if (now.playing && previous?.playing) {
      if (changed) (now.speed > FLASH_MAX ? wordsAtSpeed : wordsSometimes)();
    } else drawWords();
    if (!is_overview) return;
    const { colours: paint, key } = styleNow();
    const erases_max = mostErases(framesOf(now));
    for (const [index, column] of columns.entries())
      if (index < laneCount(now)) column.paint(asLane(now, index), paint, key, erases_max);
    const names = namesOf(now);
    strips.show(now, names);
    if (changed) chartsSometimes();
  }

  return {
    request(index) {
      const column = columns[index];
      if (!state || !column || index >= laneCount(state)) return { kind: 'none' };
      const { colours: paint, key } = styleNow();
      return column.request(asLane(state, index), paint, key);
    },
    render(now, previous) {
      state = now;
      if (!now.playing) level = null;
      else if (areLevel(now)) level = now;
      show(now, previous);
    },
  };
}

/** What a phone shows of every lane beside its letter: the first figure that a lesson's step names, else the mean; none while it would tell an answer. */
function figureOf(lesson: AppState['lesson']): (typeof FIGURES)[number] | null {
  const named = (lesson && stepOf(lesson)?.scene.figures) ?? FIGURES.map(({ word }) => word);
  const shown = named.find((word) => showsFigure(lesson, word));
  return FIGURES.find(({ word }) => word === shown) ?? null;
}

const framesOf = (state: AppState): LaneFrames => lanesOf(state).map(({ frame }) => frame);

/** Of the most worn block of the small devices among the lanes. */
const mostErases = (frames: LaneFrames): number =>
  Math.max(
    0,
    ...frames.flatMap((frame) => (frame?.stage?.kind === 'cells' ? [Math.max(...frame.stage.block_erases)] : [])),
  );
