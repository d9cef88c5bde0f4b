/** The reading column of a lesson: where one is in it, the step's text and question, and the way on. */

import { momentsOf } from '../../app/lesson/answer';
import { LESSON_HEADS } from '../../app/lesson/list';
import { isAnswered, type LessonState, stepOf, wentBackTo } from '../../app/lesson/state';
import { isTrying } from '../../app/lesson-draft/in-sight';
import type { View, ViewContext } from '../../app/view';
import type { Moments } from '../../lessons/readings';
import { h } from '../../ui/dom';
import { scrollersOf, showWithin } from '../../ui/scroll';
import { createProse } from './prose';
import { question } from './question';
import './hidden.css';

/** The way out of one that is being written. */
const BACK = 'Back to the draft';

export function createReader(context: ViewContext): View {
  const { run } = context;
  const element = h('article', { class: 'reader' });
  /** What stands above the question, with the question, and what stands behind it. */
  let above = createProse([]);
  let after = createProse([]);

  function draw(state: LessonState, is_draft: boolean): void {
    const step = stepOf(state);
    if (!step) return;
    const { lesson } = state;
    const predicted = state.predicted[state.step] ?? null;
    const { prediction } = step;
    above = createProse([
      ...step.text,
      ...(prediction ? [{ kind: 'paragraph' as const, content: prediction.question }] : []),
    ]);
    after = createProse(isAnswered(state) ? step.after : []);
    const text = prediction ? above.nodes.slice(0, -1) : above.nodes;
    const asked = above.nodes.at(-1);
    const back = wentBackTo(state);
    const heading = h('h2', { tabindex: -1 }, step.title);
    element.replaceChildren(
      h(
        'header',
        {},
        is_draft
          ? h('button', { class: 'link', type: 'button', onclick: () => run('draft.back') }, BACK)
          : h('button', { class: 'link', type: 'button', onclick: () => run('experiment.leave') }, 'All lessons'),
        h('h1', {}, lesson.title),
        steps(state, context),
      ),
      heading,
      ...(back ? [h('p', { class: 'went-back' }, `↶ The run is taken back to ${back}.`)] : []),
      ...text,
      ...(prediction && asked ? [question(context, { asked, prediction, predicted })] : []),
      ...after.nodes,
      footer(state, is_draft, context),
    );
  }

  /** Whoever reads by ear or steps by key goes on at the new step's heading; before a device is open nothing is in sight. */
  function begin(): void {
    for (const scroller of scrollersOf(element)) scroller.scrollTop = 0;
    showCurrent(element.querySelector('.steps'));
    // A page in a frame takes the focus from nobody.
    if (document.hasFocus()) element.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }

  /** Once somebody has predicted, what stands above the question keeps the numbers of its moment. */
  function read(state: LessonState, moments: Moments): void {
    const predicted = state.predicted[state.step];
    if (predicted) above.write(predicted.above);
    else above.read(moments);
    after.read(moments);
  }

  return {
    element,
    render(now, previous) {
      const { lesson } = now;
      if (!lesson) return;
      if (lesson !== previous?.lesson) {
        draw(lesson, isTrying(now));
        // An answer moves nothing.
        const moved = previous?.lesson?.step !== lesson.step;
        if (moved) begin();
        else showWithin(element.querySelector('.verdict'), element.querySelector('footer')?.offsetHeight ?? 0);
      } else if (!previous?.opened && now.opened) begin();
      read(lesson, momentsOf(now));
    },
  };
}

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

/** Where the row of steps is longer than its room, the current one stands in its middle. */
function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector<HTMLElement>('[aria-current]');
  if (!row || !current) return;
  const [all, one] = [row.getBoundingClientRect(), current.getBoundingClientRect()];
  row.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
}

function footer(state: LessonState, is_draft: boolean, context: ViewContext): HTMLElement {
  const { run } = context;
  const last = state.step === state.lesson.steps.length - 1;
  const button = (label: string, id: string, more: object = {}): HTMLElement =>
    h('button', { class: 'button', type: 'button', onclick: () => run(id), ...more }, label);
  const link = (label: string, id: string): HTMLElement =>
    h('button', { class: 'link', type: 'button', onclick: () => run(id) }, label);
  return h(
    'footer',
    {},
    button('Back', 'lesson.back', { disabled: state.step === 0 }),
    ...(last && is_draft
      ? [button(BACK, 'draft.back')]
      : last
        ? [...following(state, context), button('Back to all lessons', 'experiment.leave')]
        : [button('Next', 'lesson.next', { class: 'button primary', disabled: !isAnswered(state) })]),
    h(
      'div',
      { class: 'ways' },
      link('Open in the workbench', 'lesson.leave'),
      link('Worksheet', 'worksheet.make'),
      ...(is_draft ? [] : [link('Edit a copy', 'draft.copy')]),
    ),
  );
}

/** The way into the lesson after this one, where there is one. */
function following({ lesson }: LessonState, { run }: ViewContext): HTMLElement[] {
  const next = LESSON_HEADS[LESSON_HEADS.findIndex(({ id }) => id === lesson.id) + 1];
  if (!next || next.id === LESSON_HEADS[0]?.id) return [];
  const open = (): void => run('lesson.open', { id: next.id });
  return [h('button', { class: 'button primary', type: 'button', title: next.title, onclick: open }, 'Next lesson')];
}
