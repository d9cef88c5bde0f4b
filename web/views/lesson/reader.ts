/** The reading column of a lesson: where one is in it, the step's text and question, and the way on. */

import { isAnswered, type LessonState, stepOf } from '../../app/lesson/state';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { Moment } from '../../lessons/readings';
import { h } from '../../ui/dom';
import { createProse, type Prose } from './prose';
import { question } from './question';

export function createReader(context: ViewContext): View {
  const { run } = context;
  const element = h('article', { class: 'reader' });
  let prose: readonly Prose[] = [];

  function draw(state: LessonState): void {
    const step = stepOf(state);
    if (!step) return;
    const { lesson } = state;
    const predicted = state.predicted[state.step] ?? null;
    const text = createProse(step.text);
    const after = createProse(isAnswered(state) ? step.after : []);
    prose = [text, after];
    const heading = h('h2', { tabindex: -1 }, step.title);
    element.replaceChildren(
      h(
        'header',
        {},
        h('button', { class: 'link', type: 'button', onclick: () => run('experiment.leave') }, 'All lessons'),
        h('h1', {}, lesson.title),
        steps(state, context),
      ),
      heading,
      ...text.nodes,
      ...(step.prediction ? [question(context, step.prediction, predicted)] : []),
      ...after.nodes,
      footer(state, context),
    );
  }

  return {
    element,
    render(now, previous) {
      const { lesson } = now;
      if (!lesson) return;
      if (lesson !== previous?.lesson) {
        draw(lesson);
        // Whoever reads by ear or steps by key goes on at the new step's heading; an answer moves nothing.
        const moved = previous?.lesson?.step !== lesson.step;
        if (moved) element.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
        if (moved) element.scrollTop = 0;
        else element.querySelector('.verdict')?.scrollIntoView({ block: 'nearest' });
      }
      const moment = momentOf(now);
      for (const part of prose) part.read(moment);
    },
  };
}

const momentOf = ({ frame, opened }: AppState): Moment | null => (frame && opened ? { frame, opened } : null);

/** A dot for each step; each leads there. */
function steps(state: LessonState, { run }: ViewContext): HTMLElement {
  const { lesson, step } = state;
  return h(
    'ol',
    { class: 'steps', 'aria-label': `Step ${step + 1} of ${lesson.steps.length}` },
    lesson.steps.map(({ title }, at) =>
      h(
        'li',
        {},
        h('button', {
          type: 'button',
          title: `${at + 1}. ${title}`,
          'aria-label': `Step ${at + 1}: ${title}`,
          'aria-current': at === step ? 'step' : null,
          'data-past': at < step,
          onclick: () => run('lesson.step', { step: at }),
        }),
      ),
    ),
  );
}

function footer(state: LessonState, { run }: ViewContext): HTMLElement {
  const last = state.step === state.lesson.steps.length - 1;
  const button = (label: string, id: string, more: object = {}): HTMLElement =>
    h('button', { class: 'button', type: 'button', onclick: () => run(id), ...more }, label);
  return h(
    'footer',
    {},
    button('Back', 'lesson.back', { disabled: state.step === 0 }),
    last
      ? button('Done: all lessons', 'experiment.leave', { class: 'button primary' })
      : button('Next', 'lesson.next', { class: 'button primary', disabled: !isAnswered(state) }),
    h('button', { class: 'link', type: 'button', onclick: () => run('lesson.leave') }, 'Open in the workbench'),
  );
}
