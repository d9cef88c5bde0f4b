// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { firmKey, NO_FIGURES } from '../../app/figures/state';
import type { Sensitivity, SensitivityValue } from '../../engine/core-types';
import { createFirmness } from './firmness';
import { firmnessBars, marginScale, marginWords } from './firmness-bars';

const value = (label: string, margin: number | null, change: Partial<SensitivityValue> = {}): SensitivityValue => ({
  label,
  margin,
  held: margin === null ? null : margin >= 0,
  measured: '1.01 ×',
  refused: null,
  ...change,
});

const FIRM: Sensitivity = {
  claim: 'C1',
  figure: 'clash-seq',
  statement: 'C1 holds.',
  version: '1.2.3',
  quick: true,
  reading: null,
  held: true,
  margin: 0.02,
  measured: '1.0 ×',
  words: 'Narrow: holds up to 120 000 requests.',
  choices: [
    {
      id: 'length',
      title: 'length of the run',
      values: [value('30 000 requests', 0.05), value('60 000 requests', 0.02), value('120 000 requests', -0.1)],
      own: 1,
      tips: [{ at: 1.2, label: '68 000 requests' }],
      words: 'holds up to 60 000 requests',
    },
    {
      id: 'size',
      title: 'device size',
      values: [value('512 MiB', null, { refused: 'no room' }), value('1 GiB', 0.02)],
      own: 1,
      tips: [],
      words: 'holds from 1 GiB',
    },
  ],
  pair: {
    x: 'length',
    y: 'size',
    rows: [[value('30 000 requests, 512 MiB', 0.1), value('60 000 requests, 512 MiB', -0.2)]],
    words: 'together: holds with 1 of 2 pairs',
  },
  command: 'flashlab figures C1 --sensitivity --quick',
};

test('margins are placed between the ends, with the bound among them, and those without end are clipped', () => {
  const scale = marginScale(FIRM.choices, 300);
  expect(scale.low).toBeCloseTo(-0.109);
  expect(scale.place(-9)).toBeCloseTo(7);
  expect(scale.place(0)).toBeGreaterThan(scale.place(-0.1));
  expect(scale.place(0.05)).toBeLessThan(300);
  expect(marginScale([], 300).place(0)).toBeCloseTo(150);
  expect([0.034, -0.012].map(marginWords)).toEqual(['+3.4\u00a0%', '−1.2\u00a0%']);
});

test('a bar a choice says from which value to which, and where the claim tips', () => {
  const drawn = firmnessBars(FIRM, 300);
  const words = [...drawn.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(words).toContain('from 120 000 requests');
  expect(words).toContain('to 30 000 requests');
  expect(words).toContain('tips near 68 000 requests');
  expect(drawn.querySelectorAll('.firm-own')).toHaveLength(2);
});

test('a claim can be asked how firm it is, shows how far that is and says what came of it', () => {
  const ran: unknown[] = [];
  const { element, show } = createFirmness('C1', (id, args) => void ran.push([id, args]));
  show(NO_FIGURES, true);
  const button = element.querySelector('button');
  expect(button?.textContent).toBe('How firm?');
  button?.click();
  expect(ran).toEqual([['figures.firm', { claim: 'C1' }]]);
  show({ ...NO_FIGURES, firming: { claim: 'C1', done: 3, total: 40 } }, true);
  expect(button?.textContent).toBe('Stop');
  expect(element.textContent).toContain('3 of 40 runs');
  show({ ...NO_FIGURES, firmness: { [firmKey('C1', 'quick')]: FIRM } }, true);
  expect(element.querySelector('.firm-words')?.textContent).toContain('Narrow');
  expect(element.textContent).toContain('512 MiB: cannot be judged, no room');
  expect(element.querySelector('caption')?.textContent).toBe('together: holds with 1 of 2 pairs');
  show(NO_FIGURES, false);
  expect(element.hidden).toBe(true);
});
