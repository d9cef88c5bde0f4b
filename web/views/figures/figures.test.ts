// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { type FiguresState, NO_FIGURES, resultKey } from '../../app/figures/state';
import { initialState } from '../../app/initial-state';
import type { AppState } from '../../app/state';
import { claim, claiming, dataWith, ENTRY, judgementOf, measureOf, planOf, resultWith } from '../../fixtures/figure';
import { chartLayout } from '../charts/line-layout';
import { axesOf } from '../charts/line-model';
import { picture } from '../charts/line-picture';
import { createFiguresView } from './figures';
import { modelsOf } from './models';

const plan = planOf([1]);
const whole = plan.runs.map(measureOf);
const HELD = claim('C1', { held: true, measured: 'crossing at 0.38', note: 'a note' });
const FAILED = claim('C3', { held: false, measured: 'crossing at 0.78', note: null, report_only: true });

function show(change: Partial<FiguresState> = {}) {
  const ran: [string, unknown][] = [];
  const figures: FiguresState = { ...NO_FIGURES, list: [ENTRY], id: ENTRY.id, plan, measures: whole, ...change };
  const state: AppState = { ...initialState(), screen: 'figures', figures };
  const run = (id: string, args?: unknown): void => void ran.push([id, args]);
  const view = createFiguresView({ run, update: () => {}, state: () => state, motion: () => false });
  document.body.replaceChildren(view.element);
  view.render(state, null);
  const all = (selector: string): Element[] => [...view.element.querySelectorAll(selector)];
  const words = (selector: string): string[] => all(selector).map(({ textContent }) => textContent ?? '');
  const press = (name: string): void => {
    const button = all('button').find(({ textContent }) => textContent === name);
    button?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  };
  return { ran, all, words, press };
}

const results = (...claims: Parameters<typeof resultWith>[0]) => ({
  [resultKey(ENTRY.id, 'quick')]: resultWith(claims),
});

test('each claim stands beside what was measured, with its verdict in sign and word', () => {
  const { words, all } = show({ results: results(HELD, FAILED) });
  expect(words('.claim-sign')).toEqual(['✓', '✕']);
  expect(words('.claim-word')).toEqual(['reproduced', 'not reproduced, reported only']);
  expect(words('.claim-measured')).toEqual(['measured: crossing at 0.38', 'measured: crossing at 0.78']);
  expect(words('.claim-note')[0]).toBe('a note');
  expect(words('.figure-claims .chart-head small')).toEqual(['1 of 2 reproduced']);
  expect(all('.figures-nav [data-verdict="failed"]').map((mark) => mark.textContent)).toEqual(['C3✕']);
});

test('what is still to be computed and what cannot be tested are told apart', () => {
  const { words } = show({ results: results(claim('C1'), claim('C3', { claimed: null, note: 'Needs traces.' })) });
  expect(words('.claim-word')).toEqual(['not computed yet', 'not tested']);
  expect(words('.claim-note:not([hidden])')).toEqual(['Needs traces.']);
  expect(words('.figure-claims .chart-head small')).toEqual(['none tested yet']);
});

test('beyond our own reading a claim says what came of the others, why it cannot be, and what the paper says against it', () => {
  const read = (id: string, held: boolean) => ({
    id,
    name: `reading ${id}`,
    settings: 'a.b=1',
    held,
    judgement: judgementOf(held),
    no_effect: false,
    measured: 'x; y',
  });
  const under = claim('C1', {
    held: false,
    verdict: 'reproduced-under',
    readings: [read('K', false), read('F', true)],
    contradictions: [
      { lead: 'They clash.', says: 'C1: more.', but: 'C3: less.', setting: 'One point.', measured: '0.892 × (20 %)' },
      { lead: 'They may not go together.', says: 'C1: more.', but: 'C2: all.', setting: 'If so.', measured: null },
    ],
  });
  const refuted = claim('C3', { held: false, verdict: 'impossible', proof: ['One line.', 'Another.'] });
  const { words } = show({ results: results(under, refuted) });
  expect(words('.claim-word')).toEqual(['reproduced under F', 'impossible']);
  expect(words('.claim-readings summary').length).toBe(2);
  expect(words('.claim-readings li').map((item) => item.slice(0, 30))).toEqual(
    ['✕K, reading K: not reproducedse', '✓F, reading F: reproducedsetti'].map((item) => item.slice(0, 30)),
  );
  expect(words('.claim-proof')).toEqual(['It cannot be. One line. Another.']);
  const [measured, unmeasured] = words('.claim-contradiction');
  expect(measured).toMatch(/^They clash\. .*C3: less\.Measured there: 0\.892/);
  expect(unmeasured).toMatch(/^They may not go together\. If so\./);
  expect(words('.figure-claims .chart-head small')).toEqual(['0 of 2 reproduced, 1 under another reading']);
});

test('a reading without effect is no second witness, and what had nothing to judge is no failure', () => {
  const read = { id: 'A', name: 'reading A', settings: 'a.b=1', held: false, measured: 'x' };
  const idle = claim('C1', {
    held: false,
    judgement: 'nothing-to-judge',
    verdict: null,
    readings: [
      { ...read, judgement: 'nothing-to-judge', no_effect: true },
      { ...read, id: 'N', judgement: 'nothing-to-judge', no_effect: false },
    ],
  });
  const { words, all } = show({ results: results(idle) });
  expect(words('.claim-word')).toEqual(['nothing to judge by our own reading; others at full size']);
  expect(words('.claim-readings li').map((item) => item.split('settings')[0])).toEqual([
    '=A, reading A: no effect',
    '–N, reading A: nothing to judge',
  ]);
  expect(all('.figures-nav [data-verdict="open"]').map((mark) => mark.textContent)).toEqual(['C1–']);
});

test('a claim says whose bounds judge it, and a reading what it rests on', () => {
  const read = { id: 'B', name: 'bursts', settings: 'a.b=1', held: true, judgement: 'holds', measured: null } as const;
  const bounds = "The bounds are the paper's own.";
  const under = claim('C1', {
    held: false,
    verdict: 'reproduced-under',
    bounds,
    readings: [
      { ...read, basis: 'assumed', no_effect: false },
      { ...read, id: 'F', basis: 'partly', no_effect: false },
      { ...read, id: 'A', basis: 'published', no_effect: false },
    ],
  });
  const { words } = show({ results: results(under, claim('C3', { claimed: null, bounds: null })) });
  expect(words('.claim-bounds:not([hidden])')).toEqual([bounds]);
  expect(words('.claim-readings li')).toEqual([
    '✓B, bursts (assumed here): reproduced',
    '✓F, bursts (in part assumed here): reproduced',
    '✓A, bursts: reproduced',
  ]);
});

test('what is ours is told apart and not counted among the claims of the paper', () => {
  const own = claim('C3', { held: true, is_ours: true });
  const beside = show({ results: results(HELD, own) });
  expect(beside.words('.claim-word')).toEqual(['reproduced', "ours, not the paper's: reproduced"]);
  expect(beside.words('.figure-claims .chart-head small')).toEqual(['1 of 1 reproduced']);
  expect(show({ results: results(own) }).words('.figure-claims .chart-head small')).toEqual(['not counted']);
});

test('three charts stand side by side; the spread of erases changes its form', () => {
  const { words, press } = show();
  expect(words('.chart-panel h3')).toEqual(['Mean response', 'Erases', 'Standard deviation of erases']);
  press('÷ mean');
  expect(words('.chart-panel h3')).toEqual(['Mean response', 'Erases', 'Coefficient of variation of erases']);
});

test('a chart says in words what it shows, and stands there as a table', () => {
  const { all, words } = show();
  const label = all('.chart-drawing')[0]?.getAttribute('aria-label') ?? '';
  expect(label).toContain('C-lash: 40 ms at 0 %, 2 ms at 100 %.'.replaceAll(/(?<=\d) /g, '\u00a0'));
  expect(label).toContain('C-lash is ahead of DFTL from 38\u00a0%.');
  all('.chart-toggle')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(words('.chart-table caption')).toEqual(['mean response, ms']);
  expect(words('.chart-table thead th').slice(0, 3)).toEqual(['sequential ratio', 'A page', 'B DFTL']);
  expect(words('.chart-table tbody tr:nth-child(3) > *')).toEqual(['50\u00a0%', '8', '22', '40', '20']);
});

test('a saturated point is marked, in words too', () => {
  const measures = whole.map((measure, index) =>
    measure && plan.runs[index]?.system === 'dftl' && plan.runs[index]?.x_index === 0
      ? { ...measure, saturated: true }
      : measure,
  );
  const { all, words } = show({ measures });
  const label = all('.chart-drawing')[0]?.getAttribute('aria-label') ?? '';
  expect(label).toContain('DFTL is saturated at 0\u00a0%: requests arrive faster than it serves them.');
  expect(all('.chart-drawing')[1]?.getAttribute('aria-label')).not.toContain('saturated');
  all('.chart-toggle')[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(words('.chart-table tbody tr:first-child > *')[2]).toMatch(/, saturated$/);
});

test('keys lead from point to point, and Enter to the experiment', () => {
  const { all, words, ran } = show();
  const plot = all('.chart-plot')[0];
  const press = (key: string): void => void plot?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  press('ArrowRight');
  press('ArrowRight');
  expect(words('.figures-readout span')[0]).toContain('C-lash, sequential ratio 25');
  press('Enter');
  const [id, args] = ran[0] ?? [];
  expect(id).toBe('figures.run');
  expect(plan.runs[(args as { index: number }).index]).toMatchObject({ system: 'clash', x_index: 1 });
});

test('progress says how far and how long', () => {
  const some = whole.map((measure, index) => (index < 5 ? measure : null));
  expect(show({ measures: some }).words('.figures-progress .note')).toEqual(['5 of 20 runs']);
  const { words } = show({ measures: some, work: { left_ms: 21_400 } });
  expect(words('.figures-progress .note')).toEqual(['5 of 20 runs, about 22\u00a0s left']);
  expect(words('.figures-progress .button')).toEqual(['Stop']);
  expect(show().words('.figures-progress .note')).toEqual(['all 20 runs done']);
});

test('a figure without runs says so and draws nothing', () => {
  const entry = { ...ENTRY, panels: [], claims: ['C14'] };
  const none = { ...plan, x: [], runs: [] };
  const { words, all } = show({ list: [entry], plan: none, measures: [] });
  expect(words('.figures-news')).toEqual(['Sequentiality']);
  expect(words('.figures-progress .note')).toEqual(['nothing to compute here']);
  expect(all('.chart-panel')).toEqual([]);
});

test('a claim that is chosen is the one marked on the chart', () => {
  const drawn = (chosen: string | null): string[] => {
    const [model] = modelsOf({ ...ENTRY, ...claiming('C1', 'C2') }, dataWith(plan, whole), chosen);
    if (!model) throw new Error('no model');
    const layout = chartLayout(330, 330, 12.5, 3);
    return picture(model, layout, axesOf(model, layout), null).map(({ textContent }) => textContent ?? '');
  };
  expect(drawn(null)).toContain('meets B at 38\u00a0%');
  expect(drawn(null)).toContain('paper: ahead of B from 40\u00a0%');
  expect(drawn('C2')).toContain('paper: ahead of C throughout');
  expect(drawn('C2')).toContain('meets C at 98\u00a0%');
});
