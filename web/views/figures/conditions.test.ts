import { expect, test } from 'vitest';
import type { ClaimMark } from '../../engine/core-types';
import { partsOf, tied } from './conditions';
import { claim, ENTRY } from './figure.fixture';

const mark = (than: string | null, held: boolean | null): ClaimMark => ({
  panel: 'all',
  metric: 'mean_response_ms',
  system: 'clash',
  than,
  claimed: [0, 1],
  held,
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
  expect(parts.conditions.map(({ measured, held }) => [measured?.replaceAll('\u00a0', ' '), held])).toEqual([
    ['0.4 × (1 page)', true],
    ['within × 1.2', false],
  ]);
  expect(parts.told).toHaveLength(1);
});

test('before everything is there, conditions stand alone with what is known of them', () => {
  const parts = partsOf(
    claim('C1', { claimed: 'one; two', marks: [mark('dftl', true), mark('fast', null)] }),
    ENTRY.systems,
  );
  expect(parts.conditions).toEqual([
    { claimed: 'one', measured: null, held: true },
    { claimed: 'two', measured: null, held: null },
  ]);
});

test('sentences that do not fit each other are left whole', () => {
  const given = { claimed: 'one; two', measured: 'of FAST: a; against FAST: b', held: true };
  for (const marks of [[mark('dftl', true), mark('fast', true)], [mark('dftl', true)]]) {
    expect(partsOf(claim('C1', { ...given, marks }), ENTRY.systems)).toEqual({ conditions: [given], told: [] });
  }
  expect(partsOf(claim('C14', { claimed: null }), ENTRY.systems)).toEqual({ conditions: [], told: [] });
});

test('numbers are not torn apart', () => {
  expect(tied('60\u202f000 or 60 000 of 40 %, × 2')).toBe('60\u202f000 or 60\u202f000 of 40\u00a0%, ×\u00a02');
});
