// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { NO_FIGURES } from '../../app/figures/state';
import { initialState } from '../../app/initial-state';
import type { AppState } from '../../app/state';
import { ENTRY, planOf, resultWith } from '../../fixtures/figure';
import { createAbout } from './about';

const state = (change: Partial<AppState['figures']> = {}): AppState => ({
  ...initialState(),
  figures: { ...NO_FIGURES, list: [ENTRY], id: ENTRY.id, plan: planOf([1]), ...change },
});

test('what the paper does not say stands beside what was chosen', () => {
  const { element, show } = createAbout(() => {});
  show(state(), ENTRY);
  expect(element.querySelector('dt')?.textContent).toBe('How much is spare.');
  expect(element.querySelector('dd')?.textContent).toContain('(device.over_provisioning)');
  show(state(), { ...ENTRY, assumptions: [] });
  expect(element.querySelector<HTMLElement>('.figure-assumptions')?.hidden).toBe(true);
});

test('the command repeats the size in sight; on a trace there is none', () => {
  const { element, show } = createAbout(() => {});
  show(state(), ENTRY);
  expect(element.querySelector('code')?.textContent).toBe('flashlab figures clash-seq --quick --json');
  show(state({ form: 'full' }), ENTRY);
  expect(element.querySelector('code')?.textContent).toBe('flashlab figures clash-seq --json');
  show(state({ form: 'trace' }), ENTRY);
  expect(element.querySelector<HTMLElement>('.figure-repeat')?.hidden).toBe(true);
});

test('a figure is taken along as soon as something of it is judged', () => {
  const run: string[] = [];
  const { element, show } = createAbout((id) => void run.push(id));
  const buttons = [...element.querySelectorAll('button')];
  show(state(), ENTRY);
  expect(buttons.every(({ disabled }) => disabled)).toBe(true);
  show(state({ results: { 'clash-seq quick': resultWith([]) } }), ENTRY);
  for (const button of buttons) button.click();
  expect(run).toEqual([
    'figures.save-reproduction',
    'figures.save-report',
    'figures.save-svg',
    'figures.save-png',
    'figures.save-points',
  ]);
});
