import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { closestPair, contrast, difference, lab, parseTokens, VISIONS } from './colour-science';
import { valueIn } from './colours';

const themes = parseTokens(readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8'));
const STATES = ['free', 'valid', 'invalid', 'read', 'program', 'erase', 'parity', 'map', 'bad'];
const LANES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
const HUES = [0, 1, 2, 3, 4, 5, 6, 7];

describe('colour arithmetic', () => {
  it('agrees with published CIEDE2000 test data', () => {
    expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4);
    expect(difference([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4);
    expect(difference([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4);
  });

  it('knows black, white and their contrast', () => {
    expect(lab('#ffffff', 'normal')[0]).toBeCloseTo(100, 1);
    expect(contrast('#000', '#fff')).toBeCloseTo(21, 5);
  });
});

it.each([
  ['light-dark(#fff, #000)', '#fff', '#000'],
  [' light-dark(#0000008c,rgb(240 238 232 / 0.5))', '#0000008c', 'rgb(240 238 232 / 0.5)'],
  [' 0.25 ', '0.25', '0.25'],
])('a token %j is %s on paper and %s in the dark', (value, light, dark) => {
  expect([valueIn('light', value), valueIn('dark', value)]).toEqual([light, dark]);
});

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const token = (name: string): string => {
    const value = themes[theme][name];
    if (value === undefined) throw new Error(`tokens.css: --${name} is missing`);
    return value;
  };
  const set = (prefix: string, names: readonly (string | number)[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [String(name), token(`${prefix}-${name}`)]));

  describe.each(VISIONS)('with %s vision', (vision) => {
    it.each([
      ['nine page states', set('st', STATES)],
      ['eight identity hues', set('id', HUES)],
      ['ten lanes', set('lane', LANES)],
    ])('tells %s apart', (_, colours) => {
      const closest = closestPair(colours, vision);
      expect(closest.difference, closest.pair).toBeGreaterThanOrEqual(12);
    });

    it.each(['wear', 'age', 'temp'])('tells neighbouring steps of %s apart', (ramp) => {
      const steps = HUES.slice(0, 7).map((step) => lab(token(`${ramp}-${step}`), vision));
      const gaps = steps.slice(1).map((step, i) => difference(step, steps[i] ?? step));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5);
    });
  });

  it.each(STATES.slice(1))('writes legible labels on %s', (state) => {
    expect(contrast(token(`st-${state}`), token(`on-${state}`))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(HUES)('writes legible labels on identity hue %i', (hue) => {
    expect(contrast(token(`id-${hue}`), token(`on-id-${hue}`))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['wear', 'age'])('moves away from the paper along %s', (ramp) => {
    const away = HUES.slice(0, 7).map((step) => contrast(token(`${ramp}-${step}`), token('paper')));
    expect(away).toEqual(away.toSorted((a, b) => a - b));
  });

  it('draws lanes that stand out from the paper', () => {
    for (const lane of LANES) expect(contrast(token(`lane-${lane}`), token('paper')), lane).toBeGreaterThanOrEqual(3);
  });

  it('outlines free cells and writes text with enough contrast', () => {
    expect(contrast(token('st-free-edge'), token('sheet'))).toBeGreaterThanOrEqual(3);
    expect(contrast(token('rule-2'), token('sheet'))).toBeGreaterThanOrEqual(3);
    for (const ink of ['ink', 'ink-2', 'ink-3']) {
      for (const ground of ['paper', 'sheet']) {
        expect(contrast(token(ink), token(ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});
