/** What every bar has: the name that leads to the start page, buttons of commands, the theme. */

import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import { h, setAttribute } from '../../ui/dom';
import { brandMark } from '../../ui/icons';

const THEME_WORDS = { system: 'as the system', light: 'light', dark: 'dark' } as const;

export const brand = (run: RunCommand): HTMLButtonElement =>
  h(
    'button',
    { class: 'plain brand', type: 'button', title: 'Go to the start page', onclick: () => run('experiment.leave') },
    brandMark(),
    'Flashlab',
  );

/** A button that runs a command. */
export const actionOf =
  (run: RunCommand) =>
  (id: string, label: string, attributes = {}): HTMLButtonElement =>
    h('button', { class: 'button', type: 'button', onclick: () => run(id), ...attributes }, label);

export interface ThemeButton {
  readonly element: HTMLButtonElement;
  show(theme: AppState['theme']): void;
}

export function themeButton(run: RunCommand, attributes = {}): ThemeButton {
  const element = actionOf(run)('view.theme', '◐', attributes);
  return {
    element,
    show(theme) {
      const words = `Theme: ${THEME_WORDS[theme]}`;
      setAttribute(element, 'aria-label', words);
      setAttribute(element, 'title', words);
    },
  };
}

export const shareButton = (run: RunCommand): HTMLButtonElement =>
  actionOf(run)('share.open', 'Share', { title: 'Link, embed code, report, picture, log', 'aria-haspopup': 'dialog' });

export const helpButton = (run: RunCommand): HTMLButtonElement =>
  actionOf(run)('view.help', '?', { 'aria-label': 'Keys, and how to read the stage' });
