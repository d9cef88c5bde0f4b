/** A frame of the story as a small picture: columns on their shelf, trays below it, and what moves between them. */

import { outline } from '../../../render/cell';
import type { Colours } from '../../../render/colours';
import type { Rect } from '../../../render/geometry';
import { drawPattern } from '../../../render/pattern';
import { BOLD, wordsWidth } from '../../../render/text-width';
import { type Ink, ownerOf } from '../../stage-kit/page-appearance';
import { goesDown } from './picture';
import type { Shelves, Story } from './story';

const COLUMNS_MIN = 8;
const PAGES_MIN = 4;
const SHELF = 0.5;
const TRAYS_MAX = 4;
/** Largest pages, in sizes of text; names of pages and blocks are letters of this size at least. */
const PITCH = 3.4;
const PAGE = 2;
const TRAY = { width: 13, height: 2.3 };
const LETTERS = 0.9;
/** Below the shelf, the names of the columns. */
const NAMES = 1.25;
/** Least room for the name of a tray's block beside it, in sizes of text, and between the two. */
const TAG = 2.5;
const TAG_GAP_PX = 2;

interface Ground {
  g: CanvasRenderingContext2D;
  ink: Ink;
  size: { width: number; height: number };
  shelf_y: number;
  pitch: number;
  page: number;
  /** Room for the names of blocks beside their trays; none where there is little. */
  tag_px: number;
}

export function paintThumbnail(
  canvas: HTMLCanvasElement,
  story: Story,
  nth: number,
  ink: Ink,
  size: { width: number; height: number },
): void {
  canvas.width = Math.round(size.width * devicePixelRatio);
  canvas.height = Math.round(size.height * devicePixelRatio);
  const g = canvas.getContext('2d');
  const frame = story.frames[nth];
  if (!g || !frame) return;
  g.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  const all = story.frames.flatMap(({ shelves }) => shelves.sets);
  const columns = Math.max(COLUMNS_MIN, ...all.map(({ column }) => column + 1));
  const highest = Math.max(PAGES_MIN, ...all.map(({ offsets }) => offsets.length));
  const shelf_y = size.height * SHELF;
  const page = Math.min(PAGE * ink.text_px, (shelf_y - 6) / highest);
  const pitch = Math.min(PITCH * ink.text_px, size.width / columns);
  const tag_px = tagRoom(story, frame.shelves.slots.length, size.width, ink.text_px);
  const ground = { g, ink, size, shelf_y, pitch, page, tag_px };
  const moving = nth === 1;
  paintColumns(ground, story, frame.shelves, nth);
  paintTrays(ground, story, frame.shelves, nth);
  if (moving) paintArrows(ground, story);
  else if (nth === 0) paintWaiting(ground, story);
}

const columnX = ({ pitch }: Ground, column: number): number => column * pitch;

function paintColumns(ground: Ground, { moved, waiting, way }: Story, { sets }: Shelves, nth: number): void {
  const { g, ink, shelf_y, pitch, page, size } = ground;
  const { colours, pages_per_block } = ink;
  const down = moved.find(goesDown);
  const up = moved.find(({ to }) => to.place === 'pages');
  const comes = waiting === null ? null : Math.floor(waiting / pages_per_block);
  for (const { lbn, column, offsets } of sets) {
    const width = pitch - Math.min(2.5, pitch * 0.25);
    const frame = {
      x: columnX(ground, column),
      y: shelf_y - offsets.length * page - 1,
      width,
      height: offsets.length * page + 1,
    };
    const leaves = lbn === down?.lbn && way !== 'flush';
    if (lbn === down?.lbn && nth === 0) mark(g, frame, colours);
    for (const at of offsets.keys()) {
      const rect = { x: frame.x, y: shelf_y - (at + 1) * page, width, height: page - 1 };
      if (leaves && nth === 1) dashed(g, rect, colours.ink2);
      else drawPage(ground, rect, lbn, offsets[at] ?? 0);
    }
    label(ink, g, { x: frame.x, y: shelf_y + 3, width, height: ink.text_px * NAMES }, [nameOf(lbn)], colours.ink);
    if (nth === 2 && (lbn === up?.lbn || lbn === comes))
      outline(
        g,
        { ...frame, x: frame.x - 1.5, y: frame.y - 1.5, width: frame.width + 3, height: frame.height + 3 },
        colours.ink,
        1.6,
        2,
      );
  }
  g.fillStyle = colours.ink;
  g.fillRect(0, shelf_y, size.width, 1.5);
}

function trayRects({ size, shelf_y, ink, tag_px }: Ground, slots: number): Rect[] {
  const shown = Math.min(slots, TRAYS_MAX);
  const { text_px } = ink;
  const height = Math.max(5, Math.min(TRAY.height * text_px, size.height - shelf_y - NAMES * text_px - 16));
  const room = size.width / shown;
  return Array.from({ length: shown }, (_, slot) => ({
    x: slot * room + tag_px + 1,
    y: size.height - height - 3,
    width: Math.min(room - tag_px - 6, TRAY.width * text_px),
    height,
  }));
}

/** Room for a block's name beside its tray, where there is any; in all frames alike. */
function tagRoom({ frames }: Story, slots: number, width: number, text_px: number): number {
  if (width / Math.min(slots, TRAYS_MAX) <= 7 * text_px) return 0;
  const names = frames.flatMap(({ shelves }) => shelves.slots.map(({ lbn }) => nameOf(lbn ?? 0)));
  const widest = Math.max(...names.map((name) => wordsWidth(name, text_px * LETTERS * BOLD)));
  return Math.max(TAG * text_px, widest + TAG_GAP_PX);
}

const nameOf = (lbn: number): string => `B${lbn}`;

/** Of many slots, those that the story is about. */
function slotsShown({ moved }: Story, slots: number): number[] {
  const about = moved.flatMap(({ from_slot, to }) => [
    ...(from_slot === null ? [] : [from_slot]),
    ...(to.place === 'block' ? [to.slot] : []),
  ]);
  const others = Array.from({ length: slots }, (_, slot) => slot).filter((slot) => !about.includes(slot));
  return [...new Set(about), ...others].slice(0, TRAYS_MAX).sort((a, b) => a - b);
}

function paintTrays(ground: Ground, story: Story, { slots }: Shelves, nth: number): void {
  const { g, ink } = ground;
  const { colours, pages_per_block } = ink;
  const shown = slotsShown(story, slots.length);
  const rects = trayRects(ground, slots.length);
  for (const [at, slot] of shown.entries()) {
    const tray = rects[at];
    const content = slots[slot];
    if (!tray || !content) continue;
    const about = story.moved.some(
      ({ from_slot, to }) => from_slot === slot || (to.place === 'block' && to.slot === slot),
    );
    if (about && nth === 0) mark(g, tray, colours);
    else fill(g, tray, colours.cells.free.fill, colours);
    const strong = about && nth > 0;
    const leaves = story.way === 'flush' && nth === 1 && about;
    outline(g, tray, leaves ? colours.cells.erasing.fill : strong ? colours.ink : colours.rule2, strong ? 1.6 : 1, 2);
    const each = (tray.width - 4) / pages_per_block;
    const goes = about && nth === 1 && story.way !== 'down';
    for (const offset of content.offsets) {
      const rect = {
        x: tray.x + 2 + offset * each,
        y: tray.y + 2,
        width: each - Math.min(1, each * 0.2),
        height: tray.height - 4,
      };
      if (content.lbn === null) continue;
      if (goes) dashed(g, rect, colours.ink2);
      else drawPage(ground, rect, content.lbn, offset);
    }
    const tag = tagOf(tray, ground);
    const is_free = tag.x < tray.x || !(about && nth === 1); // arrows end above a tray
    if (content.lbn !== null && is_free) label(ink, g, tag, [nameOf(content.lbn)], colours.ink);
  }
}

/** Where a tray's block has its name: beside it, or above it where there is no room. */
function tagOf(tray: Rect, { ink: { text_px }, tag_px }: Ground): Rect {
  if (tag_px > 0) return { ...tray, x: tray.x - tag_px, width: tag_px - TAG_GAP_PX };
  return { ...tray, y: tray.y - NAMES * text_px, height: NAMES * text_px };
}

/** Down at the left, up at the right; to flash straight down. */
function paintArrows(ground: Ground, story: Story): void {
  const { g, ink, shelf_y, size } = ground;
  const { colours } = ink;
  const { slots, sets } = story.frames[0].shelves;
  const shown = slotsShown(story, slots.length);
  const rects = trayRects(ground, slots.length);
  const last = story.frames[2].shelves;
  const names_y = shelf_y + 4 + ink.text_px * NAMES;
  for (const { lbn, from_slot, to } of story.moved) {
    const slot = to.place === 'block' ? to.slot : from_slot;
    const tray = rects[shown.indexOf(slot ?? -1)];
    if (!tray) continue;
    const column = (shelves: Shelves): number => shelves.sets.find((set) => set.lbn === lbn)?.column ?? 0;
    const at = (of: number): number => columnX(ground, of) + ground.pitch / 2;
    if (to.place === 'block' && story.way !== 'flush')
      arrow(g, at(column({ sets, slots })), names_y, tray.x + tray.width * 0.25, tray.y - 2, colours.ink);
    else if (to.place === 'pages')
      arrow(g, tray.x + tray.width * 0.75, tray.y - 2, at(column(last)), names_y, colours.ink);
    else if (to.place === 'flash' && from_slot !== null)
      arrow(
        g,
        tray.x + tray.width / 2,
        tray.y + tray.height - 8,
        tray.x + tray.width / 2,
        size.height + 1,
        colours.cells.erasing.fill,
      );
  }
}

/** The page that finds no room: at the right, above a closed gate. */
function paintWaiting(ground: Ground, { waiting }: Story): void {
  const { g, ink, size } = ground;
  if (waiting === null) return;
  const { colours, pages_per_block } = ink;
  const width = PITCH * ink.text_px;
  const rect = { x: size.width - width - 3, y: 3, width, height: PAGE * ink.text_px };
  drawPage(ground, rect, Math.floor(waiting / pages_per_block), waiting % pages_per_block);
  g.fillStyle = colours.ink;
  g.fillRect(rect.x - 1, rect.y + rect.height + 5, rect.width + 2, 2.5);
}

/** A page in the appearance of its owner, with its name, or its number in the block where there is less room. */
function drawPage({ g, ink }: Ground, rect: Rect, lbn: number, offset: number): void {
  const { paint, pattern } = ownerOf(ink, lbn);
  fill(g, rect, paint.fill, ink.colours);
  drawPattern(g, rect, pattern, paint.on);
  label(ink, g, rect, [`${lbn}\u00b7${offset}`, String(offset)], paint.on);
}

/** The first of some words that fits, in letters that can be read; nothing where none does. */
function label(ink: Ink, g: CanvasRenderingContext2D, rect: Rect, words: readonly string[], colour: string): void {
  const px = ink.text_px * LETTERS;
  const text = words.find((one) => wordsWidth(one, px * BOLD) <= rect.width);
  if (!text || rect.height < px * 1.05) return;
  g.font = `600 ${px}px ${ink.colours.sans}`;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillStyle = colour;
  g.fillText(text, rect.x + rect.width / 2, rect.y + rect.height / 2 + px * 0.05);
}

function fill(g: CanvasRenderingContext2D, { x, y, width, height }: Rect, colour: string, colours: Colours): void {
  g.fillStyle = colour;
  g.fillRect(x, y, width, height);
  if (Math.min(width, height) < 5) return;
  g.strokeStyle = colours.idEdge;
  g.lineWidth = 0.6;
  g.strokeRect(x + 0.3, y + 0.3, width - 0.6, height - 0.6);
}

function mark(g: CanvasRenderingContext2D, { x, y, width, height }: Rect, colours: Colours): void {
  g.fillStyle = colours.mark;
  g.fillRect(x - 2, y - 2, width + 4, height + 4);
  g.strokeStyle = colours.markEdge;
  g.lineWidth = 1;
  g.strokeRect(x - 1.5, y - 1.5, width + 3, height + 3);
}

function dashed(g: CanvasRenderingContext2D, { x, y, width, height }: Rect, colour: string): void {
  g.setLineDash([2, 1.6]);
  g.strokeStyle = colour;
  g.lineWidth = 1;
  g.strokeRect(x + 0.5, y + 0.5, Math.max(0.5, width - 1), Math.max(0.5, height - 1));
  g.setLineDash([]);
}

function arrow(g: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number, colour: string): void {
  const turn = Math.atan2(y2 - y1, x2 - x1);
  g.beginPath();
  g.moveTo(x1, y1);
  g.lineTo(x2 - Math.cos(turn) * 4, y2 - Math.sin(turn) * 4);
  g.strokeStyle = colour;
  g.lineWidth = 2;
  g.stroke();
  g.save();
  g.translate(x2, y2);
  g.rotate(turn);
  g.beginPath();
  g.moveTo(0, 0);
  g.lineTo(-6.5, -4);
  g.lineTo(-6.5, 4);
  g.fillStyle = colour;
  g.fill();
  g.restore();
}
