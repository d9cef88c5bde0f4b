/** The columns of a file of no known format: its first rows, above each column what it is, and the rows as they would be read. */

import {
  type ColumnChoice,
  type Mapper,
  MEANINGS,
  type Meaning,
  UNITS,
  withMeaning,
  wordsOf,
} from '../../app/trace/mapper';
import type { RunCommand } from '../../app/view';
import type { TraceRowRead } from '../../engine/protocol';
import { bytes, count, time } from '../../render/format';
import { h, setText } from '../../ui/dom';
import { tableOf } from './tables';

const TITLES: Readonly<Record<Meaning, string>> = {
  ignore: 'not used',
  time: 'time',
  op: 'operation',
  offset: 'offset or address',
  size: 'size',
  device: 'device',
};

const UNIT_TITLES: Readonly<Record<string, string>> = {
  us: 'µs',
  filetime: '100 ns (FILETIME)',
  sectors: 'sectors of 512 bytes',
  pages: 'pages of 4 KiB',
};

export interface MapperPanel {
  readonly element: HTMLElement;
  show(mapper: Mapper | null): void;
}

export function createMapper(run: RunCommand): MapperPanel {
  const map = (to: Partial<Mapper>): void => run('trace.map-columns', { to });
  const table = h('div', {
    class: 'trace-scroll',
    tabindex: 0,
    role: 'region',
    'aria-label': 'First rows of the file',
  });
  const words = h('fieldset', { class: 'trace-words' });
  const rows = h('div', { class: 'trace-scroll' });
  const refused = h('p', { class: 'trace-refused', 'aria-live': 'polite' });
  const read = h(
    'button',
    { class: 'button primary', type: 'button', onclick: () => run('trace.read-columns') },
    'Read the trace',
  );
  const element = h(
    'main',
    { class: 'trace-mapper', 'aria-label': 'Columns' },
    h(
      'section',
      { 'aria-label': 'What the columns are' },
      h('h2', { class: 'part-title' }, 'What the columns are'),
      table,
      words,
    ),
    h(
      'section',
      { 'aria-label': 'As it would be read' },
      h('h2', { class: 'part-title' }, 'As it would be read'),
      rows,
      refused,
      h('p', { class: 'trace-field' }, read),
      h('p', { class: 'note' }, 'The file stays in this tab: nothing is sent anywhere.'),
    ),
  );
  let shown: Mapper | null = null;

  function drawTable(mapper: Mapper): void {
    const { sheet, choices } = mapper;
    const focus = document.activeElement?.id;
    const head = sheet.columns.map(({ name }, at) => {
      const title = name || `column ${at + 1}`;
      const choice = choices[at] ?? { meaning: 'ignore', unit: '' };
      const meaning = select(`meaning-${at}`, `What ${title} is`, MEANINGS, choice.meaning, TITLES, (value) =>
        map({ choices: withMeaning(choices, at, MEANINGS.find((known) => known === value) ?? 'ignore') }),
      );
      const units = UNITS[choice.meaning];
      const unit = select(`unit-${at}`, `Unit of ${title}`, units, choice.unit, UNIT_TITLES, (value) =>
        map({ choices: choices.map((each, place): ColumnChoice => (place === at ? { ...each, unit: value } : each)) }),
      );
      unit.style.visibility = units.length > 0 ? 'visible' : 'hidden';
      return h('th', { scope: 'col' }, meaning, unit, h('span', {}, title));
    });
    const body = sheet.rows.map((cells) => h('tr', {}, ...cells.map((cell) => h('td', {}, cell))));
    table.replaceChildren(
      h('table', { class: 'trace-sheet' }, h('thead', {}, h('tr', {}, ...head)), h('tbody', {}, ...body)),
    );
    if (focus) document.getElementById(focus)?.focus();
  }

  function drawWords(mapper: Mapper): void {
    const focus = document.activeElement?.id;
    const found = wordsOf(mapper);
    words.hidden = found.length === 0;
    words.replaceChildren(
      h('legend', {}, 'what the words of the operation mean'),
      ...found.map(({ word, known, means }, at) => {
        const common = known === null || known === 'read' || known === 'write' ? [] : [known];
        const offered = ['read', 'write', ...common, ...(known === null ? ['other'] : [])];
        const meant = select(`word-${at}`, `What ${word} means`, offered, means, { other: 'no request' }, (value) =>
          map({ words: { ...mapper.words, [word]: value } }),
        );
        return h('label', { class: 'trace-field' }, h('code', {}, word), ' is ', meant);
      }),
    );
    if (focus) document.getElementById(focus)?.focus();
  }

  return {
    element,
    show(mapper) {
      element.hidden = mapper === null;
      if (!mapper || mapper === shown) return;
      if (mapper.choices !== shown?.choices) drawTable(mapper);
      if (mapper.choices !== shown?.choices || mapper.words !== shown?.words) drawWords(mapper);
      const { reading } = mapper;
      const missing = reading?.refused ?? null;
      if (reading) {
        rows.replaceChildren(tableOf(['at', 'what', 'byte address', 'bytes'], reading.rows.map(rowOf)));
        setText(refused, missing === null ? '' : `Expected ${missing}.`);
        read.disabled = missing !== null || reading.rows.every((row) => row.is === 'unreadable');
      }
      shown = mapper;
    },
  };
}

/** The row as a request. Of one that is none the reason stands in its place. */
function rowOf(row: TraceRowRead): string[] {
  if (row.is === 'unreadable') return ['–', row.why, '', ''];
  const { after_ns, op, first_byte } = row;
  const at = `${after_ns < 0 ? '−' : '+'}${time(Math.abs(after_ns))}`;
  return op === 'flush' ? [at, op, '', ''] : [at, op, count(first_byte), bytes(row.bytes)];
}

function select(
  id: string,
  label: string,
  values: readonly string[],
  chosen: string,
  titles: Readonly<Record<string, string>>,
  choose: (value: string) => void,
): HTMLSelectElement {
  const element = h(
    'select',
    { class: 'field', id, 'aria-label': label, onchange: () => choose(element.value) },
    ...values.map((value) => h('option', { value, selected: value === chosen }, titles[value] ?? value)),
  );
  return element;
}
