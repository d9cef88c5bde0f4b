/** The whole page: start page, workbench, figures, sweeps, challenges and traces, and what lies over all of them. */

import type { LinkForm } from '../app/command';
import { asFocused } from '../app/lanes/side-by-side';
import type { AppState } from '../app/state';
import type { Toy } from '../app/toy';
import type { StageContext, View } from '../app/view';
import { h, setAttribute } from '../ui/dom';
import { createChallengeScreen } from './challenge/screen';
import { createFailure } from './failure/failure';
import { createLoading } from './failure/loading';
import { createFiguresScreen } from './figures/screen';
import { createFocus } from './focus';
import { lazyView } from './lazy';
import { isLoading } from './loaded';
import { createNewVersionPlace } from './new-version/place';
import { createStart } from './start/start';
import { createSweepScreen } from './sweep/screen';
import { createTraceScreen } from './trace/screen';
import { createTraceCardPlace } from './trace-card/place';
import type { Workbench } from './workbench';

export interface Shell extends View {
  /** Null until it is loaded. */
  workbench(): Workbench | null;
  /** Whether what is to be in sight is loaded, and its motion over. */
  settled(): boolean;
}

export function createShell(context: StageContext, toy: Toy, link: (form?: LinkForm) => string): Shell {
  const failure = createFailure(context);
  const loading = createLoading(context);
  const trace_card = createTraceCardPlace(context);
  const start = createStart(context, toy);
  const figures = createFiguresScreen(context);
  const sweep = createSweepScreen(context);
  const challenge = createChallengeScreen(context);
  const trace = createTraceScreen(context);
  const new_version = createNewVersionPlace(context);
  const blank = h('button', {
    class: 'blank',
    type: 'button',
    'aria-label': 'Show the page again',
    onclick: () => context.run('view.blank'),
  });
  /** What stands there until a link's device or lesson does. */
  const opening = document.querySelector<HTMLElement>('#first-look .opening');
  const bench_place = h('div', {}, opening);
  /** The state with all its lanes, as of the last frame of the page. */
  let drawn = context.state();
  let bench: Workbench | null = null;
  const workbench = lazyView({
    element: bench_place,
    isWanted: wantsWorkbench,
    async load() {
      bench = (await import('./workbench')).createWorkbench(context, link);
      return bench;
    },
    loaded() {
      opening?.remove();
      settle(drawn.screen);
      focus.arrive();
      // What came before there was a stage holds nothing of it.
      element.dispatchEvent(new Event('request-changed'));
    },
  });
  const element = h(
    'div',
    { class: 'shell' },
    h('a', { class: 'skip', href: '#', onclick: skip }, 'Skip to the content'),
    start.element,
    bench_place,
    figures.element,
    sweep.element,
    challenge.element,
    trace.element,
    loading.element,
    new_version.element,
    blank,
  );
  const focus = createFocus(element);
  /** Each draws the lane in focus. */
  const views: readonly View[] = [failure, loading, trace_card, start, figures, sweep, challenge, trace, new_version];

  /** To what the screen is about: it has the focus, and the next Tab goes on from there. The address stays. */
  function skip(event: Event): void {
    event.preventDefault();
    focus.toContent(drawn);
  }

  /** Failure and trace card stand on whichever page is in sight: there, in the headline's place and at the side. */
  function settle(screen: AppState['screen']): void {
    if (screen === 'workbench' && bench) {
      bench.settle(failure.element, trace_card.element);
      return;
    }
    const places = {
      start: start.element,
      figures: figures.element,
      sweep: sweep.element,
      challenge: challenge.element,
      trace: trace.element,
      workbench: bench_place,
    };
    places[screen].prepend(failure.element);
    const card_places = { ...places, start: start.card_place, trace: trace.card_place };
    card_places[screen].append(trace_card.element);
  }

  return {
    element,
    workbench: () => bench,
    settled: () =>
      !isLoading(element) && (bench ? bench.stage.settled() && bench.layer.settled() : !wantsWorkbench(drawn)),
    render(whole, before) {
      const now = asFocused(whole);
      const previous = before && asFocused(before);
      const root = document.documentElement;
      drawn = whole;
      setAttribute(root, 'data-theme', now.theme === 'system' ? null : now.theme);
      setAttribute(root, 'data-mode', now.presenting ? 'present' : null);
      setAttribute(root, 'data-embed', now.embedded);
      setAttribute(blank, 'hidden', !now.blanked);
      if (previous?.screen !== now.screen) settle(now.screen);
      workbench.render(whole, before);
      for (const view of views) view.render(now, previous);
      focus.follow(now, previous);
    },
  };
}

/** On its screen, and wherever one of its dialogs is opened; and once the whole core is there, so that nobody waits for it then. */
const wantsWorkbench = ({ screen, schema, help_open, share_open }: AppState): boolean =>
  screen === 'workbench' || schema !== null || help_open || share_open;
