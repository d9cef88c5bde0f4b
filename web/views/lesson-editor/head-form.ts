/** What is said of the lesson as a whole. */

import type { RunCommand } from '../../app/view';
import type { DraftHead } from '../../lessons/draft';
import { h } from '../../ui/dom';
import { createField } from './fields';

export interface HeadForm {
  readonly element: HTMLElement;
  show(head: DraftHead, problem: string | null): void;
  focus(): void;
}

export function createHeadForm(run: RunCommand): HeadForm {
  const change = (field: string, to: Partial<DraftHead>) => run('draft.do', { what: 'change', field, to });
  const title = createField({ label: 'Title', onInput: (title) => change('title', { title }) });
  const minutes = createField({
    label: 'Minutes',
    attributes: { type: 'number', min: 1, inputmode: 'numeric' },
    onInput: (minutes) => change('minutes', { minutes }),
  });
  const seen = createField({
    label: 'What one has seen at the end',
    hint: 'A line, as in the list of lessons: “why flash never overwrites”.',
    onInput: (seen) => change('what is seen', { seen }),
  });
  return {
    element: h(
      'section',
      { class: 'draft-form', 'aria-label': 'The lesson' },
      title.element,
      minutes.element,
      seen.element,
    ),
    show(head, problem) {
      const is_missing = (text: string): string | null => (problem !== null && text.trim() === '' ? problem : null);
      title.show(head.title, is_missing(head.title));
      minutes.show(head.minutes, problem !== null && !(Number(head.minutes) > 0) ? problem : null);
      seen.show(head.seen, is_missing(head.seen));
    },
    focus: () => title.input.focus(),
  };
}
