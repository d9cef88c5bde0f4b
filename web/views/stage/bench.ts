/**
 * The bench below the map: the few blocks the present operation touches, at readable size, and how many free blocks are
 * left. An arc joins the page being moved to the place it moves to.
 */

import { type BenchBlock, type Frame, PAGE_STATES } from '../../engine/protocol';
import { drawCell } from '../../render/cell';
import type { CellMark, Colours } from '../../render/colours';
import { count } from '../../render/format';
import type { Rect } from '../../render/geometry';
import { throttled } from '../../render/throttle';
import type { Display } from '../../ui/display';
import { h } from '../../ui/dom';
import { contextOf, resize } from '../stage-kit/canvas';
import { textSize } from '../stage-kit/text-size';
import { benchCell, benchLayout } from './bench-layout';

const HEIGHT = 74;
const TOP = 22;
const FREE_WIDTH = 150;
const FREE_COLUMNS_MAX = 4;
const REDRAW_MS = 66;

interface Place {
  from: Rect | null;
  to: Rect | null;
}

export function bench(): Display<[frame: Frame, colours: Colours]> {
  const canvas = h('canvas', { class: 'bench', role: 'img' });
  const draw = throttled(REDRAW_MS, (frame: Frame, colours: Colours) => {
    const width = canvas.clientWidth;
    if (width === 0) return;
    resize([canvas], width, HEIGHT);
    const g = contextOf(canvas);
    if (!g) return;
    const text_px = textSize(canvas);
    g.clearRect(0, 0, width, HEIGHT);
    paint(g, width, text_px, frame, colours);
    canvas.setAttribute('aria-label', words(frame));
  });
  let shown: Frame | null = null;
  let shown_colours: Colours | null = null;
  let shown_width = 0;
  return {
    element: canvas,
    show(frame, colours) {
      const width = canvas.clientWidth;
      if (frame === shown && colours === shown_colours && width === shown_width) return;
      shown = frame;
      shown_width = width;
      shown_colours = colours;
      draw(frame, colours);
    },
  };
}

function paint(g: CanvasRenderingContext2D, width: number, text_px: number, frame: Frame, colours: Colours): void {
  const victim = frame.bench.find(({ role }) => role === 'victim');
  const frontier = frame.bench.find(({ role }) => role === 'frontier');
  const each = (width - FREE_WIDTH) / 2 - 40;
  const moved = movedPage(frame, victim, frontier);
  const place: Place = { from: null, to: null };
  const print = (text: string, x: number, weight: number, colour: string, align: CanvasTextAlign = 'left'): void => {
    g.font = `${weight} ${text_px}px ${colours.sans}`;
    g.textAlign = align;
    g.textBaseline = 'alphabetic';
    g.fillStyle = colour;
    g.fillText(text, x, 13);
  };
  for (const [block, x] of [
    [victim, 0],
    [frontier, each + 40],
  ] as const) {
    if (!block) continue;
    const is_victim = block === victim;
    const layout = benchLayout(block.page_state.length, each);
    const right = layout.columns * (layout.cell.width + layout.gap) - layout.gap;
    const name = `Block ${count(block.block)}`;
    const with_role = `${name}, ${is_victim ? 'the victim' : 'where pages go'}`;
    const said = summary(block);
    g.font = `700 ${text_px}px ${colours.sans}`;
    const needs = (words: string): number => g.measureText(`${words}  ${said}`).width;
    const named = needs(with_role) <= Math.max(right, each) ? with_role : name;
    print(named, x, 700, colours.ink);
    print(said, x + Math.max(right, needs(named)), 400, colours.ink2, 'right');
    for (const [offset, state] of block.page_state.entries()) {
      const rect = benchCell(layout, offset, x, TOP);
      const page = block.block * block.page_state.length + offset;
      const mark = page === moved?.from ? 'reading' : page === moved?.to ? 'programming' : stateName(state);
      drawCell(g, rect, { mark, progress: 0.58 }, colours);
      if (page === moved?.from) place.from = rect;
      if (page === moved?.to) place.to = rect;
    }
  }
  if (!victim) print('No collection under way', 0, 400, colours.ink2);
  paintArc(g, place, colours);
  paintFree(g, width - FREE_WIDTH, text_px, frame, colours, print);
}

const stateName = (state: number): CellMark => PAGE_STATES[state] ?? 'free';

const summary = ({ role, page_state }: BenchBlock): string => {
  const valid = page_state.filter((state) => PAGE_STATES[state] === 'valid').length;
  const written = page_state.filter((state) => PAGE_STATES[state] !== 'free').length;
  return role === 'victim' ? `${count(valid)} valid` : `${count(written)} written`;
};

/** The last page the frame moved from the victim to the frontier. */
function movedPage(
  { operations }: Frame,
  victim: BenchBlock | undefined,
  frontier: BenchBlock | undefined,
): { from: number | null; to: number } | null {
  const inside = (page: number | null, block: BenchBlock | undefined): page is number =>
    page !== null && block !== undefined && Math.floor(page / block.page_state.length) === block.block;
  const last = operations.findLast(({ kind }) => kind === 'copy' || kind === 'program');
  if (!last || !inside(last.to, frontier)) return null;
  return { from: inside(last.from, victim) ? last.from : null, to: last.to };
}

function paintArc(g: CanvasRenderingContext2D, { from, to }: Place, colours: Colours): void {
  if (!from || !to) return;
  const start = { x: from.x + from.width / 2, y: from.y + from.height };
  const end = { x: to.x + to.width / 2, y: to.y + to.height + 7 };
  const bend = Math.min(90, Math.abs(end.x - start.x) / 3);
  g.beginPath();
  g.moveTo(start.x, start.y);
  g.bezierCurveTo(start.x + bend, HEIGHT + 4, end.x - bend, HEIGHT + 4, end.x, end.y);
  g.strokeStyle = colours.paper;
  g.lineWidth = 5;
  g.stroke();
  g.strokeStyle = colours.ink;
  g.lineWidth = 2;
  g.stroke();
  g.beginPath();
  g.moveTo(end.x, end.y - 8);
  g.lineTo(end.x - 5, end.y);
  g.lineTo(end.x + 5, end.y);
  g.fillStyle = colours.ink;
  g.fill();
}

function paintFree(
  g: CanvasRenderingContext2D,
  x: number,
  text_px: number,
  { free_blocks }: Frame,
  colours: Colours,
  print: (text: string, x: number, weight: number, colour: string) => void,
): void {
  const { now, low } = free_blocks;
  print('Free blocks', x, 700, colours.ink);
  const columns = Math.min(now, FREE_COLUMNS_MAX);
  for (let i = 0; i < columns; i++)
    drawCell(g, { x: x + i * 20, y: TOP, width: 16, height: 41 }, { mark: 'free' }, colours);
  g.font = `700 ${text_px * 1.12}px ${colours.sans}`;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.fillStyle = colours.ink;
  g.fillText(comparison(now, low), x + columns * 20 + 8, TOP + 21);
}

/** Against the low mark, where there is one. */
const comparison = (now: number, low: number | null): string =>
  low === null ? count(now) : `${count(now)} ${now <= low ? '≤' : '>'} ${count(low)}`;

function words({ bench: blocks, free_blocks }: Frame): string {
  const parts = blocks.map((block) => `${block.role} block ${block.block}: ${summary(block)}`);
  return [
    ...parts,
    `free blocks ${comparison(free_blocks.now, free_blocks.low)}${free_blocks.low === null ? '' : ' (the low mark)'}`,
  ].join('; ');
}
