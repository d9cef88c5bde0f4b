import { expect, test } from 'vitest';
import type { BlockOwner, BlockPages, SharedBlocks } from '../../../engine/protocol';
import { IN_LOGS, picture, row, story } from '../../../fixtures/log-blocks';
import type { Colours, Paint } from '../../../render/colours';
import type { Rect } from '../../../render/geometry';
import type { Ink } from '../../stage-kit/page-appearance';
import { standing } from './columns';
import { compose } from './compose';
import { foldOf, isNumbered, pageRect } from './fold';
import { chainState, groupName, groupState, type SharedPicture } from './lent';
import { accounts } from './words';

const paint = (fill: string): Paint => ({ fill, on: '#000' });
const colours = {
  ink: 'ink',
  ink3: 'ink3',
  rule2: 'rule2',
  owners: Array.from({ length: 8 }, (_, i) => paint(`id-${i}`)),
  cells: { valid: paint('valid'), erasing: paint('erase'), programming: paint('program'), reading: paint('read') },
} as unknown as Colours;

const block = (
  number: number,
  lpns: readonly (number | null)[],
  pages: number,
  dead: readonly number[] = [],
): BlockPages => ({
  block: number,
  page_state: Array.from({ length: pages }, (_, at) => (lpns[at] == null ? 0 : dead.includes(at) ? 2 : 1)),
  page_owner: Array.from({ length: pages }, (_, at) => lpns[at] ?? 0),
});

const home = (lbn: number, pages: number): BlockPages =>
  block(
    100 + lbn,
    Array.from({ length: pages }, (_, page) => lbn * pages + page),
    pages,
    [0],
  );

const owner = (lbns: readonly number[], lent: readonly BlockPages[], pages: number): BlockOwner => ({
  members: lbns.map((lbn) => ({ lbn, home: home(lbn, pages) })),
  members_total: lbns.length,
  lent: [...lent],
  lent_total: lent.length,
});

/** Chains, the last of them full; or groups of two. */
function shared(kind: 'nftl' | 'sast', pages: number, count: number): SharedBlocks {
  const owners = Array.from({ length: count }, (_, at) =>
    kind === 'nftl'
      ? owner(
          [at],
          [block(200 + at, [at * pages, ...(at === count - 1 ? Array(pages).fill(at * pages) : [])], pages)],
          pages,
        )
      : owner([2 * at, 2 * at + 1], [block(200 + at, [2 * at * pages, (2 * at + 1) * pages], pages)], pages),
  );
  return { owners, owners_total: count, most: 2, pool: 8, free: 8 - count };
}

function stageOf(kind: 'nftl' | 'sast', pages: number, count: number, merging: boolean): SharedPicture {
  const base = picture({
    updates: { ...IN_LOGS, ...(kind === 'nftl' ? { place: 'chain' } : { group_blocks: 2 }) },
    pages_per_block: pages,
    logical_pages: pages * count * 2,
    cells: null,
    merges: merging ? story([row(0, 'running', { 0: 200 }, 2)], { reclaim: { op: 1, block: 200, over: false } }) : null,
  });
  return { ...base, layer: { ...base.layer, shared: shared(kind, pages, count) } };
}

const SIZES = [
  { width: 1040, height: 640, title_px: 29, text_px: 12.5 },
  { width: 1408, height: 700, title_px: 36, text_px: 17 },
  { width: 1888, height: 880, title_px: 36, text_px: 17 },
  { width: 362, height: 440, title_px: 29, text_px: 12.5 },
];

const apart = (a: Rect, b: Rect): boolean =>
  a.x + a.width <= b.x + 0.5 ||
  b.x + b.width <= a.x + 0.5 ||
  a.y + a.height <= b.y + 0.5 ||
  b.y + b.height <= a.y + 0.5;

test.each(SIZES)(
  'chains and groups stand apart inside $width × $height, letters of $text_px',
  ({ text_px, ...size }) => {
    for (const kind of ['nftl', 'sast'] as const)
      for (const pages of [4, 64])
        for (const merging of [false, true]) {
          const ink: Ink = { colours, text_px, pages_per_block: pages, appearances: (lbn) => lbn };
          const scene = compose(stageOf(kind, pages, 5, merging), size, ink);
          const cells = scene.cells.filter(({ part }) => part === 'log' || part === 'home' || part === 'tag');
          for (const { rect, words } of cells) {
            expect(rect.x, words).toBeGreaterThanOrEqual(0);
            expect(rect.x + rect.width, words).toBeLessThanOrEqual(size.width + 0.5);
            expect(rect.y + rect.height, words).toBeLessThanOrEqual(scene.height + 0.5);
          }
          const near = cells.slice(0, 400);
          const clashes = near.flatMap((a, i) => near.slice(i + 1).filter((b) => !apart(a.rect, b.rect)));
          expect(clashes).toEqual([]);
          const below = scene.titles[1];
          for (const { rect, part } of cells)
            if (merging && below && part !== 'tag') expect(rect.y + rect.height).toBeLessThanOrEqual(below.y);
        }
  },
);

test('a chain leads from the primary block over its replacements, the newest last, to those it may still get', () => {
  const ink: Ink = { colours, text_px: 12.5, pages_per_block: 4, appearances: (lbn) => lbn };
  const scene = compose(stageOf('nftl', 4, 3, false), { width: 1040, height: 640, title_px: 29 }, ink);
  const of = (page: number): Rect =>
    scene.cells.find((cell) => cell.page === page)?.rect ?? { x: 0, y: 0, width: 0, height: 0 };
  expect(of(100 * 4).x).toBeLessThan(of(200 * 4).x);
  expect(of(100 * 4).y).toBeCloseTo(of(200 * 4).y);
  // The page's older copy is struck out, its newest keeps its colour.
  const appearances = scene.cells
    .filter(({ lpn, part }) => lpn === 0 && part !== 'tag')
    .map(({ appearance }) => appearance.mark);
  expect(appearances).toEqual(['invalid', 'valid']);
  expect(scene.boxes.filter(({ kind }) => kind === 'slot')).toHaveLength(3);
});

test('what is emptied is marked: the whole chain, or the one log block of a group', () => {
  const ink: Ink = { colours, text_px: 12.5, pages_per_block: 4, appearances: (lbn) => lbn };
  const size = { width: 1040, height: 640, title_px: 29 };
  const victims = (kind: 'nftl' | 'sast'): Rect[] =>
    compose(stageOf(kind, 4, 3, true), size, ink)
      .boxes.filter((box) => box.kind === 'victim')
      .map(({ rect }) => rect);
  const [chain] = victims('nftl');
  const [log] = victims('sast');
  expect(victims('nftl')).toHaveLength(1);
  expect(victims('sast')).toHaveLength(1);
  expect(chain?.width ?? 0).toBeGreaterThan(2 * (log?.width ?? 0));
});

test('the next update of a full chain folds it; how much a group has left is said', () => {
  const { owners, ...pool } = shared('nftl', 4, 3);
  const all = { ...pool, owners };
  expect(chainState(owners[0] as BlockOwner, all)).toEqual(['1 of 2', '3 places left']);
  expect(chainState(owners[2] as BlockOwner, all)).toEqual(['1 of 2', 'full: one more next']);
  expect(chainState(owners[2] as BlockOwner, { ...all, most: 1 })).toEqual(['1 of 1', 'full: folds next']);
  const groups = shared('sast', 4, 2);
  expect(groupName(groups.owners[1] as BlockOwner)).toBe('B2 to B3');
  expect(groupState(groups.owners[1] as BlockOwner, groups)).toBe('1 of 2 log blocks, 2 pages free');
  const told = accounts(stageOf('nftl', 4, 3, false)).find(({ name }) => name === 'Chains');
  expect(told?.lines[0]).toBe('chain of B0: 1 of 2 replacement blocks, 3 places left: block 200 with 0·0');
  expect(told?.lines.at(-1)).toBe('pool: 5 of 8 blocks not lent');
});

test('a block of 64 pages is folded so that its pages are cells with a number, in order', () => {
  const fold = foldOf(64, { width: 300, height: 90 }, { width: 60, height: 40 });
  expect(fold.per_line).toBe(16);
  expect(isNumbered(fold)).toBe(true);
  const [a, b, c] = [0, 15, 16].map((page) => pageRect(fold, 0, 0, page));
  expect([a?.x, a?.y]).toEqual([0, 0]);
  expect(b?.y).toBe(0);
  expect([c?.x, c?.y]).toEqual([0, fold.cell.height + fold.gap]);
  // Standing: cells rather than lines, whatever the number of log blocks.
  for (const width of [40, 60, 110, 180]) {
    const stand = standing(64, width, 390, 1);
    expect(stand.abreast * stand.rows).toBeGreaterThanOrEqual(64);
    expect(Math.max(stand.width / stand.height, stand.height / stand.width)).toBeLessThan(3);
    expect(stand.height).toBeGreaterThanOrEqual(10);
  }
  expect(standing(4, 90, 390, 3)).toMatchObject({ abreast: 1, rows: 4 });
});
