/** The whole page: start page and workbench, and what lies over both. */

import { asFocused, laneInFocus } from '../app/lanes/state';
import type { LinkForm } from '../app/page';
import { stageShown } from '../app/stage-choice';
import type { AppState } from '../app/state';
import type { Toy } from '../app/toy';
import type { StageContext, View } from '../app/view';
import { h, setAttribute } from '../ui/dom';
import { createBar } from './bar/bar';
import { type Compare, createCompare } from './compare/compare';
import { createDrawerPlace } from './drawer/place';
import { createFailure } from './failure/failure';
import { createLoading } from './failure/loading';
import { createFiguresScreen } from './figures/screen';
import { createFilmPlace } from './film/place';
import { createGanttStrip } from './gantt/strip';
import { createHeadline } from './headline/headline';
import { createHelp } from './help/help';
import { createLayer, type Layer } from './layer/layer';
import { createLecturePlace } from './lecture/place';
import { createLessonPlace } from './lesson/place';
import { createRailPlace } from './rail/place';
import { createSharePlace } from './share/place';
import { createStage, type Stage } from './stage/stage';
import { createStart } from './start/start';
import { createStatus } from './status/status';
import { createSweepScreen } from './sweep/screen';
import { createTraceCardPlace } from './trace-card/place';
import { createTransport, type Transport } from './transport/transport';
import { createUnwatchedPlace } from './unwatched/place';

export interface Shell extends View {
  compare: Compare;
  stage: Stage;
  layer: Layer;
  transport: Transport;
}

export function createShell(context: StageContext, toy: Toy, link: (form?: LinkForm) => string): Shell {
  const bar = createBar(context);
  const transport = createTransport(context);
  const headline = createHeadline(context);
  const compare = createCompare(context);
  const stage = createStage(context);
  const layer = createLayer(context);
  const gantt = createGanttStrip(context);
  const rail = createRailPlace(context);
  const status = createStatus(context);
  const failure = createFailure(context);
  const loading = createLoading(context);
  const drawer = createDrawerPlace(context);
  const help = createHelp(context);
  const share = createSharePlace(context, link);
  const trace_card = createTraceCardPlace(context);
  const start = createStart(context, toy);
  const figures = createFiguresScreen(context);
  const sweep = createSweepScreen(context);
  const unwatched = createUnwatchedPlace(context);
  const lesson = createLessonPlace(context);
  const lecture = createLecturePlace(context);
  const film = createFilmPlace(context);

  for (const pictured of [headline.element, compare.headline, compare.element])
    setAttribute(pictured, 'data-picture', true);
  const blank = h('button', {
    class: 'blank',
    type: 'button',
    'aria-label': 'Show the page again',
    onclick: () => context.run('view.blank'),
  });
  /** The way out of a frame, at whichever headline is in sight. */
  const ways_back = [headline.element, compare.headline].map((place) => {
    const back = h('a', { class: 'embed-link', target: '_blank', rel: 'noopener' }, 'Open in Flashlab');
    place.append(back);
    return back;
  });
  const body = h(
    'main',
    { class: 'body' },
    lesson.element,
    h('div', { class: 'centre', 'data-picture': true }, layer.element, stage.element, gantt.element),
    rail.element,
  );
  const workbench = h(
    'div',
    { class: 'app' },
    h('div', { class: 'sticky' }, bar.element, transport.element, headline.element, compare.headline),
    unwatched.element,
    compare.element,
    body,
    status.element,
  );
  const element = h(
    'div',
    { class: 'shell' },
    start.element,
    workbench,
    figures.element,
    sweep.element,
    loading.element,
    drawer.element,
    help.element,
    share.element,
    lecture.element,
    film.element,
    blank,
  );
  /** What shows one lane from the inside: at rest while lanes stand side by side. */
  const of_one_lane: ReadonlySet<View> = new Set<View>([headline, layer, stage, gantt, rail]);
  const views: readonly View[] = [
    bar,
    transport,
    headline,
    layer,
    stage,
    gantt,
    rail,
    status,
    failure,
    loading,
    drawer,
    help,
    share,
    trace_card,
    start,
    figures,
    sweep,
    unwatched,
    lesson,
    lecture,
    film,
  ];

  /** Failure and trace card stand on whichever page is in sight: there, in the headline's place and at the side. */
  function settle(screen: AppState['screen']): void {
    if (screen === 'start') start.element.prepend(failure.element);
    else if (screen === 'figures') figures.element.prepend(failure.element);
    else if (screen === 'sweep') sweep.element.prepend(failure.element);
    else transport.element.after(failure.element);
    const places = { start: start.card_place, figures: figures.element, sweep: sweep.element, workbench };
    places[screen].append(trace_card.element);
  }

  return {
    element,
    compare,
    stage,
    layer,
    transport,
    render(whole, before) {
      const now = asFocused(whole);
      const previous = before && asFocused(before);
      const side_by_side = laneInFocus(whole) === null;
      const root = document.documentElement;
      setAttribute(workbench, 'hidden', now.screen !== 'workbench');
      setAttribute(workbench, 'data-loading', now.loading !== null);
      setAttribute(root, 'data-theme', now.theme === 'system' ? null : now.theme);
      setAttribute(root, 'data-mode', now.presenting ? 'present' : null);
      setAttribute(root, 'data-embed', now.embedded);
      setAttribute(blank, 'hidden', !now.blanked);
      setAttribute(workbench, 'data-empty', now.opened === null);
      setAttribute(workbench, 'data-failed', now.failure !== null);
      setAttribute(workbench, 'data-unwatched', now.unwatched !== null);
      setAttribute(workbench, 'data-lesson', partsShown(now));
      setAttribute(lesson.element, 'hidden', now.lesson === null);
      if (previous?.screen !== now.screen) settle(now.screen);
      if (now.embedded) for (const back of ways_back) back.href = link();
      setAttribute(stage.element, 'hidden', stageShown(now).stage !== null);
      setAttribute(workbench, 'data-side-by-side', side_by_side);
      setAttribute(body, 'hidden', side_by_side);
      setAttribute(headline.element, 'hidden', side_by_side);
      compare.render(whole, before);
      // What is drawn of another lane, or of none, is no part of this one's picture.
      const moved_on = laneInFocus(whole) !== (before ? laneInFocus(before) : null);
      if (moved_on) stage.forget();
      for (const view of views) {
        if (side_by_side && of_one_lane.has(view)) continue;
        view.render(now, moved_on && of_one_lane.has(view) ? null : previous);
      }
    },
  };
}

/** The parts of the workbench that a lesson's step shows beside the stage; null where no lesson is taken. */
const partsShown = ({ lesson }: AppState): string | null =>
  lesson && (lesson.lesson.steps[lesson.step]?.scene.shows.join(' ') ?? '');
