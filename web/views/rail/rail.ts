/** Beside the stage: why the device did what it did, and what came of it so far. */

import { asksForVictim, isAsking, picks, showsChart, stepOf } from '../../app/lesson/state';
import { isRecorded } from '../../app/parameters';
import { stageShown } from '../../app/stage-choice';
import type { View, ViewContext } from '../../app/view';
import type { Charts, Frame, Position } from '../../engine/protocol';
import { CHART_NAMES } from '../../lessons/lesson';
import { throttled } from '../../render/throttle';
import { requestScale } from '../charts/scales';
import { createFormulaPlace } from '../formula/place';
import { victimOf } from '../stage-kit/victim';
import { decisionTable, type When } from './decision';
import { type LatestDecision, latestDecision } from './latest-decision';
import { panel, plotIn, type RailChart } from './panel';
import '../charts/charts.css';
import './rail.css';

const FILES = import.meta.glob<RailChart>(['./charts/*.ts', '!./charts/*.test.ts'], { eager: true, import: 'CHART' });

/** All charts, each a file, in the order of `CHART_NAMES`, in which they stand under the decision. */
export const CHARTS: readonly RailChart[] = CHART_NAMES.flatMap(
  (name) => Object.values(FILES).find((chart) => chart.name === name) ?? [],
);

/** So many charts of a lesson's step share the height that otherwise all of them do. */
const FEW_CHARTS = 2;
/** Beside operations that no policy of ours chose. */
const RECORDED_ONLY = 'The log says what was done, not why.';
/** 15 a second: as often as a changing chart can be read. */
const REDRAW_MS = 67;

/** Whether the latest choice is still to be carried out, is being, or has been: no longer told, and its block no longer being collected. */
function whenOf(frame: Frame): When {
  const { decision } = frame;
  const chosen = decision?.rows.find((row) => row.chosen);
  if (!decision || !chosen) return 'past';
  // The device has made up its mind; the next operation carries it out.
  if (decision.op >= frame.position.op) return 'next';
  if (chosen.block !== null && chosen.block === victimOf(frame)) return 'now';
  return frame.headline.causes.some(({ op }) => op === decision.op) ? 'now' : 'past';
}

/** Draws in `root`. */
export function createRail(context: ViewContext, root: HTMLElement): View {
  const seek = (x: number, width: number): void => {
    const position = context.state().frame?.position;
    if (!position) return;
    const request = Math.round(requestScale([position], plotIn(width, 0)).invert(x));
    context.run('transport.seek-request', { request: Math.min(Math.max(request, 0), position.requests) });
  };
  const decision = decisionTable();
  const choose = (guess: number): void => context.run('lesson.predict', { guess });
  const panels = CHARTS.map((chart) => panel(chart, context.run, seek));
  const formula = createFormulaPlace(context);
  root.append(decision.element, formula.element, ...panels.map(({ element }) => element));

  function draw(charts: Charts, position: Position): void {
    const { opened, baselines } = context.state();
    // That of those in sight: all are as wide.
    const width = Math.max(...panels.map((one) => one.width())) || root.clientWidth;
    if (!opened || width === 0) return;
    // The stage with stripes tells its choice itself, at length.
    const { lesson } = context.state();
    decision.element.hidden = stageShown(context.state()).stage === 'stripes' || !showsChart(lesson, 'decision');
    const named = (lesson && stepOf(lesson)?.scene.charts) ?? null;
    const are_few = named !== null && named.length <= FEW_CHARTS;
    root.toggleAttribute('data-two-choices', charts.page_cache !== null);
    for (const [at, one] of panels.entries()) {
      const chart = CHARTS[at];
      if (chart && showsChart(lesson, chart.name)) one.show({ charts, position, opened, baselines }, width, are_few);
      else one.element.hidden = true;
    }
  }

  const drawSometimes = throttled(REDRAW_MS, draw);
  let drawn: Charts | null = null;
  let latest: LatestDecision | null = null;

  function drawLatest(): void {
    const frame = context.state().frame;
    if (frame?.charts) draw(frame.charts, frame.position);
  }
  new ResizeObserver(drawLatest).observe(root);

  return {
    element: root,
    render(now, previous) {
      formula.render(now, previous);
      const { frame, baselines, lesson, opened } = now;
      if (!frame) return;
      latest = latestDecision(frame, latest);
      const when = whenOf(frame);
      const told = when === 'next' && asksForVictim(lesson) ? null : latest;
      const asks = lesson !== null && isAsking(lesson) && picks(lesson);
      const nothing = opened && isRecorded(opened.document) ? RECORDED_ONLY : undefined;
      decision.show(told?.decision ?? null, when, asks ? choose : null, nothing);
      const same = frame.charts === drawn && baselines === previous?.baselines && lesson === previous?.lesson;
      if (!frame.charts || same) return;
      drawn = frame.charts;
      drawSometimes(frame.charts, frame.position);
    },
  };
}
