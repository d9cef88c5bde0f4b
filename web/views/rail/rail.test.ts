// @vitest-environment happy-dom
/** The rail in the page: charts and choice are those of the frame that is shown, whatever was shown before. */

import { beforeAll, expect, test, vi } from 'vitest';
import { initialState } from '../../app/initial-state';
import type { AppState } from '../../app/state';
import type { Decision, Frame } from '../../engine/protocol';
import { openCore } from '../../fixtures/core';
import { watched } from '../../fixtures/watched';
import { decisionTable } from './decision';
import { createRail } from './rail';

const WIDTH = 352;
const [LEFT, RIGHT] = [52, WIDTH - 6];
const TOY = { device: { preset: 'toy' }, workload: { kind: 'uniform', write_ratio: 1, queue_depth: 1, requests: 400 } };
const RUN = watched(TOY, 90);

beforeAll(() => {
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => WIDTH });
});

function railOf(first: AppState) {
  const run = vi.fn();
  let state = first;
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const context = { run, update: () => {}, motion: () => false, state: () => state };
  const view = createRail(context, root);
  return {
    root,
    run,
    show(frame: Frame): void {
      const before = state;
      state = { ...state, frame };
      view.render(state, before);
    },
  };
}

const stateOf = (frame: Frame | null): AppState => ({
  ...initialState(),
  screen: 'workbench',
  opened: RUN.opened,
  frame,
});
/** Every chart's words and marks. */
const told = (root: HTMLElement): string[] =>
  [...root.querySelectorAll('.panel:not(.decision)')].map((panel) => panel.outerHTML);

test('of two frames the charts are those of the second, going on and going back', () => {
  vi.useFakeTimers();
  const only = (frame: Frame): string[] => {
    const rail = railOf(stateOf(null));
    rail.show(frame);
    return told(rail.root);
  };
  const [earlier, later] = [only(RUN.before), only(RUN.frame)];
  expect(earlier).not.toEqual(later);
  const rail = railOf(stateOf(null));
  for (const [frame, charts] of [
    [RUN.before, earlier],
    [RUN.frame, later],
    [RUN.before, earlier],
  ] as const) {
    rail.show(frame);
    vi.advanceTimersByTime(100);
    expect(told(rail.root)).toEqual(charts);
  }
  vi.useRealTimers();
});

test('a click on a chart of the run leads to the request under it', () => {
  const rail = railOf(stateOf(null));
  rail.show(RUN.frame);
  const chart = rail.root.querySelector('[aria-label="Response time"] svg.chart') as SVGElement;
  chart.getBoundingClientRect = () =>
    ({ left: 10, right: 10 + WIDTH, top: 0, bottom: 98, width: WIDTH, height: 98 }) as DOMRect;
  // The axis reaches to request 100.
  for (const request of [0, 1, 37, 90, 100]) {
    const clientX = 10 + LEFT + ((RIGHT - LEFT) * request) / 100;
    chart.dispatchEvent(new MouseEvent('click', { clientX }));
    expect(rail.run).toHaveBeenLastCalledWith('transport.seek-request', { request });
  }
});

test('a choice is of the next step until it is carried out, then of this one, then the last', () => {
  const { step, opened, session } = openCore(TOY);
  const rail = railOf({ ...stateOf(null), opened });
  const note = (): string => rail.root.querySelector('.decision .part-words small')?.textContent ?? '';
  const words = new Map<number, string>();
  let chosen: Decision | null = null;
  for (let op = 0; op < 60; op++) {
    const frame = step('operation', 1);
    rail.show(frame);
    const [last] = frame.operations.slice(-1);
    const when = /; the (next step|last choice)$/.exec(note())?.[1] ?? 'now';
    chosen = frame.decision ?? chosen;
    if (!chosen || !last) continue;
    const victim = chosen.rows.find((row) => row.chosen)?.block;
    if (last.kind === 'gc-start' && last.block === victim) expect(when, 'it is begun').toBe('now');
    if (last.kind === 'erase' && last.block === victim) expect(when, 'it is under way').toBe('now');
    if (chosen.op === frame.position.op) expect(when, 'it is not begun').toBe('next step');
    words.set(op, when);
  }
  expect(new Set(words.values())).toEqual(new Set(['next step', 'now', 'last choice']));
  session.free();
});

const row = (block: number, chosen: boolean, cells: string[], share: number): Decision['rows'][number] => ({
  label: `block ${block}`,
  block,
  chosen,
  cells,
  share,
});
const DECISION: Decision = {
  op: 36,
  question: 'Why this block?',
  rule: 'greedy',
  columns: ['valid', 'closed', 'score'],
  rows: [
    row(4, true, ['2', '5 blocks ago', '0.5'], 0.25),
    row(1, false, ['3', '7 blocks ago', '0.4'], 0.375),
    row(6, false, ['8', '1 block ago', '0'], 1),
  ],
  candidates: 10,
  among: [],
  tie: null,
  further: [],
  moved: [],
  prices: [],
};

test('the table of a choice: each candidate with its own figures under their heads, its share as a bar, the rest counted', () => {
  const table = decisionTable();
  table.show(DECISION, 'now');
  const cells = (row: Element): string[] => [...row.children].map(({ textContent }) => textContent ?? '');
  const [head, ...rows] = [...table.element.querySelectorAll('tr')];
  expect(cells(head as Element)).toEqual([
    'candidate',
    'valid',
    'its pages, as a share of the block',
    'closed',
    'score',
  ]);
  expect(rows.map(cells)).toEqual([
    ['◆block 4', '2', '', '5 blocks ago', '0.5'],
    ['◇block 1', '3', '', '7 blocks ago', '0.4'],
    ['◇and 7 more in between'],
    ['◇block 6', '8', '', '1 block ago', '0'],
  ]);
  expect(rows.map((each) => each.classList.contains('is-chosen'))).toEqual([true, false, false, false]);
  const widths = [...table.element.querySelectorAll('.share-valid')].map((bar) => Number(bar.getAttribute('width')));
  const [whole] = [...table.element.querySelectorAll('.share-rest')].map((bar) => Number(bar.getAttribute('width')));
  expect(widths).toEqual([0.25, 0.375, 1].map((share) => share * (whole ?? 0)));
  table.show({ ...DECISION, candidates: 3 }, 'now');
  expect(table.element.textContent).not.toContain('more');
});
