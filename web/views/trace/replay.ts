/** How the trace is replayed: arrivals, device, address mapping with what it leaves of the footprint; and where it goes from here. */

import { valueAt } from '../../app/experiment';
import type { AppState } from '../../app/state';
import type { Replay, TraceViewState } from '../../app/trace/state';
import { deviceFor } from '../../app/trace-document';
import type { ViewContext } from '../../app/view';
import type { AddressMode, MappedFootprint } from '../../engine/protocol';
import { bytes, plural } from '../../render/format';
import { h, setAttribute, setText } from '../../ui/dom';

const MAPPINGS: readonly (readonly [mode: AddressMode, does: string])[] = [
  ['auto', 'as they are if they fit, else folded'],
  ['exact', 'as they are'],
  ['fold', 'begin again at 0 beyond the end'],
  ['compact', 'the blocks that are touched, side by side'],
  ['scale', 'in proportion, down to whole pages'],
  ['cut', 'what lies beyond the end is left out'],
];

const SPEED_UPS = [1, 2, 5, 10, 100, 1000, 10_000];

/** Names of formats that the page knows by a title come from the schema. */
const titleOf = (name: string, { schema }: AppState): string =>
  schema?.formats.find((format) => format.name === name)?.title ?? name;

export interface ReplayPanel {
  readonly element: HTMLElement;
  show(state: AppState): void;
}

export function createReplay({ run, state }: Pick<ViewContext, 'run' | 'state'>): ReplayPanel {
  const replay = (changes: Partial<Replay>): void =>
    run('trace.change', { to: { replay: { ...state().trace_view.replay, ...changes } } });
  const arrivals = h(
    'select',
    { class: 'field', id: 'trace-arrivals', onchange: () => replay(arrivalsOf(arrivals.value)) },
    h('option', { value: 'one-after-another' }, 'one after another'),
    ...SPEED_UPS.map((speed) => h('option', { value: speed }, speed === 1 ? 'as recorded' : `${speed} times as fast`)),
  );
  const device = h('p', { class: 'note' });
  const change_device = h('button', { class: 'link', type: 'button' });
  const rows = MAPPINGS.map(([mode, does]) => {
    const radio = h('input', {
      type: 'radio',
      name: 'trace-address',
      value: mode,
      onchange: () => replay({ address: mode }),
    });
    const left = h('span', { class: 'trace-left' });
    const element = h('label', { class: 'trace-mapping' }, radio, h('span', {}, h('b', {}, mode), ' ', does), left);
    return { mode, radio, left, element };
  });
  const formats = h('select', { class: 'field', 'aria-label': 'Format' });
  const replayed = h('input', {
    type: 'checkbox',
    onchange: () => run('trace.change', { to: { saves_replayed: replayed.checked } }),
  });
  const save = h('button', {
    class: 'button',
    type: 'button',
    onclick: () => run('trace.save', { format: formats.value }),
  });
  const saved = h('p', { class: 'note', role: 'status' });
  const element = h(
    'section',
    { class: 'trace-replay', 'aria-label': 'Replay' },
    h('h2', { class: 'part-title' }, 'How it is replayed'),
    h('p', { class: 'trace-field' }, h('label', { for: arrivals.id }, 'requests come '), arrivals),
    device,
    change_device,
    h(
      'fieldset',
      {},
      h('legend', {}, 'addresses, and what is touched on the device'),
      ...rows.map((row) => row.element),
    ),
    h('h2', { class: 'part-title' }, 'Save as a file'),
    h('p', { class: 'trace-field' }, formats, save),
    h('label', { class: 'trace-as-replayed' }, replayed, 'with the times and addresses above, not those recorded'),
    saved,
  );

  function showDevice(view: TraceViewState): void {
    const { base, report } = view;
    const made = report ? valueAt(deviceFor(report, view.device), 'device.logical_bytes') : null;
    const own = typeof made === 'number' ? `a device of ${bytes(made)}, made for it` : 'a device made for it';
    setText(device, base ? 'on the device of the workbench, with its layers' : `on ${own}`);
    change_device.hidden = base === null;
    setText(change_device, `Take ${own}`);
    change_device.onclick = () => run('trace.change', { to: { base: null } });
  }

  return {
    element,
    show(state) {
      const view = state.trace_view;
      const { replay: how, mapped, window } = view;
      arrivals.value = how.arrivals === 'one-after-another' ? how.arrivals : String(how.speed_up);
      showDevice(view);
      for (const { mode, radio, left, element: row } of rows) {
        radio.checked = how.address === mode;
        const found = mode === 'auto' ? autoOf(mapped) : mapped?.find((each) => each.mode === mode);
        setText(left, found ? leftInWords(found) : '…');
        setAttribute(row, 'title', found?.refused ?? null);
        setAttribute(row, 'data-refused', found?.refused ? '' : null);
      }
      const named = view.formats.map((name) => titleOf(name, state));
      if (named.join() !== [...formats.options].map(({ text }) => text).join())
        formats.replaceChildren(
          ...view.formats.map((name, at) => h('option', { value: name, selected: name === LOSSLESS }, named[at])),
        );
      replayed.checked = view.saves_replayed;
      setText(saved, view.saved ?? '');
      setText(save, window ? 'Save the window' : 'Save');
      save.disabled = view.formats.length === 0;
    },
  };
}

/** What is offered first: it can say all there is. */
const LOSSLESS = 'csv';

const arrivalsOf = (value: string): Partial<Replay> =>
  value === 'one-after-another'
    ? { arrivals: value, speed_up: 1 }
    : { arrivals: 'as-recorded', speed_up: Number(value) };

const autoOf = (mapped: readonly MappedFootprint[] | null): MappedFootprint | undefined => {
  const exact = mapped?.find(({ mode }) => mode === 'exact');
  return exact && !exact.refused ? exact : mapped?.find(({ mode }) => mode === 'fold');
};

/** "203 MiB", with what is lost; where it cannot be, that. */
export function leftInWords({ refused, touched, dropped }: MappedFootprint): string {
  if (refused) return 'does not fit';
  const lost = dropped > 0 ? `, ${plural(dropped, 'request')} left out` : '';
  return `${bytes(touched.bytes)}${lost}`;
}
