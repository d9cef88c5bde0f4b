import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrast, parseTokens } from '../../../render/colour-science';
import { colourWord, readColours } from '../../../render/colours';
import { cellAfter, cellAt, cellRect, fieldLayout, heatStep, outlineOf, rowsOf, tally } from './field-layout';
import { fieldPaint, fieldPixels } from './field-paint';
import { heatRamp } from './heat';

const sheet = readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8');

test('every block has a cell, in the room there is', () => {
  for (const [cells, width, height] of [
    [6400, 417, 150],
    [1024, 417, 150],
    [4, 342, 80],
    [1, 40, 40],
    [26_215, 300, 90],
  ] as const) {
    for (const ratio of [1, 2]) {
      const layout = fieldLayout(cells, width, height, ratio);
      expect(layout.columns * layout.pitch).toBeLessThanOrEqual(width);
      expect(rowsOf(layout) * layout.pitch).toBeLessThanOrEqual(height + layout.pitch);
      expect(Number.isInteger(layout.pitch * ratio)).toBe(true);
      for (const id of [0, cells - 1, Math.floor(cells / 2)]) {
        const { x, y } = cellRect(layout, id);
        expect(cellAt(layout, { x: x + 0.1, y: y + 0.1 })).toBe(id);
      }
    }
  }
});

test('6 400 blocks stand in rows of 128', () => {
  expect(fieldLayout(6400, 417, 165, 1)).toMatchObject({ columns: 128, pitch: 3 });
});

test('keys go from block to block and stay on the map', () => {
  const layout = { cells: 10, columns: 4, pitch: 10, gap: 1 };
  expect(cellAfter('ArrowRight', null, layout)).toBe(0);
  expect(cellAfter('ArrowRight', 9, layout)).toBe(9);
  expect(cellAfter('ArrowLeft', 0, layout)).toBe(0);
  expect(cellAfter('ArrowDown', 1, layout)).toBe(5);
  expect(cellAfter('ArrowDown', 7, layout)).toBe(7);
  expect(cellAfter('ArrowUp', 5, layout)).toBe(1);
  expect(cellAfter('End', 5, layout)).toBe(9);
  expect(cellAfter('x', 5, layout)).toBeNull();
});

test('the journal’s outline goes round its blocks', () => {
  const layout = { cells: 12, columns: 4, pitch: 1, gap: 0 };
  expect(outlineOf(layout, 1, 3)).toHaveLength(4);
  const over_rows = outlineOf(layout, 2, 9);
  expect(over_rows).toHaveLength(8);
  expect(over_rows[0]).toEqual({ x: 2, y: 0 });
  expect(over_rows[4]).toEqual({ x: 1, y: 3 });
});

test('states are counted', () => {
  expect(tally({ state: [0, 1, 2, 2, 3, 0] })).toEqual([2, 1, 2, 1]);
});

test('changed blocks have a cut corner, those never written a dot', () => {
  const paint = { ssd: 1, edge: 2, never: 3, dot: 4, cut: 5, heat: [10, 11, 12, 13, 14, 15] };
  const layout = { cells: 4, columns: 4, pitch: 6, gap: 1 };
  const { words, width, height } = fieldPixels({ state: [0, 1, 2, 3], heat: [0, 0, 255, 0] }, layout, paint, 1);
  const at = (x: number, y: number): number | undefined => words[y * width + x];
  expect([width, height]).toEqual([24, 6]);
  expect(at(2, 2)).toBe(1);
  expect(at(6 + 4, 0)).toBe(10);
  expect(at(12 + 4, 0)).toBe(5);
  expect(at(12, 4)).toBe(15);
  expect(at(18 + 2, 2)).toBe(4);
  expect(at(5, 0)).toBe(0);
});

test.each(['light', 'dark'] as const)('the ramp moves away from the paper in the %s theme', (theme) => {
  const tokens = parseTokens(sheet)[theme];
  const colours = readColours((name) => tokens[name] ?? '');
  const ramp = heatRamp(colours.paper, colours.cells.translation.fill, colours.ink);
  const away = ramp.map((colour) => contrast(colour, colours.paper));
  expect(away).toEqual(away.toSorted((a, b) => a - b));
  expect(Math.min(...away.slice(1).map((one, i) => one / (away[i] ?? one)))).toBeGreaterThan(1.15);
  // What is in memory stands out from what is not.
  expect(contrast(ramp[0] ?? '', colours.cells.free.fill)).toBeGreaterThan(1.5);
  expect(fieldPaint(colours).heat).toEqual(ramp.map(colourWord));
});

test('heat goes to its step', () => {
  expect([0, 42, 43, 255].map(heatStep)).toEqual([0, 0, 1, 5]);
});
