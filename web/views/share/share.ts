/** The share dialog: a link, the code that embeds the stage, and files. The same at every width. */

import type { LinkForm } from '../../app/command';
import { comesAlong } from '../../app/examples';
import type { AppState } from '../../app/state';
import { traceChoice } from '../../app/trace-document';
import type { View, ViewContext } from '../../app/view';
import { h, setAttribute, setText } from '../../ui/dom';
import { createEmbed } from './embed';
import { createFiles } from './files';
import './share.css';

export function createShare({ run }: ViewContext, link: (form: LinkForm) => string): View {
  let moment = true;
  const notice = h('output', { class: 'share-notice' });
  const address = h('input', { class: 'field', readonly: true, 'aria-label': 'Link', autocomplete: 'off' });
  address.addEventListener('focus', () => address.select());
  const copy = h(
    'button',
    { class: 'button primary', type: 'button', autofocus: true, onclick: () => run('share.link', { moment }) },
    'Copy link',
  );
  const forms = ([true, false] as const).map((value) => ({
    value,
    button: h(
      'button',
      { type: 'button', onclick: () => choose(value) },
      value ? 'This moment' : 'The start of the run',
    ),
  }));
  const opens_at = h(
    'div',
    { class: 'segment', role: 'group', 'aria-label': 'The link opens at' },
    ...forms.map(({ button }) => button),
  );
  const holds = h('p', { class: 'note' });
  const embed = createEmbed(run);
  const files = createFiles(run);
  const element = h(
    'dialog',
    { class: 'share', 'aria-labelledby': 'share-title' },
    h(
      'header',
      {},
      h('h2', { id: 'share-title' }, 'Share'),
      notice,
      h('button', { class: 'button', type: 'button', onclick: () => run('share.open') }, 'Close'),
    ),
    h(
      'section',
      { 'aria-labelledby': 'share-link' },
      h('h3', { id: 'share-link' }, 'Link'),
      opens_at,
      h('div', { class: 'share-line' }, address, copy),
      holds,
    ),
    files.element,
    embed.element,
  );
  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    run('share.open');
  });
  element.addEventListener('click', (event) => {
    if (event.target === element) run('share.open'); // the backdrop
  });
  let shown: AppState | null = null;

  function choose(value: boolean): void {
    moment = value;
    if (shown) draw(shown);
  }

  function draw(now: AppState): void {
    shown = now;
    const on_workbench = now.screen === 'workbench';
    opens_at.hidden = !on_workbench;
    for (const { value, button } of forms) setAttribute(button, 'aria-pressed', String(value === moment));
    const wanted = link({ moment, embedded: false });
    if (address.value !== wanted) address.value = wanted;
    setText(holds, holdsInWords(now, moment));
    setText(notice, now.notice ?? '');
    embed.show(on_workbench ? { moment, link: link({ moment, embedded: true }) } : null);
    files.show(now);
  }

  return {
    element,
    render(now) {
      if (now.share_open) {
        draw(now);
        if (!element.open) element.showModal();
      } else if (element.open) {
        element.close();
        embed.show(null);
      }
    },
  };
}

/** What a link holds, and what whoever opens it needs besides. */
function holdsInWords({ screen, document, beside, trace_view }: AppState, moment: boolean): string {
  if (screen === 'figures') return 'The link holds the figure and the size at which it is computed.';
  if (screen === 'sweep') return 'The link holds the experiment, what varies, and how the results are shown.';
  if (screen === 'trace')
    return `The link holds which part of the trace ${trace_view.report?.name ?? ''} is looked at, not the trace: whoever opens the link needs that file.`;
  const what = beside.length > 0 ? `all ${beside.length + 1} lanes` : 'the whole experiment';
  const holds = `The link holds ${what}${moment ? ' and this moment' : ''}.`;
  const trace = traceChoice(document);
  if (!trace || comesAlong(trace.name)) return holds;
  return `${holds} It names the trace ${trace.name} without containing it: whoever opens the link needs that file.`;
}
