/** The whole experiment, field by field, from the schema: what each is, what it may be, what was changed. */

import { EXAMPLES } from '../../app/examples';
import { leaves, valueAt } from '../../app/experiment';
import { type Field, fieldsOf, meaning, rangeInWords, valueInWords } from '../../app/parameters';
import type { AppState } from '../../app/state';
import type { View, ViewContext } from '../../app/view';
import { h, setAttribute, setText } from '../../ui/dom';
import { remediesOf } from '../failure/remedies';
import { createControl } from './control';
import './drawer.css';
import { type Group, groupsOf } from './rows';

export function createDrawer({ run, state }: ViewContext): View {
  const search = h('input', {
    class: 'field',
    type: 'search',
    placeholder: 'Search the fields',
    'aria-label': 'Search the fields',
  });
  const list = h('div', { class: 'drawer-list' });
  const changes = h('p', { class: 'note' });
  const element = h(
    'aside',
    { class: 'drawer', 'aria-label': 'The experiment', hidden: true },
    h(
      'header',
      {},
      h('h2', {}, 'Experiment'),
      h('button', { class: 'button', type: 'button', onclick: () => run('experiment.edit') }, 'Close'),
    ),
    search,
    changes,
    list,
    footer(),
  );
  search.addEventListener('input', () => draw(state()));

  function footer(): HTMLElement {
    const button = (label: string, id: string, args?: unknown): HTMLElement =>
      h('button', { class: 'button', type: 'button', onclick: () => run(id, args) }, label);
    const examples = EXAMPLES.map(({ id, title, note }) => {
      const open = button(title, 'experiment.example', { id });
      open.title = note;
      return open;
    });
    return h(
      'footer',
      {},
      h('h3', {}, 'Ready examples'),
      ...examples,
      h('h3', {}, 'More'),
      button('Run it at many settings', 'sweep.open'),
      button('Make a challenge of it', 'challenge.make'),
      h('h3', {}, 'Export'),
      button('Save the experiment', 'share.experiment'),
      button('Save the report', 'share.report'),
      button('Save the operation log (CSV)', 'share.log-csv'),
      button('Save it for Perfetto (JSON)', 'share.log-chrome'),
      button('Open a trace', 'trace.choose'),
    );
  }

  function draw(now: AppState): void {
    if (!now.schema) return;
    const groups = groupsOf(fieldsOf(now.schema, now.document), search.value);
    const count = leaves(now.document).length;
    setText(
      changes,
      count
        ? `${count} ${count === 1 ? 'field differs' : 'fields differ'} from the defaults.`
        : 'Every field has its default value.',
    );
    const focused = document.activeElement?.id;
    list.replaceChildren(
      ...(groups.length
        ? groups.map((group) => drawGroup(group, now))
        : [h('p', { class: 'note' }, 'No field matches all of these words.')]),
    );
    if (focused && list.querySelector(`#${CSS.escape(focused)}`)) document.getElementById(focused)?.focus();
  }

  function drawGroup(group: Group, now: AppState): HTMLElement {
    return h('section', {}, h('h3', {}, group.title), ...group.fields.map((field) => drawField(field, now)));
  }

  function drawField(field: Field, now: AppState): HTMLElement {
    const id = `field-${field.path.replaceAll('.', '-')}`;
    const set = valueAt(now.document, field.path);
    const value = set ?? valueAt(now.opened?.document ?? {}, field.path) ?? field.default;
    const refused = now.failure?.field === field.path ? now.failure : null;
    const control = createControl(field, {
      id,
      value,
      describedBy: `${id}-help`,
      onChange: (chosen) => run('experiment.set', { path: field.path, value: chosen }),
    });
    setAttribute(control, 'aria-invalid', refused ? 'true' : null);
    const said = [field.help, rangeInWords(field), meaning(field.path, value) && `now ${meaning(field.path, value)}`]
      .filter(Boolean)
      .join(' · ');
    const reset = h(
      'button',
      {
        class: 'link',
        type: 'button',
        title: `Default: ${valueInWords(field.default)}`,
        onclick: () => run('experiment.reset', { path: field.path }),
      },
      'reset',
    );
    return h(
      'div',
      { class: set === undefined ? 'row' : 'row changed' },
      h('label', { for: id }, field.label),
      control,
      h('p', { class: 'note', id: `${id}-help` }, said, set === undefined ? null : [' · ', reset]),
      refused ? h('p', { class: 'refusal' }, refused.text, ' ', ...remediesOf(refused, now, run)) : null,
    );
  }

  return {
    element,
    render(now, previous) {
      setAttribute(element, 'hidden', !now.drawer_open || now.screen !== 'workbench');
      if (!now.drawer_open) return;
      const opening = !previous?.drawer_open;
      const same =
        previous &&
        previous.document === now.document &&
        previous.opened === now.opened &&
        previous.failure === now.failure &&
        previous.schema === now.schema;
      if (opening || !same) draw(now);
      if (opening) search.focus();
    },
  };
}
