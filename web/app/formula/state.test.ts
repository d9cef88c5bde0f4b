import { expect, test } from 'vitest';
import { formulaOf, isReady, NO_FORMULA, settingsOf, usesConstant, withFormula } from './state';

test('k is set only where the formula names it', () => {
  expect(usesConstant('invalid * pow(age, k)')).toBe(true);
  expect(usesConstant('rank + k2')).toBe(false);
  expect(settingsOf({ text: 'age', k: 2 })).toEqual({ 'ftl.gc.policy': 'formula', 'ftl.gc.formula': 'age' });
  expect(settingsOf({ text: 'k * age', k: 2 })).toMatchObject({ 'ftl.gc.k': 2 });
});

test('a document with a formula is edited from there, another from what was typed', () => {
  const typed = { text: 'age', k: 3 };
  expect(formulaOf({}, typed)).toEqual(typed);
  expect(formulaOf(withFormula({}, { text: 'k * idle', k: 0.5 }), typed)).toEqual({ text: 'k * idle', k: 0.5 });
  expect(formulaOf({ ftl: { gc: { policy: 'greedy', formula: 'idle' } } }, typed)).toEqual(typed);
});

test('a formula is ready once the core has found nothing wrong with this very text', () => {
  const ranking = { error: null, plane: 0, candidates: 0, terms: [], rows: [], chosen: null, collecting: null };
  const open = { ...NO_FORMULA, is_open: true, text: 'age' };
  expect(isReady(open)).toBe(false);
  expect(isReady({ ...open, ranked: { text: 'ag', ranking } })).toBe(false);
  expect(isReady({ ...open, ranked: { text: 'age', ranking } })).toBe(true);
  const error = { column: 1, found: 'ag', expected: 'a value', near: 'age' };
  expect(isReady({ ...open, ranked: { text: 'age', ranking: { ...ranking, error } } })).toBe(false);
});
