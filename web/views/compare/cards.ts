/** The cards of a comparison: what to put beside what, and what to change in one lane. */

import { valueAt } from '../../app/experiment';
import { COMPARISONS } from '../../app/lanes/compare-ready';
import { isAlwaysShared } from '../../app/lanes/documents';
import { asLane, isComparing, LANES_MAX, laneCount } from '../../app/lanes/side-by-side';
import { componentOf, type Field, fieldsOf, rangeInWords, SECTION_TITLES, type Section } from '../../app/parameters';
import type { AppState } from '../../app/state';
import type { RunCommand } from '../../app/view';
import type { ExperimentDocument, Schema } from '../../engine/protocol';
import { count } from '../../render/format';
import { h } from '../../ui/dom';
import { openPopover } from '../../ui/popover';
import { createControl } from '../drawer/control';
import './cards.css';
import { letterOf } from './lane-appearance';

const head = (title: string, note: string): HTMLElement =>
  h('p', { class: 'word-head' }, h('b', {}, title), ' ', h('span', { class: 'note' }, note));

/** Changes one field of one lane; the others stay, and it catches up with them. */
export function openChange(anchor: HTMLElement, lane: number, state: AppState, run: RunCommand): void {
  const { document, opened, schema } = asLane(state, lane);
  if (!schema) return;
  const fields = fieldsOf(schema, document).filter(({ path }) => !isAlwaysShared(path));
  const title = `Change lane ${letterOf(lane)}`;
  openPopover(anchor, title, (close) => [
    head(title, 'The lane is run again with the new value, up to the same request.'),
    fieldPicker(fields, 'ftl.kind', opened?.document ?? document, (path, value) => {
      close();
      run('compare.set', { lane, path, value });
    }),
  ]);
}

/** The same lane again, in which one field is another from the present request on. */
export function openFork(anchor: HTMLElement, lane: number, state: AppState, run: RunCommand): void {
  const { document, opened, schema, frame } = asLane(state, lane);
  if (!schema) return;
  const fields = fieldsOf(schema, document).filter((field) =>
    canChangeOnTheWay(field, schema, opened?.document ?? document),
  );
  const title = `Fork lane ${letterOf(lane)} from request ${count(frame?.position.request ?? 0)} on`;
  const preferred = ['ftl.gc.policy', 'buffer.bytes'].find((path) => fields.some((field) => field.path === path));
  openPopover(anchor, title, (close) => [
    head(title, 'Both lanes share the run up to here. The fork continues with the new value.'),
    fieldPicker(fields, preferred ?? fields[0]?.path ?? '', opened?.document ?? document, (path, value) => {
      close();
      run('compare.fork', { lane, path, value });
    }),
  ]);
}

/** Whether the core says that a field may change in mid-run. */
function canChangeOnTheWay({ path, section }: Field, schema: Schema, document: ExperimentDocument): boolean {
  const name = path.slice(section.length + 1);
  if (name === 'kind') return schema.changes.kinds.includes(section);
  const parameters =
    section === 'device' || section === 'run'
      ? schema[section]
      : (componentOf(schema, document, section)?.parameters ?? []);
  return parameters.find((parameter) => parameter.name === name)?.changes ?? false;
}

/** A list of fields by section, and the control of the one chosen. */
function fieldPicker(
  fields: readonly Field[],
  first: string,
  document: ExperimentDocument,
  choose: (path: string, value: unknown) => void,
): HTMLElement {
  const sections = (Object.keys(SECTION_TITLES) as Section[]).filter((section) =>
    fields.some((field) => field.section === section),
  );
  const select = h(
    'select',
    { class: 'field', 'aria-label': 'Setting' },
    ...sections.map((section) =>
      h(
        'optgroup',
        { label: SECTION_TITLES[section] },
        ...fields
          .filter((field) => field.section === section)
          .map(({ path, label }) =>
            h('option', { value: path }, label === 'kind' ? SECTION_TITLES[section].toLowerCase() : label),
          ),
      ),
    ),
  );
  const place = h('div', { class: 'picker-value' });
  function show(): void {
    const field = fields.find(({ path }) => path === select.value);
    if (!field) {
      place.replaceChildren(h('p', { class: 'note' }, 'No setting can change from here on.'));
      return;
    }
    const value = valueAt(document, field.path) ?? field.default;
    const control = createControl(field, {
      id: 'picker-value',
      value,
      describedBy: 'picker-help',
      onChange: (chosen) => {
        if (chosen !== value) choose(field.path, chosen);
      },
    });
    control.setAttribute('aria-label', field.label);
    const help = [field.help, rangeInWords(field)].filter(Boolean).join(' · ');
    place.replaceChildren(control, h('p', { class: 'note', id: 'picker-help' }, help));
  }
  select.value = first;
  select.addEventListener('change', show);
  show();
  return h('div', { class: 'picker' }, select, place);
}

/** Another lane: a copy of one, with something else in it. */
export function openAdd(anchor: HTMLElement, state: AppState, run: RunCommand): void {
  openPopover(anchor, 'Add a lane', (close) => [
    head('Add a lane', 'It gets the same requests and catches up.'),
    addForm(state, (args) => {
      close();
      run('compare.add', args);
    }),
  ]);
}

const ADDED = [
  ['ftl.kind', 'another translation layer'],
  ['buffer.kind', 'another write buffer'],
  ['ftl.gc.policy', 'another GC policy'],
] as const;

function addForm(state: AppState, add: (args: unknown) => void): HTMLElement {
  const lanes = Array.from({ length: laneCount(state) }, (_, lane) => lane);
  const of = h(
    'select',
    { class: 'field', 'aria-label': 'A copy of' },
    ...lanes.map((lane) => h('option', { value: lane }, lanes.length === 1 ? 'this design' : `lane ${letterOf(lane)}`)),
  );
  const choices = h('div', { class: 'add-choices' });
  function show(): void {
    const lane = Number(of.value);
    const { document, opened, schema } = asLane(state, lane);
    const fields = schema ? fieldsOf(schema, document) : [];
    choices.replaceChildren(
      ...ADDED.flatMap(([path, label]) => {
        const field = fields.find((candidate) => candidate.path === path);
        if (field?.kind.type !== 'choice') return [];
        const now = valueAt(opened?.document ?? document, path) ?? field.default;
        const options = field.choices ?? field.kind.words.map((value) => ({ value, title: value, help: '' }));
        const select = h(
          'select',
          { class: 'field', 'aria-label': label },
          h('option', { value: '' }, label),
          ...options.filter(({ value }) => value !== now).map(({ value, title }) => h('option', { value }, title)),
        );
        select.addEventListener('change', () => select.value && add({ lane, path, value: select.value }));
        return [select];
      }),
      h('button', { class: 'button', type: 'button', onclick: () => add({ lane }) }, 'the same again'),
    );
  }
  of.value = String(state.focus ?? 0);
  of.addEventListener('change', show);
  show();
  return h('div', { class: 'picker' }, h('label', { class: 'add-of' }, 'A copy of ', of, ' with'), choices);
}

/** What can be put side by side, and what can be done with what is. */
export function openCompare(anchor: HTMLElement, state: AppState, run: RunCommand): void {
  openPopover(anchor, 'Compare', (close) => {
    const entry = (label: string, note: string, choose: () => void): HTMLElement =>
      h(
        'li',
        {},
        h(
          'button',
          { class: 'plain choice', type: 'button', onclick: choose },
          h('b', {}, label),
          h('span', { class: 'note' }, note),
        ),
      );
    const act = (label: string, note: string, id: string, args?: unknown): HTMLElement =>
      entry(label, note, () => {
        close();
        run(id, args);
      });
    const ready = [
      act('Four designs', 'page mapping, DFTL, FAST and C-lash on this device and these requests', 'compare.designs'),
      ...COMPARISONS.map(({ id, title, note }) => act(title, note, 'compare.ready', { id })),
    ];
    const add = addForm(state, (args) => {
      close();
      run('compare.add', args);
    });
    const room = laneCount(state) < LANES_MAX;
    const lane = state.focus ?? 0;
    const fork = entry(
      'Fork from here …',
      'the same run once more, with one setting changed from this request on',
      () => {
        close();
        openFork(anchor, lane, state, run);
      },
    );
    const forks = room && state.frame !== null && state.frame.position.ended === null ? [fork] : [];
    if (!isComparing(state))
      return [
        head('Side by side', 'the same requests, one clock'),
        h('ul', { class: 'choices' }, ...ready),
        h('h3', { class: 'card-head' }, 'Add a lane'),
        h('ul', { class: 'choices' }, ...forks),
        add,
      ];
    const by_request = state.meet_by === 'request';
    const present = [
      ...forks,
      act(
        by_request ? 'Align by time' : 'Align by request',
        by_request
          ? 'lanes stop at lane A’s time, each at the request it has reached'
          : 'lanes stop at the same request',
        'compare.meet-by',
        { by: by_request ? 'time' : 'request' },
      ),
      act('Save a report (HTML)', 'figures, settings and charts of all lanes in one file', 'share.report-html'),
      act('Save the comparison', 'figures and reports of all lanes with their settings, as JSON', 'compare.export'),
      act('Back to one lane', `keep only lane ${letterOf(state.focus ?? 0)}`, 'compare.keep', {
        lane: state.focus ?? 0,
      }),
    ];
    return [
      head('Side by side', `${laneCount(state)} lanes`),
      h('ul', { class: 'choices' }, ...present),
      ...(room ? [h('h3', { class: 'card-head' }, 'Add a lane'), add] : []),
      h('h3', { class: 'card-head' }, 'Compare other designs'),
      h('ul', { class: 'choices' }, ...ready),
    ];
  });
}
