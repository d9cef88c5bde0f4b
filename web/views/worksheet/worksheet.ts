/** A lesson's worksheet: how far it is while it is made, then both sheets as they will be printed, to be printed or saved. */

import type { View, ViewContext } from '../../app/view';
import { SHEETS, type Sheets } from '../../app/worksheet/state';
import { h, setAttribute, setText } from '../../ui/dom';
import { createProgressBar } from '../../ui/progress';
import './worksheet.css';

type Sheet = keyof Sheets;

const NAMES: Readonly<Record<Sheet, string>> = { questions: 'Worksheet', answers: 'Answer sheet' };

export function createWorksheet({ run, state }: ViewContext): View {
  let sheet: Sheet = 'questions';
  const close = (): void => run('worksheet.close');
  const button = (label: string, onclick: () => void, kind = ''): HTMLButtonElement =>
    h('button', { class: `button ${kind}`, type: 'button', onclick }, label);

  const heading = h('h2', { id: 'worksheet-title' });
  const close_button = button('Cancel', close);
  const bar = createProgressBar('Questions that are ready');
  const told = h('p', { class: 'note', role: 'status' });
  const making = h('div', { class: 'worksheet-making' }, bar.element, told);
  const tabs = SHEETS.map((of) => ({
    of,
    button: h('button', { type: 'button', onclick: () => choose(of) }, NAMES[of]),
  }));
  // Without scripts, and yet the page's own, so that it can be printed from here.
  const preview = h('iframe', { sandbox: 'allow-same-origin allow-modals allow-popups' });
  const ready = h(
    'div',
    { class: 'worksheet-ready', hidden: true },
    h(
      'div',
      { class: 'worksheet-tools' },
      h('div', { class: 'segment', role: 'group', 'aria-label': 'Sheet' }, ...tabs.map((tab) => tab.button)),
      button('Print', () => preview.contentWindow?.print(), 'primary'),
      button('Save (HTML)', () => run('worksheet.save', { sheet })),
    ),
    preview,
  );
  const element = h(
    'dialog',
    { class: 'worksheet', 'aria-labelledby': 'worksheet-title' },
    h('header', {}, heading, close_button),
    making,
    ready,
  );
  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });

  function choose(next: Sheet): void {
    sheet = next;
    draw();
  }

  function draw(): void {
    const { worksheet } = state();
    if (!worksheet) return;
    const { lesson, done, total, sheets, problem } = worksheet;
    setText(heading, `Worksheet: ${lesson.title}`);
    setText(close_button, sheets || problem ? 'Close' : 'Cancel');
    making.hidden = sheets !== null;
    ready.hidden = sheets === null;
    bar.element.hidden = problem !== null;
    bar.show(done, total);
    setText(told, problem ?? `The simulator answers: ${done} of ${total} questions.`);
    if (!sheets) return;
    for (const tab of tabs) setAttribute(tab.button, 'aria-pressed', String(tab.of === sheet));
    setAttribute(preview, 'title', NAMES[sheet]);
    setAttribute(preview, 'srcdoc', sheets[sheet]);
  }

  return {
    element,
    render({ worksheet }, previous) {
      if (worksheet === previous?.worksheet) return;
      if (!worksheet) {
        element.close();
        preview.removeAttribute('srcdoc');
        sheet = 'questions';
        return;
      }
      draw();
      if (!element.open) element.showModal();
    },
  };
}
