import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTokens } from './colour-science';
import { colourWord, readColours } from './colours';
import { paletteOf } from './palette';

const sheet = readFileSync(new URL('../ui/tokens.css', import.meta.url), 'utf8');

describe('the palette', () => {
  it('turns colours into canvas words, red in the lowest byte', () => {
    expect(colourWord('#3471c8')).toBe(0xffc87134);
    expect(colourWord('#fff')).toBe(0xffffffff);
    expect(() => colourWord('red')).toThrow('colour "red": expected #rgb or #rrggbb');
  });

  it.each(['light', 'dark'] as const)('finds every token it needs in the %s theme', (theme) => {
    const tokens = parseTokens(sheet)[theme];
    const palette = paletteOf(readColours((name) => tokens[name] ?? ''));
    expect(palette.states).toHaveLength(7);
    expect(new Set(palette.states).size).toBe(7);
    expect([palette.wear, palette.age, palette.temperature].map((ramp) => ramp.length)).toEqual([7, 7, 7]);
    expect(palette.owners).toHaveLength(8);
  });
});
