import { expect, test } from 'vitest';
import type { ClaimMark } from '../../engine/core-types';
import { claim, ENTRY, judgementOf } from '../../fixtures/figure';
import { partsOf, tied } from './conditions';

const mark = (than: string | null, held: boolean | null): ClaimMark => ({
  panel: 'all',
  metric: 'mean_response_ms',
  system: 'clash',
  than,
  claimed: [0, 1],
  held,
  judgement: judgementOf(held),
  crossings: [],
});

test('each condition stands beside what was measured of it, and what is told beside comes after', () => {
  const parts = partsOf(
    claim('C2', {
      claimed: "C-lash's mean response at most DFTL's; C-lash's erases within × 1.05",
      measured:
        'random: mean response against DFTL: 0.4 × (1 page); random: erases of C-lash: within × 1.2; erases against FAST: 2 ×',
      held: false,
      marks: [mark('dftl', true), mark(null, false)],
    }),
    ENTRY.systems,
  );
  expect(parts.conditions.map(({ measured, judgement }) => [measured?.replaceAll('\u00a0', ' '), judgement])).toEqual([
    ['0.4 × (1 page)', 'holds'],
    ['within × 1.2', 'fails'],
  ]);
  expect(parts.told).toHaveLength(1);
});

test('before everything is there, conditions stand alone with what is known of them', () => {
  const parts = partsOf(
    claim('C1', { claimed: 'one; two', marks: [mark('dftl', true), mark('fast', null)] }),
    ENTRY.systems,
  );
  expect(parts.conditions).toEqual([
    { claimed: 'one', measured: null, judgement: 'holds' },
    { claimed: 'two', measured: null, judgement: null },
  ]);
});

test('sentences that do not fit each other are left whole', () => {
  const given = { claimed: 'one; two', measured: 'of FAST: a; against FAST: b' };
  for (const marks of [[mark('dftl', true), mark('fast', true)], [mark('dftl', true)]]) {
    const parts = partsOf(claim('C1', { ...given, held: true, marks }), ENTRY.systems);
    expect(parts).toEqual({ conditions: [{ ...given, judgement: 'holds' }], told: [] });
  }
  expect(partsOf(claim('C14', { claimed: null }), ENTRY.systems)).toEqual({ conditions: [], told: [] });
});

test('numbers are not torn apart', () => {
  expect(tied('60\u202f000 or 60 000 of 40 %, × 2')).toBe('60\u202f000 or 60\u202f000 of 40\u00a0%, ×\u00a02');
});
