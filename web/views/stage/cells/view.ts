/**
 * A small device, page by page, on two canvases: blocks below, whatever moves above. The same view serves the workbench
 * and the start page; they differ in how a logical page is called and in what its tiles say.
 */

import type { Play } from '../../../app/loop';
import { NONE, type StageCells } from '../../../engine/protocol';
import { type Colours, groundOf, readColours, themeKey, tokensOf } from '../../../render/colours';
import type { Point, Rect } from '../../../render/geometry';
import { type Identity, identityOf } from '../../../render/identity';
import { h } from '../../../ui/dom';
import { contextOf } from '../../stage-kit/canvas';
import { paintRing } from '../../stage-kit/marks';
import { type MotionPlan, NO_MOTION, planMotion } from '../../stage-kit/motion-plan';
import { pageName } from '../../stage-kit/page-name';
import { textSize } from '../../stage-kit/text-size';
import { timeline } from '../../stage-kit/timeline';
import { type CellsLayout, cellsLayout, lpnAt, pageAt, pageRect, ROW_MAX_PAGES } from './layout';
import { type BlockPainting, paintBlock, paintPlaneNames, rampScale } from './paint-blocks';
import { type MotionPainting, paintLit, paintMotion } from './paint-motion';
import { paintRow, type RowContent } from './paint-row';
import type { CellsPicture } from './picture';
import { blocksChanged, blocksTouched, momentOf } from './replay';
import './cells.css';

/** Below this nothing could be told apart any more. */
const HEIGHT_MIN_PX = 140;

export interface CellsOptions {
  /** What a logical page is called: its number, or a letter. */
  label: (lpn: number) => string;
  /** Tiles above the blocks say where a page lives, or only its name. */
  row: 'places' | 'names';
  /** Titles of the two parts, with a plain explanation each. */
  titles: { row: (picture: CellsPicture) => Title; blocks: (picture: CellsPicture) => Title };
  /** False where motion is not wanted: every step is then shown at its end, with its connectors. */
  motion: () => boolean;
  play: Play;
  /** Called when a logical page's tile is chosen; tiles are buttons then. */
  pick?: (lpn: number) => void;
  /** Something to stand at the right end of the blocks' title. */
  aside?: HTMLElement;
}

export interface Title {
  name: string;
  note: string;
}

export interface CellsView {
  readonly element: HTMLElement;
  show(picture: CellsPicture): void;
  /** Whether the motion of the present picture is over. */
  settled(): boolean;
  pageAt(point: Point): number | null;
  lpnAt(point: Point): number | null;
  rectOf(page: number): Rect | null;
  /** The page reached by moving the cursor. */
  neighbour(page: number, across: number, up: number): number;
}

export function cellsView(options: CellsOptions): CellsView {
  const base = h('canvas', { class: 'cells-base', 'aria-hidden': 'true' });
  const above = h('canvas', { class: 'cells-above', 'aria-hidden': 'true' });
  const row_words = h('span', { class: 'part-words' });
  const row_title = h('h2', { class: 'part-title' }, row_words);
  // Nothing is seen of it before it has its place.
  const blocks_title = h('h2', { class: 'part-title', style: 'visibility: hidden' });
  const blocks_words = h('span', { class: 'part-words' });
  blocks_title.append(blocks_words, ...(options.aside ? [options.aside] : []));
  const buttons = h('div', { class: 'cells-buttons' });
  const root = h('div', { class: 'cells' }, base, above, row_title, blocks_title, buttons);

  let shown: CellsPicture | null = null;
  let before: CellsPicture | null = null;
  let layout: CellsLayout | null = null;
  let layout_key = '';
  let colours: Colours | null = null;
  let theme = '';
  let plan: MotionPlan = NO_MOTION;
  /** Blocks not yet painted as they are at the end of the step. */
  let unsettled: ReadonlySet<number> = new Set();
  const motion = timeline(options.play, step);

  /** Lays out anew when the size, the device or the type has changed. True if it did. */
  function arrange(picture: CellsPicture): boolean {
    const { cells } = picture;
    const blocks = cells.block_state.length;
    // Out of sight another device may have been opened: nothing of it has a place in the old one's layout.
    const fits = layout?.blocks.length === blocks && layout.pages_per_block * blocks === cells.page_state.length;
    if (!fits) [layout, layout_key] = [null, ''];
    const pages_per_block = cells.page_state.length / blocks;
    const tiles = (picture.homes ?? cells.mapping).length;
    const input = {
      width: root.clientWidth,
      height: Math.max(root.clientHeight, HEIGHT_MIN_PX),
      blocks,
      pages_per_block,
      row_pages: tiles <= ROW_MAX_PAGES ? tiles : 0,
      tile_pages: picture.homes ? pages_per_block : 1,
      row_keeps_old: options.row === 'places',
      planes: picture.planes,
      text_px: textSize(root),
      title_px: blocks_title.offsetHeight + 4,
      row_title_px: row_title.offsetHeight + 4,
    };
    const key = `${JSON.stringify(input)} ${devicePixelRatio}`;
    if (key === layout_key || input.width === 0) return false;
    layout_key = key;
    layout = cellsLayout(input);
    const height = Math.max(input.height, layout.height);
    for (const canvas of [base, above]) {
      canvas.width = Math.round(input.width * devicePixelRatio);
      canvas.height = Math.round(height * devicePixelRatio);
      canvas.style.height = `${height}px`;
    }
    // Out of sight it still has its height, which the next layout goes by.
    row_title.style.visibility = layout.row === null ? 'hidden' : '';
    blocks_title.style.top = `${layout.blocks_title_y}px`;
    blocks_title.style.visibility = '';
    placeButtons(layout);
    return true;
  }

  function placeButtons({ row }: CellsLayout): void {
    const { pick } = options;
    if (!pick) return;
    buttons.replaceChildren(
      ...(row?.tiles ?? []).map((tile, lpn) => {
        const button = h('button', {
          class: 'plain',
          type: 'button',
          'aria-label': `Write page ${options.label(lpn)}`,
        });
        Object.assign(button.style, {
          left: `${tile.x}px`,
          top: `${tile.y}px`,
          width: `${tile.width}px`,
          height: `${tile.height}px`,
        });
        button.addEventListener('click', () => pick(lpn));
        return button;
      }),
    );
  }

  function paint(blocks: Iterable<number> | 'all'): void {
    const g = contextOf(base);
    if (!g || !layout || !colours || !shown) return;
    const at_ms = motion.at_ms();
    const moment = momentOf(before ?? shown, shown, plan, at_ms);
    const painting: BlockPainting = {
      g,
      layout,
      picture: shown,
      moment,
      scale: rampScale(shown.cells),
      colours,
      label: options.label,
      text_px: textSize(root),
    };
    if (blocks === 'all') g.clearRect(0, 0, base.width, base.height);
    for (const block of blocks === 'all' ? layout.blocks.keys() : blocks) paintBlock(painting, block);
    paintPlaneNames(painting);
    paintRow({ ...painting, places: options.row === 'places', ...rowOf(moment.cells, shown, at_ms) });
    paintAbove(at_ms);
  }

  /** What the tiles say: the place of each page, or the block of each logical block. */
  function rowOf({ mapping }: StageCells, { homes }: CellsPicture, at_ms: number): RowContent {
    const pages_per_block = layout?.pages_per_block ?? 1;
    if (!homes)
      return {
        label: options.label,
        place: (page) => pageName(page, pages_per_block),
        mapping,
        left: placesLeft(at_ms),
        touched: touchedPages(),
      };
    return { label: (lbn) => `B${lbn}`, place: String, mapping: homes, left: homesLeft(homes), touched: new Set() };
  }

  /** Logical blocks that have gone over to another block, with the one they left. */
  const homesLeft = (homes: readonly number[]): Map<number, number> =>
    new Map(
      plan.moves.length === 0
        ? []
        : (before?.homes ?? []).flatMap((was, lbn) => (homes[lbn] === was ? [] : [[lbn, was] as const])),
    );

  /** Logical pages this step moves, with where they lived before it. */
  function placesLeft(at_ms: number): Map<number, number> {
    const left = new Map<number, number>();
    for (const move of plan.moves) {
      if (move.kind === 'write' && move.lpn !== null && at_ms >= move.connector.start_ms) {
        left.set(move.lpn, before?.cells.mapping[move.lpn] ?? NONE);
      }
    }
    return left;
  }

  const touchedPages = (): Set<number> =>
    new Set(plan.moves.flatMap((move) => (move.kind === 'touch' ? [move.lpn] : [])));

  function paintAbove(at_ms: number): void {
    const g = contextOf(above);
    if (!g || !layout || !colours || !shown) return;
    const { pages_per_block } = layout;
    const { colour_by, appearances } = shown;
    const hues = colours;
    const ownerOf = (lpn: number): Partial<Identity> =>
      colour_by === 'owner' ? identityOf(hues, appearances(Math.floor(lpn / pages_per_block))) : {};
    const painting: MotionPainting = { g, layout, colours, text_px: textSize(root), label: options.label, ownerOf };
    g.clearRect(0, 0, above.width, above.height);
    paintMotion(painting, plan, at_ms);
    if (shown.lit_lpn !== null && at_ms >= plan.end_ms) paintLit(painting, shown.cells, shown.lit_lpn);
    const pages = shown.cells.page_state.length;
    for (const page of shown.pinned_pages) if (page < pages) paintRing(g, pageRect(layout, page), colours);
    if (shown.hovered_page !== null && shown.hovered_page < pages) {
      paintRing(g, pageRect(layout, shown.hovered_page), colours);
    }
  }

  function step(): void {
    // Out of sight there is nothing to move on.
    if (!layout) {
      motion.stop();
      return;
    }
    const over = motion.over();
    paint(over ? unsettled : blocksInMotion(layout.pages_per_block));
    if (over) unsettled = new Set();
  }

  function blocksInMotion(pages_per_block: number): Set<number> {
    const blocks = blocksTouched(plan, pages_per_block);
    // Another one may be chosen in its place.
    const victim = before?.victim ?? null;
    return victim === null ? blocks : blocks.add(victim);
  }

  function refreshColours(): boolean {
    const token = tokensOf(root);
    const key = themeKey(token);
    if (key === theme) return false;
    theme = key;
    // Halos and the plates of titles hide what lies behind them, on the workbench's paper as on a sheet.
    const ground = groundOf(root);
    colours = { ...readColours(token), paper: ground };
    root.style.setProperty('--ground', ground);
    return true;
  }

  function show(picture: CellsPicture): void {
    const previous = shown;
    const same_cells = previous?.cells === picture.cells;
    shown = picture;
    if (!same_cells) {
      motion.stop();
      before = previous;
      const comparable = previous !== null && previous.cells.page_state.length === picture.cells.page_state.length;
      plan = comparable ? planMotion(picture.operations, picture.mode, picture.speed) : NO_MOTION;
      if (options.motion()) motion.begin(plan.end_ms);
      writeTitles(picture);
    }
    const rearranged = arrange(picture);
    const recoloured = refreshColours();
    const restyled = previous?.colour_by !== picture.colour_by || previous.isolate !== picture.isolate;
    if (!same_cells && previous) unsettled = staleBlocks(previous, picture);
    if (rearranged || recoloured || restyled || picture.colour_by !== 'state') paint('all');
    else if (!same_cells) paint(numbersMove(previous, picture) ? 'all' : unsettled);
    else paintAbove(motion.at_ms());
    if (motion.over()) unsettled = new Set();
  }

  /** Blocks that no longer look as painted: those that changed, both victims, and whatever the last step left half-way. */
  function staleBlocks(painted: CellsPicture, picture: CellsPicture): Set<number> {
    const blocks = blocksChanged(painted.cells, picture.cells);
    for (const block of unsettled) blocks.add(block);
    if (layout) for (const block of blocksTouched(plan, layout.pages_per_block)) blocks.add(block);
    for (const { victim, among } of [painted, picture])
      for (const block of [...(victim === null ? [] : [victim]), ...(among?.blocks ?? [])]) blocks.add(block);
    return blocks;
  }

  /** Where numbers are sparse, a victim's neighbours give theirs up to it. */
  const numbersMove = (painted: CellsPicture | null, picture: CellsPicture): boolean =>
    layout?.captions === 'sparse' && painted?.victim !== picture.victim;

  function writeTitles(picture: CellsPicture): void {
    const write = (title: Element, { name, note }: Title): void =>
      title.replaceChildren(name, ' ', h('small', {}, note));
    write(row_words, options.titles.row(picture));
    write(blocks_words, options.titles.blocks(picture));
  }

  new ResizeObserver(() => {
    if (shown && arrange(shown)) paint('all');
  }).observe(root);

  return {
    element: root,
    show,
    settled: motion.over,
    pageAt: (point) => (layout ? pageAt(layout, point) : null),
    lpnAt: (point) => (layout ? lpnAt(layout, point) : null),
    rectOf: (page) => (layout && shown && page < shown.cells.page_state.length ? pageRect(layout, page) : null),
    neighbour(page, across, up) {
      if (!layout || !shown) return page;
      const { pages_per_block } = layout;
      const block = Math.floor(page / pages_per_block) + across;
      const offset = (page % pages_per_block) + up;
      const inside = block >= 0 && block < layout.blocks.length && offset >= 0 && offset < pages_per_block;
      return inside ? block * pages_per_block + offset : page;
    },
  };
}
