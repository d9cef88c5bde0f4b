/** The workbench: bar, time and headline over one device, or over lanes side by side, and the dialogs that are opened from there. */

import type { LinkForm } from '../app/command';
import { asFocused, laneInFocus } from '../app/lanes/side-by-side';
import { asksForVictim, hiddenIn } from '../app/lesson/state';
import { isWriting } from '../app/lesson-draft/in-sight';
import { stageShown } from '../app/stage-choice';
import type { AppState } from '../app/state';
import type { StageContext, View } from '../app/view';
import { h, setAttribute } from '../ui/dom';
import { createBar } from './bar/bar';
import { type Compare, createCompare } from './compare/compare';
import { createDrawerPlace } from './drawer/place';
import { createFilmPlace } from './film/place';
import { createGanttStrip } from './gantt/strip';
import { createHeadline } from './headline/headline';
import { createHelp } from './help/help';
import { createInWordsStrip } from './in-words/strip';
import { createLayer, type Layer } from './layer/layer';
import { createLecturePlace } from './lecture/place';
import { createLessonPlace } from './lesson/place';
import { createLessonEditorPlace } from './lesson-editor/place';
import { createRailPlace } from './rail/place';
import { createSharePlace } from './share/place';
import { createStage, type Stage } from './stage/stage';
import { createStatus } from './status/status';
import { createTransport, type Transport } from './transport/transport';
import { createUnwatchedPlace } from './unwatched/place';
import { createWorksheetPlace } from './worksheet/place';

/** Draws the state with all its lanes. */
export interface Workbench extends View {
  compare: Compare;
  stage: Stage;
  layer: Layer;
  transport: Transport;
  /** Where a failure stands, and the card of a trace. */
  settle(failure: HTMLElement, trace_card: HTMLElement): void;
}

export function createWorkbench(context: StageContext, link: (form?: LinkForm) => string): Workbench {
  const bar = createBar(context);
  const transport = createTransport(context);
  const headline = createHeadline(context);
  const compare = createCompare(context);
  const stage = createStage(context);
  const layer = createLayer(context);
  const gantt = createGanttStrip(context);
  const in_words = createInWordsStrip(context);
  const rail = createRailPlace(context);
  const status = createStatus(context);
  const drawer = createDrawerPlace(context);
  const help = createHelp(context);
  const share = createSharePlace(context, link);
  const unwatched = createUnwatchedPlace(context);
  const lesson = createLessonPlace(context);
  const editor = createLessonEditorPlace(context);
  const worksheet = createWorksheetPlace(context);
  const lecture = createLecturePlace(context);
  const film = createFilmPlace(context);

  for (const pictured of [headline.element, compare.headline, compare.element])
    setAttribute(pictured, 'data-picture', true);
  /** The way out of a frame, at whichever headline is in sight. */
  const ways_back = [headline.element, compare.headline].map((place) => {
    const back = h('a', { class: 'embed-link', href: './', target: '_blank', rel: 'noopener' }, 'Open in Flashlab');
    place.append(back);
    return back;
  });
  const body = h(
    'main',
    { class: 'body' },
    lesson.element,
    editor.element,
    h('div', { class: 'centre', 'data-picture': true }, layer.element, stage.element, gantt.element, in_words.element),
    rail.element,
  );
  const app = h(
    'div',
    { class: 'app' },
    h('div', { class: 'sticky' }, bar.element, transport.element, headline.element, compare.headline),
    unwatched.element,
    compare.element,
    body,
    status.element,
  );
  const dialogs = [drawer, help, share, worksheet, lecture, film];
  const element = h('div', {}, app, ...dialogs.map((dialog) => dialog.element));
  /** What shows one lane from the inside: at rest while lanes stand side by side. */
  const of_one_lane: ReadonlySet<View> = new Set<View>([headline, layer, stage, gantt, in_words, rail]);
  const views: readonly View[] = [
    bar,
    transport,
    headline,
    layer,
    stage,
    gantt,
    in_words,
    rail,
    status,
    unwatched,
    ...dialogs,
  ];

  /** A device that is opened has nothing to show before its first frame; from then on the last picture stays. */
  let has_picture = false;

  return {
    element,
    compare,
    stage,
    layer,
    transport,
    settle(failure, trace_card) {
      transport.element.after(failure);
      app.append(trace_card);
    },
    render(whole, before) {
      const now = asFocused(whole);
      const previous = before && asFocused(before);
      const side_by_side = laneInFocus(whole) === null;
      setAttribute(app, 'hidden', now.screen !== 'workbench');
      setAttribute(app, 'data-loading', now.loading !== null);
      has_picture = now.opened !== null && (has_picture || now.frame !== null);
      setAttribute(app, 'data-empty', !has_picture);
      setAttribute(app, 'data-failed', now.failure !== null);
      setAttribute(app, 'data-unwatched', now.unwatched !== null);
      setAttribute(app, 'data-lesson', partsShown(now));
      setAttribute(app, 'data-asks-victim', asksForVictim(now.lesson));
      setAttribute(app, 'data-hides', hiddenIn(now.lesson)?.join(' ') ?? null);
      setAttribute(lesson.element, 'hidden', now.lesson === null);
      setAttribute(app, 'data-writing', isWriting(now));
      setAttribute(editor.element, 'hidden', !isWriting(now));
      if (now.embedded) for (const back of ways_back) back.href = link();
      setAttribute(stage.element, 'hidden', stageShown(now).stage !== null);
      setAttribute(app, 'data-side-by-side', side_by_side);
      // Beside lanes, a lesson that is taken or written is all of it that is in sight.
      const is_comparison = side_by_side && now.lesson === null && !isWriting(now);
      setAttribute(body, 'hidden', is_comparison);
      setAttribute(compare.element, 'role', is_comparison ? 'main' : null);
      setAttribute(headline.element, 'hidden', side_by_side);
      compare.render(whole, before);
      lesson.render(whole, before);
      editor.render(whole, before);
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
