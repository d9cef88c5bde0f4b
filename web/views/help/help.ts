/** All keys, and how to read the stage. */

import type { Command } from '../../app/command';
import { COMMANDS } from '../../app/commands';
import { keyLabel } from '../../app/shortcuts';
import type { View, ViewContext } from '../../app/view';
import { h, setText } from '../../ui/dom';
import './help.css';

const GROUPS = ['Time', 'View', 'Lesson', 'Lecture', 'Experiment', 'Figures', 'Sweep', 'Share'] as const;

const READING: readonly [string, string][] = [
  ['Column', 'A block. Page 0 is at its foot; pages are written upwards, once each, until the whole block is erased.'],
  ['Solid', 'The page holds the newest copy of a logical page.'],
  ['Slash', 'The copy is out of date. Its space is reclaimed only when the block is erased.'],
  ['Hollow', 'Free: it can be programmed.'],
  ['Ring', 'Being read. A page that fills from below is being programmed; three cuts are an erase.'],
  ['Yellow', 'What the policy has just chosen: in the headline, in the table and on the stage at once.'],
  ['Two bars', 'A translation page: it holds part of the map, not data.'],
  ['Disc', 'A step of a look-up, numbered as in the list of steps. Filled: the current step.'],
  ['▲', 'On the time line: a GC run. ▮ an erase, ◗ wear levelling; a higher bar stands for several.'],
  ['■ ○', 'On the time line: a merge; a map entry that was not in the cache.'],
];

export function createHelp({ run }: ViewContext): View {
  const version = h('output', { id: 'version', class: 'note' });
  const element = h(
    'dialog',
    { class: 'help', 'aria-labelledby': 'help-title' },
    h(
      'header',
      {},
      h('h2', { id: 'help-title' }, 'Keys, and how to read the stage'),
      version,
      h('button', { class: 'button', type: 'button', onclick: () => run('view.help') }, 'Close'),
    ),
    h(
      'div',
      { class: 'help-columns' },
      ...GROUPS.map(groupOf),
      h(
        'section',
        {},
        h('h3', {}, 'The stage'),
        h('dl', { class: 'reading' }, ...READING.flatMap(([sign, text]) => [h('dt', {}, sign), h('dd', {}, text)])),
      ),
    ),
  );
  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    run('view.help');
  });
  return {
    element,
    render({ help_open, schema }) {
      setText(version, schema?.core_version ?? '');
      if (help_open && !element.open) element.showModal();
      else if (!help_open && element.open) element.close();
    },
  };
}

function groupOf(group: (typeof GROUPS)[number]): HTMLElement {
  const commands = folded(COMMANDS.filter((command) => command.group === group));
  return h(
    'section',
    {},
    h('h3', {}, group),
    h('dl', { class: 'keys-list' }, ...commands.flatMap(({ keys, title }) => [h('dt', {}, keys), h('dd', {}, title)])),
  );
}

/** The seven keys that isolate a state are one line. */
function folded(commands: readonly Command[]): { keys: Node[]; title: string }[] {
  const isolating = commands.filter(({ id }) => id.startsWith('view.isolate-'));
  const others = commands.filter((command) => !isolating.includes(command));
  const lines = others.map(({ keys = [], title }) => ({ keys: keys.map((key) => h('kbd', {}, keyLabel(key))), title }));
  if (isolating.length === 0) return lines;
  const range = [h('kbd', {}, '1'), document.createTextNode('–'), h('kbd', {}, String(isolating.length))];
  return [...lines, { keys: range, title: 'Show only one page state' }];
}
