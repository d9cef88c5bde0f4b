/** The whole stage: log blocks at the left, rebuilds or data blocks at the right, the cost below; one under the other where it is narrow. */

import { count, plural } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import type { Ink } from '../../stage-kit/page-appearance';
import { columns, columnsWidth } from './columns';
import { costOf } from './cost';
import { costBar, costHeight } from './cost-bar';
import { dataBlocks, hasHomes, parkedBlocks } from './data-blocks';
import { islands } from './islands';
import { hasShared, isChain, lentBlocks, type SharedPicture, tallEnough } from './lent';
import { columnsOf, hasLogs, isMerged, type LogsPicture, parkersOf, ridesAlong, victimOf } from './picture';
import { rebuilds } from './rebuilds';
import { titleOf } from './roles';
import { emptyScene, type Scene } from './scene';

export interface Size {
  width: number;
  height: number;
  /** Height of a title with its rule. */
  title_px: number;
}

/** Narrower stages stand upright. */
const UPRIGHT_PX = 640;
/** Lower ones do without titles and comparisons. */
const LOW_PX = 330;
const GAP_PX = 24;
/** The log blocks take no more of the width. */
const LEFT_MAX = 0.44;
const ROW_PX = 52;
const ALTERNATIVES = 2;
/** Under the chains: most of the height for rebuilds, their rows in sizes of text, and how many there is room for. */
const BELOW_MAX = 0.5;
const STACKED_ROW = 6;
const REBUILDS_SHOWN = 4;

export const isUpright = (width: number): boolean => width < UPRIGHT_PX;

export function compose(picture: LogsPicture, size: Size, ink: Ink): Scene {
  if (hasShared(picture)) return stacked(picture, size, ink);
  return isUpright(size.width) ? upright(picture, size, ink) : abreast(picture, size, ink);
}

/** Who shares which blocks above, what is rebuilt of them below it, and the cost. */
function stacked(picture: SharedPicture, size: Size, ink: Ink): Scene {
  const { width } = size;
  const { text_px, pages_per_block } = ink;
  const narrow = isUpright(width);
  const low = !narrow && size.height < LOW_PX;
  const title_px = low ? 0 : size.title_px;
  const lines = low ? 0 : ALTERNATIVES;
  const cost_px = costHeight(ink, lines) + title_px;
  const rows = hasRebuilds(picture) ? Math.min(picture.merges?.rows.length ?? 0, REBUILDS_SHOWN) : 0;
  const owners_px = narrow ? tallEnough(picture) * text_px : 0;
  const rows_px = narrow ? title_px + text_px * 4 + ROW_PX * Math.max(3, rows) * (pages_per_block > 16 ? 1.6 : 1) : 0;
  const height = narrow ? Math.max(size.height, title_px + owners_px + rows_px + cost_px) : size.height;
  const body_px = height - cost_px - 12 - title_px - text_px;
  const below_px = narrow
    ? rows_px
    : rows === 0
      ? 0
      : Math.min(body_px * BELOW_MAX, title_px + text_px * 3.4 + rows * STACKED_ROW * text_px);
  const scene = emptyScene(height);
  const shared: Rect = { x: 0, y: title_px + text_px * 0.4, width, height: body_px - below_px };
  const below: Rect = { x: 0, y: height - cost_px - 12 - below_px + title_px, width, height: below_px - title_px };
  if (!low) {
    scene.titles.push({ x: 0, y: 0, width, ...sharedTitle(picture) });
    if (below_px > 0) scene.titles.push({ x: 0, y: below.y - title_px, width, ...rightTitle(picture) });
  }
  lentBlocks(scene, picture, ink, shared);
  if (rows > 0) rebuilds(scene, picture, ink, below, null);
  bottom(scene, picture, ink, { x: 0, y: height - cost_px, width, height: cost_px }, title_px, lines);
  return scene;
}

function sharedTitle(picture: SharedPicture): { name: string; note: string } {
  const { most, pool, free } = picture.layer.shared;
  const lent = `${count(pool - free)} of ${count(pool)} lent`;
  if (isChain(picture))
    return {
      name: 'Chains',
      note: `in colour: the newest copy of a page; at most ${plural(most, 'replacement block')} a chain, then it is folded; ${lent}`,
    };
  return {
    name: 'Groups',
    note: `${plural(picture.updates.group_blocks, 'data block')} share at most ${plural(most, 'log block')}; each page has its block\u2019s colour; ${lent}`,
  };
}

function abreast(picture: LogsPicture, size: Size, ink: Ink): Scene {
  const low = size.height < LOW_PX;
  const title_px = low ? 0 : size.title_px;
  const lines = low ? 0 : ALTERNATIVES;
  const cost_px = costHeight(ink, lines) + title_px;
  const gap_px = low ? 4 : 12;
  const body: Rect = { x: 0, y: title_px, width: size.width, height: size.height - cost_px - gap_px - title_px };
  const scene = emptyScene(size.height);
  const logs = columnsOf(picture).length;
  const left_px = hasLogs(picture) ? columnsWidth(Math.max(logs, 3), ink, size.width * LEFT_MAX) : 0;
  const left: Rect = { ...body, width: left_px };
  const right_x = left_px > 0 ? left_px + GAP_PX : 0;
  const right: Rect = { ...body, x: right_x, width: size.width - right_x };
  if (!low) titles(scene, picture, left, right, 0, 0);
  parts(scene, picture, ink, left, right);
  const cost_y = size.height - cost_px;
  bottom(scene, picture, ink, { x: 0, y: cost_y, width: size.width, height: cost_px }, title_px, lines);
  return scene;
}

function upright(picture: LogsPicture, size: Size, ink: Ink): Scene {
  const { width, title_px } = size;
  const { text_px, pages_per_block } = ink;
  const left_px = hasLogs(picture) ? Math.min(300, text_px * 7 + pages_per_block * (pages_per_block > 16 ? 3 : 19)) : 0;
  const rows = rowsAtRight(picture);
  const right_px = text_px * 4 + rows * ROW_PX * (hasRebuilds(picture) ? 1 : 0.6);
  const cost_px = costHeight(ink, ALTERNATIVES) + title_px;
  const left: Rect = { x: 0, y: title_px, width, height: left_px };
  const right_y = left_px > 0 ? title_px + left_px + 12 : 0;
  const right: Rect = { x: 0, y: right_y + title_px, width, height: right_px };
  const cost_y = right.y + right_px + 12;
  const scene = emptyScene(cost_y + cost_px);
  titles(scene, picture, left, right, 0, right_y);
  parts(scene, picture, ink, left, right);
  bottom(scene, picture, ink, { x: 0, y: cost_y, width, height: cost_px }, title_px, ALTERNATIVES);
  return scene;
}

const hasIslands = ({ updates, cells }: LogsPicture): boolean => !isMerged(updates) && cells !== null;

const hasRebuilds = ({ merges }: LogsPicture): boolean => merges !== null && merges.rows.length > 0;

/** Rows reserved where the stage stands upright: as many as there may be, so that the cost below stays in its place. */
function rowsAtRight(picture: LogsPicture): number {
  const { merges, layer, pages_per_block } = picture;
  if (merges) return Math.max(3, Math.min(merges.rows.length, 16)) * (pages_per_block > 16 ? 1.6 : 1);
  if (hasIslands(picture)) return Math.ceil((picture.logical_pages / pages_per_block) * 1.6);
  return hasHomes(picture) ? Math.max(5, layer.homes.length) : 10;
}

function parts(scene: Scene, picture: LogsPicture, ink: Ink, left: Rect, right: Rect): void {
  const beside = left.width > 0 && left.y === right.y;
  const shown = left.width > 0 && left.height > 0 ? columns(scene, picture, ink, left) : null;
  const victim = victimOf(picture);
  const frame = victim === null ? undefined : shown?.frames.get(victim);
  const fan = frame && beside ? { x: frame.x + frame.width + 2, y: frame.y + frame.height * 0.42 } : null;
  if (hasRebuilds(picture)) rebuilds(scene, picture, ink, right, fan);
  else if (hasIslands(picture)) islands(scene, picture, ink, { ...right, y: right.y + 12, height: right.height - 12 });
  else if (hasHomes(picture)) dataBlocks(scene, picture, ink, { ...right, y: right.y + 10, height: right.height - 10 });
  else parkedBlocks(scene, picture, ink, right);
}

function titles(scene: Scene, picture: LogsPicture, left: Rect, right: Rect, left_y: number, right_y: number): void {
  if (left.width > 0 && left.height > 0) {
    scene.titles.push({
      x: 0,
      y: left_y,
      width: left.width,
      name: titleOf(picture.updates),
      note: picture.updates.rule,
    });
  }
  scene.titles.push({ x: right.x, y: right_y, width: right.width, ...rightTitle(picture) });
}

function rightTitle(picture: LogsPicture): { name: string; note: string } {
  const { merges, pages_per_block } = picture;
  if (merges && merges.rows.length > 0) {
    const count = merges.rows.length + merges.more_rows;
    const kinds = new Set(merges.rows.map(({ merge }) => merge));
    if (kinds.size === 1 && kinds.has('switch')) {
      return {
        name: plural(count, 'switch merge'),
        note: 'the log block holds every page in its place: it becomes the data block',
      };
    }
    if (kinds.size === 1 && kinds.has('partial')) {
      return {
        name: plural(count, 'partial merge'),
        note: 'the log block is filled up with the rest, and becomes the data block',
      };
    }
    if (!hasLogs(picture))
      return { name: plural(count, 'rebuild'), note: `the place is taken, so all ${pages_per_block} pages move` };
    return {
      name: plural(count, 'rebuild'),
      note: 'newest copy of each page: from its log, else the old block',
    };
  }
  if (merges?.reclaim)
    return { name: 'No rebuild', note: 'every page of the log block is dead: one erase, and it is free' };
  if (hasIslands(picture))
    return { name: 'Islands', note: 'superblocks: any page anywhere in its own island; framed: the one at work' };
  if (hasHomes(picture))
    return {
      name: 'Data blocks',
      note: `a row is a logical block, each page in its one place${hasLogs(picture) ? '; struck out: a newer copy is in a log' : ''}`,
    };
  const parkers = parkersOf(picture).length;
  return {
    name: 'Pages in the logs, by block',
    note: `${plural(parkers, 'block')}: each a rebuild when its log block goes`,
  };
}

function bottom(scene: Scene, picture: LogsPicture, ink: Ink, area: Rect, title_px: number, lines: number): void {
  const { merges, tells_cost } = picture;
  if (!tells_cost) return;
  if (title_px > 0) {
    const none = isMerged(picture.updates)
      ? 'no merge in this request so far'
      : 'pages move inside their island; nothing is merged';
    const note = merges ? costNote(picture) : none;
    scene.titles.push({ x: area.x, y: area.y, width: area.width, name: costTitle(picture), note });
  }
  costBar(scene, picture, ink, { ...area, y: area.y + title_px + 4 }, lines);
}

const costTitle = ({ merges }: LogsPicture): string =>
  merges && merges.programs + merges.programs_ahead > 1 ? 'What this request costs' : 'What the one write costs';

function costNote(picture: LogsPicture): string {
  if (!picture.merges) return '';
  const { copies, erases, programs } = costOf(picture.merges, ridesAlong(picture));
  const pages = `${plural(programs, 'page')} of the host\u2019s own`;
  const copied = copies === 1 ? '1 page copy' : `${copies} page copies`;
  return `to scale: ${copied}, ${plural(erases, 'erase')}, ${pages}`;
}
