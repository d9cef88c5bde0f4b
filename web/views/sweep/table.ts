/** All points as a table: sortable, numbers to the right, refused points with their reason. */

import { valueInWords } from '../../app/parameters';
import { metricOf, SUMMARY } from '../../app/sweep/metrics';
import { axesOf, type SweepState } from '../../app/sweep/state';
import type { SweepPlan, SweepPoint } from '../../engine/sweep';
import { count } from '../../render/format';
import type { Display } from '../../ui/display';
import { h } from '../../ui/dom';
import { valueWords } from '../charts/axis';
import { nameOf } from './axes';
import { valueAt } from './models';

/** More rows than this are not looked through by eye. */
const ROWS_MAX = 500;

interface Column {
  title: string;
  numeric: boolean;
  sort: (point: SweepPoint) => string | number | null;
  words: (point: SweepPoint) => string;
}

export function createTable(open: (index: number) => void): Display<[plan: SweepPlan, sweep: SweepState]> {
  const note = h('p', { class: 'note' });
  const holder = h('div', {
    class: 'chart-table sweep-table',
    tabindex: 0,
    role: 'region',
    'aria-label': 'All points, as a table',
  });
  const element = h('div', { class: 'sweep-table-place' }, holder, note);
  /** The column that rows are in the order of; null: as they are counted. */
  let by: number | null = null;
  let down = false;
  let shown: { plan: SweepPlan; sweep: SweepState } | null = null;

  function sortBy(column: number): void {
    down = column === by ? !down : false;
    by = column;
    draw();
    holder.querySelectorAll<HTMLButtonElement>('thead button')[column]?.focus();
  }

  function draw(): void {
    if (!shown) return;
    const { plan, sweep } = shown;
    const columns = columnsOf(plan, sweep);
    const key = (by === null ? undefined : columns[by]?.sort) ?? (({ index }: SweepPoint) => index);
    const rows = [...plan.points].sort((a, b) => (down ? -1 : 1) * order(key(a), key(b)) || a.index - b.index);
    const head = columns.map(({ title, numeric }, at) =>
      h(
        'th',
        {
          scope: 'col',
          class: numeric ? 'number' : null,
          'aria-sort': at === by ? (down ? 'descending' : 'ascending') : null,
        },
        h(
          'button',
          { class: 'plain sweep-sort', type: 'button', onclick: () => sortBy(at) },
          title,
          at === by ? (down ? ' ↓' : ' ↑') : '',
        ),
      ),
    );
    const body = rows.slice(0, ROWS_MAX).map((point) => rowOf(point, columns, sweep, open));
    holder.replaceChildren(
      h('table', {}, h('thead', {}, h('tr', {}, ...head, h('th', { scope: 'col' }, 'run'))), h('tbody', {}, ...body)),
    );
    note.textContent =
      rows.length > ROWS_MAX
        ? `The first ${count(ROWS_MAX)} of ${count(rows.length)} in this order; the CSV has them all.`
        : '';
  }

  return {
    element,
    show(plan, sweep) {
      shown = { plan, sweep };
      draw();
    },
  };
}

/** What is not there comes last. */
function order(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b));
}

function columnsOf(plan: SweepPlan, sweep: SweepState): Column[] {
  const [policies, x, y] = axesOf(plan);
  const paths = [...(policies ? ['policy'] : []), ...[x, y].flatMap((axis) => (axis ? [axis.path] : []))];
  const settings = paths.map((path): Column => {
    const numeric = plan.points.every(({ settings }) => typeof settings[path] === 'number');
    return {
      title: path === 'policy' ? 'Policy' : nameOf(path),
      numeric,
      sort: ({ settings }) => {
        const value = settings[path];
        return typeof value === 'number' ? value : valueInWords(value);
      },
      words: ({ settings }) => valueInWords(settings[path]),
    };
  });
  const ids = SUMMARY.includes(sweep.metric) ? SUMMARY : [sweep.metric, ...SUMMARY];
  const figures = ids.map(metricOf).map(
    ({ id, title, unit }): Column => ({
      title: unit ? `${title}, ${unit}` : title,
      numeric: true,
      sort: ({ index }) => valueAt(sweep.results[index], id),
      words: ({ index }) => {
        const value = valueAt(sweep.results[index], id);
        return value === null ? '–' : valueWords({ unit: '' }, value);
      },
    }),
  );
  return [...settings, ...figures];
}

function rowOf(
  point: SweepPoint,
  columns: readonly Column[],
  { results }: SweepState,
  open: (index: number) => void,
): HTMLElement {
  const result = results[point.index];
  if (result && result.refused !== null) {
    const own = columns.slice(0, Object.keys(point.settings).length);
    const cells = own.map(({ words, numeric }) => h('td', { class: numeric ? 'number' : null }, words(point)));
    return h(
      'tr',
      { class: 'sweep-refused' },
      ...cells,
      h('td', { colspan: columns.length - own.length + 1 }, `refused: ${result.refused}`),
    );
  }
  const cells = columns.map(({ words, numeric }) => h('td', { class: numeric ? 'number' : null }, words(point)));
  const saturated = result?.saturated ? h('small', {}, ' saturated') : null;
  const link = h(
    'button',
    { class: 'link', type: 'button', 'aria-label': `open run ${point.index}`, onclick: () => open(point.index) },
    'open',
  );
  return h('tr', {}, ...cells, h('td', {}, result ? link : 'not run', saturated));
}
