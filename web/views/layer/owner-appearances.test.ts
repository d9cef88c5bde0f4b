/** Whatever draws the pages of a logical block draws them in the appearance that the frame says, and in no other. */

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOWER, large, PAGES as SMALL_BLOCK, UPPER } from '../../fixtures/clash';
import { EXPLOSION, PAGES, picture } from '../../fixtures/log-blocks';
import type { CellAppearance } from '../../render/cell';
import { parseTokens } from '../../render/colour-science';
import { readColours } from '../../render/colours';
import { APPEARANCES, type AppearanceOf, type Identity, identityOf } from '../../render/identity';
import type { Ink } from '../stage-kit/page-appearance';
import { compose as composeClash } from './clash/compose';
import { compose as composeLogs } from './logs/compose';

const tokens = parseTokens(readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8')).light;
const colours = readColours((name) => tokens[name] ?? '');
const inkOf = (pages_per_block: number, appearances: AppearanceOf): Ink => ({
  colours,
  text_px: 12.5,
  pages_per_block,
  appearances,
});

/** Any way to give looks to logical blocks. */
const assignments = fc.array(fc.nat(APPEARANCES - 1), { minLength: 40, maxLength: 40 });
const byList =
  (list: readonly number[]): AppearanceOf =>
  (lbn) =>
    list[lbn % list.length] ?? 0;

/** A page that shows whose it is shows it in hue and pattern; a dead one in its stripe. */
function expectAppearance({ mark, paint, pattern, stripe }: CellAppearance, owner: Identity, what: string): void {
  if (mark === 'invalid') {
    if (stripe) expect([stripe, pattern], what).toEqual([owner.paint, owner.pattern]);
  } else if (paint) expect([paint, pattern], what).toEqual([owner.paint, owner.pattern]);
}

test('log blocks, data blocks, rebuilds, fan and cost bar agree', () => {
  fc.assert(
    fc.property(assignments, fc.constantFrom(null, EXPLOSION), (list, merges) => {
      const appearances = byList(list);
      const scene = composeLogs(
        picture({ merges }),
        { width: 1070, height: 620, title_px: 29 },
        inkOf(PAGES, appearances),
      );
      for (const { lpn, appearance, words } of scene.cells) {
        const lbn = lpn === null ? Number(/^logical block (\d+)/.exec(words)?.[1]) : Math.floor(lpn / PAGES);
        if (Number.isInteger(lbn)) expectAppearance(appearance, identityOf(colours, appearances(lbn)), words);
      }
      for (const { lbn, paint, pattern } of scene.stretches) {
        if (lbn === null || !pattern) continue;
        expect({ paint, pattern }).toEqual(identityOf(colours, appearances(lbn)));
      }
      const owners = (merges?.rows ?? []).map(({ lbn }) => identityOf(colours, appearances(lbn)));
      const fan = scene.lines.filter(({ pattern }) => pattern);
      expect(fan.map(({ colour, pattern }) => [colour, pattern])).toEqual(
        owners.map(({ paint, pattern }) => [paint.fill, pattern]),
      );
      if (merges) expect(scene.stretches.filter(({ pattern }) => pattern).length).toBeGreaterThan(1);
    }),
    { numRuns: 30 },
  );
});

test('columns, trays, flash and meter agree, in cells of any size', () => {
  const pictures = [...Object.values(UPPER), ...Object.values(LOWER), large()];
  const widths = fc.constantFrom(1040, 362);
  fc.assert(
    fc.property(assignments, fc.constantFrom(...pictures), widths, (list, shown, width) => {
      const appearances = byList(list);
      const { pages_per_block, cache } = shown;
      const { scene } = composeClash(
        { ...shown, appearances },
        { width, height: 430 },
        inkOf(pages_per_block, appearances),
      );
      for (const { lpn, appearance, words, part } of scene.cells) {
        const lbn = lpn === null ? Number(/^logical block (\d+)/.exec(words)?.[1]) : Math.floor(lpn / pages_per_block);
        if (Number.isInteger(lbn) && part !== 'home')
          expectAppearance(appearance, identityOf(colours, appearances(lbn)), words);
      }
      if (pages_per_block !== SMALL_BLOCK) return;
      const in_slots = cache.sets.flatMap(({ lbn, offsets }) =>
        offsets.map(() => identityOf(colours, appearances(lbn))),
      );
      expect(scene.meter.rects.flatMap(({ owner }) => owner ?? [])).toEqual(in_slots);
    }),
    { numRuns: 30 },
  );
});
