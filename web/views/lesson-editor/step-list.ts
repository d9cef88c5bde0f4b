/** The steps of a draft in their order, and what can be done with the one that is selected. Alt with an arrow moves it. */

import type { DraftState } from '../../app/lesson-draft/state';
import type { RunCommand } from '../../app/view';
import type { Problem } from '../../lessons/problems';
import { h, setAttribute } from '../../ui/dom';
import { button } from './fields';

export interface StepList {
  readonly element: HTMLElement;
  show(state: DraftState, problems: readonly Problem[]): void;
  focus(): void;
}

export function createStepList(run: RunCommand): StepList {
  const act = (what: string, more: object = {}) => run('draft.do', { what, ...more });
  const list = h('ol', { class: 'draft-steps', 'data-own-keys': true, 'aria-label': 'Steps' });
  const up = button('↑', () => act('move', { by: -1 }), { 'aria-label': 'Move the step up', title: 'Move up (Alt ↑)' });
  const down = button('↓', () => act('move', { by: 1 }), {
    'aria-label': 'Move the step down',
    title: 'Move down (Alt ↓)',
  });
  const copy = button('Duplicate', () => act('duplicate'));
  const remove = button('Delete', () => act('remove'), { title: 'Delete the step (Del)' });
  const undo = button('Undo', () => act('undo'));
  const redo = button('Redo', () => act('redo'));
  const element = h(
    'div',
    { class: 'draft-list' },
    list,
    h(
      'div',
      { class: 'draft-tools', role: 'group', 'aria-label': 'The selected step' },
      up,
      down,
      copy,
      remove,
      undo,
      redo,
    ),
  );

  const rows = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('button')];

  function goBy(by: number): void {
    const all = rows();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[Math.min(Math.max(at + by, 0), all.length - 1)]?.focus();
  }

  const KEYS: Readonly<Record<string, () => void>> = {
    'Alt+ArrowUp': () => act('move', { by: -1 }),
    'Alt+ArrowDown': () => act('move', { by: 1 }),
    ArrowUp: () => goBy(-1),
    ArrowDown: () => goBy(1),
    Home: () => rows()[0]?.focus(),
    End: () => rows().at(-1)?.focus(),
    Delete: () => act('remove'),
  };
  list.addEventListener('keydown', (event) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    const does = ctrlKey || metaKey ? undefined : KEYS[altKey ? `Alt+${key}` : key];
    if (!does) return;
    event.preventDefault();
    event.stopPropagation();
    // Keys of one step are meant for the row that has the focus, which is the selected one once it is chosen.
    const is_selected = document.activeElement?.getAttribute('aria-current') === 'step';
    if (is_selected || !(altKey || key === 'Delete')) does();
  });

  return {
    element,
    show({ draft, selected, past, future }, problems) {
      const row = (at: number | null, name: string, note: string): HTMLElement =>
        h(
          'li',
          {},
          h(
            'button',
            {
              class: 'plain',
              type: 'button',
              'aria-current': at === selected ? 'step' : null,
              'data-wrong': problems.some(({ step }) => step === at),
              onclick: () => act('select', { step: at }),
            },
            h('span', { class: 'draft-number', 'aria-hidden': true }, at === null ? '·' : String(at + 1)),
            h('b', {}, name),
            h('small', {}, problems.some(({ step }) => step === at) ? 'to do' : note),
          ),
        );
      const had = rows().indexOf(document.activeElement as HTMLElement);
      list.replaceChildren(
        row(null, draft.head.title || 'Title of the lesson', `${draft.head.minutes} min`),
        ...draft.steps.map(({ title, scene, question }, at) =>
          row(at, title || 'Without a title', question ? `${scene.at} · question` : scene.at),
        ),
      );
      if (had >= 0) rows()[had]?.focus({ preventScroll: true });
      const is_step = selected !== null;
      setAttribute(up, 'disabled', !is_step || selected === 0);
      setAttribute(down, 'disabled', !is_step || selected === draft.steps.length - 1);
      for (const one of [copy, remove]) setAttribute(one, 'disabled', !is_step);
      const last = past.at(-1);
      const next = future.at(-1);
      setAttribute(undo, 'disabled', !last);
      setAttribute(undo, 'title', last ? `Undo: ${last.did}` : null);
      setAttribute(redo, 'hidden', !next);
      setAttribute(redo, 'title', next ? `Do again: ${next.did}` : null);
    },
    focus() {
      const current = list.querySelector<HTMLElement>('[aria-current]');
      current?.focus();
      current?.scrollIntoView({ block: 'nearest' });
    },
  };
}
