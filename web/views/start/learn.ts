/** Lessons in their order, each with what one will have seen; one that was begun goes on where it was left. */

import { LESSON_HEADS } from '../../app/lesson/list';
import { nextLesson, progressOf } from '../../app/lesson/progress';
import type { ViewContext } from '../../app/view';
import type { LessonHead } from '../../lessons/front-matter';
import { cardList } from '../../ui/card-list';
import { h, setText } from '../../ui/dom';

export interface Learn {
  element: HTMLElement;
  /** Shows how far each was taken. */
  show(): void;
}

export function createLearn({ run }: ViewContext, first_lesson: HTMLElement): Learn {
  const list = h('ol', { class: 'cards lessons' });
  const own = cardList([
    {
      title: 'Challenges',
      note: 'beat the known policies with a formula of your own, and send the result as a link that proves itself',
      open: () => run('challenge.list'),
    },
    {
      title: 'Write a lesson',
      note: 'record steps on the workbench as you go, ask, try it, save it as one file',
      open: () => run('draft.open'),
    },
  ]);
  const element = h('div', {}, list, own);
  return {
    element,
    show() {
      list.replaceChildren(...LESSON_HEADS.map((lesson, at) => entry(lesson, at)));
      const next = nextLesson(LESSON_HEADS.map(({ id }) => id));
      const head = next && LESSON_HEADS[next.at];
      if (!head) return;
      setText(first_lesson, `Go on with lesson ${next.at + 1}`);
      first_lesson.onclick = () => run('lesson.open', { id: head.id, step: next.step });
    },
  };

  function entry({ id, title, minutes, seen }: LessonHead, at: number): HTMLElement {
    const { step = 0, done = false } = progressOf(id) ?? {};
    const state = step > 0 ? `go on at step ${step + 1}` : done ? '✓ taken' : `${minutes} min`;
    return h(
      'li',
      {},
      h(
        'button',
        { class: 'plain', type: 'button', onclick: () => run('lesson.open', { id, step }) },
        h('b', {}, `${at + 1}. ${title}`, h('small', { class: 'when' }, state)),
        h('span', { class: 'note' }, seen),
      ),
    );
  }
}
