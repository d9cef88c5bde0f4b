import { expect, test } from 'vitest';
import { NONE, PAGE_STATES } from '../../../engine/protocol';
import { emptyLayer } from '../../../fixtures/layer-view';
import { EXPLOSION, log, PAGES, picture } from '../../../fixtures/log-blocks';
import type { Colours, Paint } from '../../../render/colours';
import type { Ink } from '../../stage-kit/page-appearance';
import { compose } from './compose';
import { columnsOf } from './picture';
import { columnWords } from './roles';
import type { Scene } from './scene';

const paint = (fill: string): Paint => ({ fill, on: '#000' });
const colours = {
  ink: 'ink',
  ink3: 'ink3',
  rule2: 'rule2',
  owners: Array.from({ length: 8 }, (_, i) => paint(`id-${i}`)),
  cells: { valid: paint('valid'), erasing: paint('erase'), programming: paint('program'), reading: paint('read') },
} as unknown as Colours;
const ink = (more: Partial<Ink> = {}): Ink => ({
  colours,
  text_px: 12.5,
  pages_per_block: PAGES,
  appearances: (lbn) => lbn,
  ...more,
});

const SIZES = [
  { width: 1070, height: 620, title_px: 29 },
  { width: 1408, height: 700, title_px: 36 },
  { width: 990, height: 440, title_px: 29 },
  { width: 800, height: 200, title_px: 29 },
  { width: 358, height: 440, title_px: 29 },
];

const finite = (scene: Scene): boolean =>
  scene.cells.every(
    ({ rect }) => [rect.x, rect.y, rect.width, rect.height].every(Number.isFinite) && rect.width > 0 && rect.height > 0,
  );

test.each(SIZES)('everything stands inside a stage of $width × $height', (size) => {
  for (const merges of [null, EXPLOSION]) {
    const scene = compose(picture({ merges }), size, ink());
    expect(finite(scene)).toBe(true);
    for (const { rect, words } of scene.cells) {
      expect(rect.x, words).toBeGreaterThanOrEqual(0);
      expect(rect.x + rect.width, words).toBeLessThanOrEqual(size.width + 0.5);
      expect(rect.y + rect.height, words).toBeLessThanOrEqual(scene.height + 0.5);
    }
  }
});

test('a torn page of a log block is crossed out, and no page of anybody', () => {
  const parked = log(44, ['4·0', '4·1', '4·2']);
  parked.page_state[1] = PAGE_STATES.indexOf('torn');
  parked.page_owner[1] = NONE;
  const torn = picture({ layer: emptyLayer({ parked: [parked], parked_total: 1 }) });
  for (const size of SIZES) {
    const cells = compose(torn, size, ink()).cells.filter(({ page }) => page === 44 * PAGES + 1);
    expect(cells.map(({ lpn, appearance: { mark, label } }) => [lpn, mark, label ?? ''])).toEqual([[null, 'torn', '']]);
  }
  expect(columnsOf(torn).map(columnWords)).toEqual(['log 44: 2 live, 0 dead and 1 torn of 8 pages, 1 block']);
});
