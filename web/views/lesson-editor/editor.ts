/** The panel in which a lesson is written: its steps, what is written in the one that is selected, and what becomes of it. */

import type { DraftState } from '../../app/lesson-draft/state';
import { isUnsaved } from '../../app/lesson-draft/unsaved';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import type { Problem } from '../../lessons/problems';
import { h, setAttribute, setText } from '../../ui/dom';
import { createChecker } from './checker';
import { button } from './fields';
import { createGuide } from './guide';
import { createHeadForm } from './head-form';
import { createStepForm } from './step-form';
import { createStepList } from './step-list';

/** Draws the state with all its lanes. */
export function createLessonEditor({ run }: ViewContext): View {
  let whole: AppState | null = null;
  const act = (what: string, more: object = {}) => run('draft.do', { what, ...more });
  const wholeState = (): AppState => {
    if (!whole) throw new Error('asked before it is drawn');
    return whole;
  };

  const problemsIn = createChecker();
  const guide = createGuide();
  const list = createStepList(run);
  const head_form = createHeadForm(run);
  const step_form = createStepForm(run, wholeState);
  const said = h('p', { class: 'draft-said', role: 'status' });
  const kept = h('p', { class: 'draft-kept' });
  const record = button('', () => run('draft.record'), { class: 'button primary draft-record' });
  record.append('Record step', h('kbd', {}, 'I'));
  const attempt = button('Try from here', () => act('try'), { class: 'button primary' });
  const file = h('input', {
    type: 'file',
    accept: '.md,.markdown',
    hidden: true,
    'aria-label': 'A lesson in Markdown',
  });
  file.addEventListener('change', () => {
    if (file.files?.[0]) act('import', { file: file.files[0] });
    file.value = '';
  });
  const element = h(
    'div',
    { class: 'lesson-editor' },
    h(
      'header',
      {},
      h('h2', { tabindex: -1 }, 'Write a lesson'),
      button('Guide', guide.open),
      button('Close', () => run('draft.close'), { title: 'The draft is kept' }),
    ),
    record,
    h('div', { class: 'draft-scroll' }, list.element, head_form.element, step_form.element),
    h(
      'footer',
      {},
      said,
      h(
        'div',
        { class: 'draft-ways' },
        attempt,
        button('Save', () => act('save'), { title: 'As one Markdown file' }),
        button('Copy link', () => act('link')),
        button('Open', () => file.click(), { title: 'Open a lesson’s file to write on in it' }),
        button('New', () => act('begin'), { title: 'Begin another lesson; undo brings this one back' }),
      ),
      kept,
    ),
    file,
    guide.element,
  );

  function show(state: DraftState): void {
    const { draft, selected } = state;
    const problems = problemsIn(state.draft);
    list.show(state, problems);
    const step = selected === null ? undefined : draft.steps[selected];
    head_form.element.hidden = step !== undefined;
    step_form.element.hidden = step === undefined;
    if (step)
      step_form.show(
        step,
        problems.filter((problem) => problem.step === selected),
      );
    else head_form.show(draft.head, headProblem(state, problems));
    setText(said, state.said);
    setText(kept, keptInWords(state));
    setAttribute(kept, 'data-problem', state.kept !== 'kept');
    setAttribute(attempt, 'disabled', draft.steps.length === 0);
  }

  function attend(state: DraftState): void {
    const { to } = state.attention ?? {};
    if (to === undefined) return;
    if (to === 'list') list.focus();
    else if (to === 'head') head_form.focus();
    else step_form.focus(to);
  }

  return {
    element,
    render(now, previous) {
      whole = now;
      const { lesson_draft: state } = now;
      if (!state) return;
      const before = previous?.lesson_draft;
      if (state !== before || now.frame !== previous?.frame) show(state);
      setAttribute(record, 'disabled', now.frame === null);
      // Back from the lesson that was tried, one goes on where it was begun.
      if (previous?.lesson && !now.lesson) attempt.focus();
      else if (state.attention !== before?.attention) attend(state);
    },
  };
}

/** Nobody is told what is missing before anything was done. */
function headProblem({ draft, said }: DraftState, problems: readonly Problem[]): string | null {
  const { title, seen } = draft.head;
  if (title === '' && seen === '' && said === '') return null;
  return problems.find(({ part }) => part === 'head')?.says ?? null;
}

function keptInWords(state: DraftState): string {
  if (state.kept === 'replaced')
    return 'Another tab writes a lesson too, and its draft is now the one that is kept: save this one as a file before you leave.';
  if (state.kept === 'refused') return 'This browser keeps nothing between visits: save the file before you leave.';
  if (state.draft.steps.length === 0) return 'What you write is kept in this browser.';
  return isUnsaved(state)
    ? 'Kept in this browser, not yet saved as a file.'
    : 'Saved as a file, and kept in this browser.';
}
