import { expect, test } from 'vitest';
import { openCore } from '../../fixtures/core';
import {
  canTakeOver,
  type Formula,
  formulaOf,
  hasChoice,
  isReady,
  NO_FORMULA,
  settingsOf,
  usesConstant,
  withFormula,
} from './state';

const of = (text: string, k: number, more: Partial<Formula> = {}): Formula => ({ ...NO_FORMULA, text, k, ...more });
const settings = ({ text, k }: Formula) => ({ text, k });

test('k is set only where the formula names it', () => {
  expect(usesConstant('invalid * pow(age, k)')).toBe(true);
  expect(usesConstant('rank + k2')).toBe(false);
  expect(settingsOf(of('age', 2))).toEqual({ 'ftl.gc.policy': 'formula', 'ftl.gc.formula': 'age' });
  expect(settingsOf(of('k * age', 2))).toMatchObject({ 'ftl.gc.k': 2 });
});

test('a document with a formula is edited from there, another from what was typed', () => {
  const typed = of('age', 3);
  expect(formulaOf({}, typed)).toEqual(typed);
  expect(settings(formulaOf(withFormula({}, of('k * idle', 0.5)), typed))).toEqual({ text: 'k * idle', k: 0.5 });
  expect(formulaOf({ ftl: { gc: { policy: 'greedy', formula: 'idle' } } }, typed)).toEqual(typed);
});

test('a write buffer that becomes one by a formula keeps its size alone; one that is keeps all', () => {
  const typed = of('idle', 1, { of: 'buffer', by_page: true });
  const buffer = { kind: 'formula', bytes: 4096, formula: 'idle', group: 'page' };
  expect(withFormula({ buffer: { kind: 'bplru', bytes: 4096, pad_threshold: 1 } }, typed)).toEqual({ buffer });
  expect(withFormula({ buffer: { ...buffer, grain: 'page', formula: 'held' } }, typed)).toEqual({
    buffer: { ...buffer, grain: 'page' },
  });
  expect(formulaOf({ buffer }, of('held', 2, { of: 'buffer' }))).toMatchObject({ text: 'idle', by_page: true });
  // In mid-run only the formula changes.
  expect(settingsOf(of('k * held', 2, { of: 'buffer' }))).toEqual({ 'buffer.formula': 'k * held', 'buffer.k': 2 });
});

test('a buffer has a choice where it evicts by itself', () => {
  const chooses = (kind: string) => hasChoice(openCore({ device: { preset: 'toy' }, buffer: { kind } }), 'buffer');
  expect(['none', 'fab', 'clash', 'formula'].map(chooses)).toEqual([false, true, false, true]);
});

test('a formula is ready once the core has found nothing wrong with this very text', () => {
  const ranking = {
    error: null,
    missing: null,
    of: 'block' as const,
    plane: 0,
    candidates: 0,
    terms: [],
    rows: [],
    chosen: null,
    collecting: null,
  };
  const open = { ...NO_FORMULA, is_open: true, text: 'age' };
  expect(isReady(open)).toBe(false);
  expect(isReady({ ...open, ranked: { text: 'ag', ranking } })).toBe(false);
  expect(isReady({ ...open, ranked: { text: 'age', ranking } })).toBe(true);
  const error = { column: 1, found: 'ag', expected: 'a value', near: 'age' };
  expect(isReady({ ...open, ranked: { text: 'age', ranking: { ...ranking, error } } })).toBe(false);
  const elsewhere = { ...open, ranked: { text: 'age', ranking: { ...ranking, missing: 'other-policy' as const } } };
  expect([isReady(elsewhere), canTakeOver(elsewhere)]).toEqual([true, false]);
  // What leaves together cannot change while the buffer holds it.
  const pages = { ...ranking, of: 'page' as const, candidates: 3 };
  const buffer = { ...open, of: 'buffer' as const, ranked: { text: 'age', ranking: pages } };
  expect([canTakeOver(buffer), canTakeOver({ ...buffer, by_page: true })]).toEqual([false, true]);
});
