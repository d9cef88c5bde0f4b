import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { difference, lab, parseTokens, VISIONS } from './colour-science';
import { HUES, readColours } from './colours';
import type { Rect } from './geometry';
import { APPEARANCES, appearancesOf, identityOf } from './identity';
import { dashOf, PATTERN_ALPHA, PATTERNS, type Pattern, patternMarks, patternOf } from './pattern';

const themes = parseTokens(readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8'));

test('sixty-four logical blocks are told apart by hue, pattern and outline', () => {
  const appearances = Array.from({ length: APPEARANCES }, (_, appearance) =>
    JSON.stringify([appearance % HUES, patternOf(appearance, HUES)]),
  );
  expect(new Set(appearances).size).toBe(APPEARANCES);
});

test('the first eight are plain', () => {
  for (let appearance = 0; appearance < HUES; appearance++)
    expect(patternOf(appearance, HUES)).toEqual({ kind: 'solid', double_outline: false });
  expect(patternOf(8, HUES).kind).toBe('diagonal');
  expect(patternOf(32, HUES)).toEqual({ kind: 'solid', double_outline: true });
});

test('blocks that a frame tells of have the look that it says, and any other that of its number', () => {
  const appearances = appearancesOf({ lbn: [3, 21, 900], appearance: [1, 0, 17] });
  expect([3, 21, 900, 4, 70].map(appearances)).toEqual([1, 0, 17, 4, 6]);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  const colours = readColours((name) => themes[theme][name] ?? '');

  it.each(VISIONS)('patterns stand out from their hue with %s vision', (vision) => {
    for (let appearance = HUES; appearance < 2 * HUES; appearance++) {
      const { fill, on } = identityOf(colours, appearance).paint;
      expect(difference(lab(fill, vision), lab(mixed(fill, on), vision)), fill).toBeGreaterThanOrEqual(20);
    }
  });
});

/** What a pattern's ink looks like on its hue. */
function mixed(fill: string, on: string): string {
  const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [a, b] = [channels(fill), channels(on)];
  return `#${a
    .map((value, i) =>
      Math.round(value + ((b[i] ?? 0) - value) * PATTERN_ALPHA)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const cell = fc.record({
  x: fc.constant(10),
  y: fc.constant(20),
  width: fc.double({ min: 4, max: 120, noNaN: true }),
  height: fc.double({ min: 4, max: 80, noNaN: true }),
});
const pattern = (kind: Pattern['kind']): Pattern => ({ kind, double_outline: false });

/** The share of a cell that marks cover, sampled; lines at full width. */
function covered(rect: Rect, { lines, dots, stroke_px, dot_px }: ReturnType<typeof patternMarks>): number {
  const STEPS = 90;
  let hits = 0;
  for (let i = 0; i < STEPS * STEPS; i++) {
    const x = rect.x + (((i % STEPS) + 0.5) / STEPS) * rect.width;
    const y = rect.y + ((Math.floor(i / STEPS) + 0.5) / STEPS) * rect.height;
    const on_line = lines.some(({ from, to }) => {
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      return Math.abs((x - from.x) * dy - (y - from.y) * dx) / Math.hypot(dx, dy) <= stroke_px / 2;
    });
    if (on_line || dots.some((dot) => Math.hypot(x - dot.x, y - dot.y) <= dot_px)) hits += 1;
  }
  return hits / STEPS ** 2;
}

describe('the marks of a pattern', () => {
  it('differ in form from kind to kind in every cell that has room for a cue', () => {
    fc.assert(
      fc.property(cell, (rect) => {
        const [solid, diagonal, dots, bars] = PATTERNS.map((kind) => patternMarks(rect, pattern(kind)));
        expect([solid?.lines.length, solid?.dots.length]).toEqual([0, 0]);
        expect(dots?.dots.length).toBeGreaterThan(0);
        expect(dots?.lines).toHaveLength(0);
        // Bars lie level, diagonals rise.
        expect(bars?.lines.length).toBeGreaterThan(0);
        expect(bars?.lines.every(({ from, to }) => from.y === to.y)).toBe(true);
        expect(diagonal?.lines.length).toBeGreaterThan(0);
        expect(diagonal?.lines.every(({ from, to }) => from.y > to.y && from.x < to.x)).toBe(true);
      }),
    );
  });

  it('cover enough to be seen, and leave the hue in the majority', () => {
    fc.assert(
      fc.property(cell, fc.constantFrom(...PATTERNS.slice(1)), (rect, kind) => {
        const share = covered(rect, patternMarks(rect, pattern(kind)));
        expect(share, kind).toBeGreaterThan(0.04);
        expect(share, kind).toBeLessThan(0.5);
      }),
    );
  });

  it('keep dots and the second outline inside the cell', () => {
    fc.assert(
      fc.property(cell, fc.constantFrom(...PATTERNS), (rect, kind) => {
        const { dots, dot_px, outline } = patternMarks(rect, { kind, double_outline: true });
        const [right, foot] = [rect.x + rect.width, rect.y + rect.height];
        for (const { x, y } of dots) {
          expect(x - dot_px >= rect.x && x + dot_px <= right && y - dot_px >= rect.y && y + dot_px <= foot).toBe(true);
        }
        if (!outline) throw new Error('a double outline has a second one');
        expect(outline.width).toBeGreaterThan(rect.width / 2);
        expect(outline.x > rect.x && outline.x + outline.width < right).toBe(true);
      }),
    );
  });

  it('cut lines in as many ways', () => {
    expect(new Set(PATTERNS.map((kind) => JSON.stringify(dashOf(pattern(kind))))).size).toBe(PATTERNS.length);
  });
});
