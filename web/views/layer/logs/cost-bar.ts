/** What the one write costs, to scale, and beside it what it could have cost. */

import { time } from '../../../render/format';
import type { Rect } from '../../../render/geometry';
import { type Ink, ownerOf } from '../../stage-kit/page-appearance';
import { widthOf } from '../../stage-kit/words-layer';
import { type Alternative, alternatives, type Cost, costOf, type Freeing, freeing } from './cost';
import { columnsOf, hasLogs, isByAge, isMerged, type LogsPicture, lacksOf, ridesAlong } from './picture';
import type { Scene } from './scene';

/** The bar leaves room for its total. */
const TOTAL_TEXTS = 9;
const BAR_TEXTS = 2.2;
const LINE_TEXTS = 1.5;

/** Height of the bar, `now` below it, and as many lines of comparison. */
export const costHeight = ({ text_px }: Ink, lines: number): number =>
  text_px * (BAR_TEXTS + 1.5 + lines * LINE_TEXTS) + (lines > 0 ? 4 : 0);

export function costBar(scene: Scene, picture: LogsPicture, ink: Ink, area: Rect, lines: number): void {
  const { text_px, colours } = ink;
  const cost = costNow(picture);
  if (!cost) return;
  const others = compared(picture).slice(0, lines);
  // Comparisons carry their words at their right end, so a long one sets the scale as well.
  const most_ns = Math.max(
    cost.total_ns,
    ...others.map(({ total_ns, text }) => total_ns * wordsShare(text, area.width, text_px)),
  );
  const scale = (area.width - text_px * TOTAL_TEXTS) / most_ns;
  const bar_px = text_px * BAR_TEXTS;
  let at_ns = 0;
  for (const part of cost.parts) {
    const x = area.x + at_ns * scale;
    const width = Math.max(1, part.ns * scale - 1.5);
    const owner = part.lbn === null ? null : ownerOf(ink, part.lbn);
    const paint =
      part.kind === 'erase'
        ? colours.cells.erasing
        : part.kind === 'program'
          ? colours.cells.programming
          : (owner?.paint ?? { fill: colours.ink3, on: colours.paper });
    const pattern = owner?.paint === paint ? owner.pattern : null;
    scene.stretches.push({
      rect: { x, y: area.y, width, height: bar_px },
      paint,
      pattern,
      lbn: part.lbn,
      ahead: at_ns >= cost.now_ns,
    });
    const text = fitting(part.label, width, text_px);
    if (text) {
      scene.words.push({
        x: x + width / 2,
        y: area.y + bar_px / 2,
        text,
        align: 'centre',
        tone: 'onbar',
        colour: paint.on,
        ...(pattern && pattern.kind !== 'solid' ? { plate: paint.fill } : {}),
      });
    }
    at_ns += part.ns;
  }
  const end = area.x + cost.total_ns * scale + 8;
  scene.words.push({ x: end, y: area.y + bar_px / 2, text: time(cost.total_ns, 3), align: 'left', tone: 'total' });
  markNow(scene, cost, area, scale, bar_px, text_px);
  const first = area.y + bar_px + text_px * 1.5 + 4;
  for (const [n, { parts_ns, total_ns, text }] of others.entries()) {
    const y = first + n * text_px * LINE_TEXTS;
    let x = area.x;
    for (const [i, ns] of parts_ns.entries()) {
      const width = Math.max(1.5, ns * scale - 1);
      scene.stretches.push({
        rect: { x, y, width, height: text_px * 0.95 },
        paint: { fill: i === 0 ? colours.ink3 : colours.rule2, on: colours.paper },
        pattern: null,
        lbn: null,
        ahead: false,
      });
      x += ns * scale;
    }
    const at_x = total_ns * scale + 8;
    const words = shortened(text, area.width - at_x, text_px);
    scene.words.push({ x: area.x + at_x, y: y + text_px * 0.48, text: words, align: 'left', tone: 'plain' });
  }
}

/** The merges of the request; where there are none, its one page. */
function costNow(picture: LogsPicture): Cost | null {
  const { merges, durations } = picture;
  if (merges) return costOf(merges, ridesAlong(picture));
  if (!durations || next(picture) === null) return null;
  const { program_ns } = durations;
  const part = { kind: 'program', lbn: null, label: 'write', ns: program_ns } as const;
  return { parts: [part], total_ns: program_ns, now_ns: 0, copies: 0, erases: 0, programs: 1 };
}

export function compared(picture: LogsPicture): Alternative[] {
  const { merges, durations, pages_per_block } = picture;
  if (merges) return alternatives(merges, pages_per_block, hasLogs(picture));
  const parked = next(picture);
  return parked && durations ? [freeing(parked, durations, pages_per_block)] : [];
}

/** The log block whose turn it is: the oldest, or the one with fewest colours. */
function next(picture: LogsPicture): Freeing | null {
  if (!isMerged(picture.updates)) return null;
  const column = columnsOf(picture).findLast(({ parked: { role }, age, fewest }) => {
    const only = age === null && isByAge(picture);
    return role !== 'sequential' && (age === 0 || fewest || only);
  });
  if (!column) return null;
  const { parked } = column;
  return { name: `log ${parked.block}`, rebuilds: parked.owners, lacks: lacksOf(parked, picture) };
}

/** The least that words leave of a line to its bar. */
const ROOM_MIN = 0.3;

/** How much further than its bar a comparison with its words reaches, as a factor; words that would not fit anyway set no scale. */
function wordsShare(text: string, width: number, text_px: number): number {
  const beside = (words: string): number => 1 - widthOf(words, 'plain', text_px) / width;
  const left = [text, firstClauses(text)].map(beside).find((share) => share > ROOM_MIN);
  return left === undefined ? 1 : 1 / left;
}

/** Without its last clause where there is no room for it. */
const shortened = (text: string, room: number, text_px: number): string =>
  widthOf(text, 'plain', text_px) > room ? firstClauses(text) : text;

const firstClauses = (text: string): string => text.split(', ').slice(0, -1).join(', ') || text;

/** A label as long as its stretch allows: "rebuild B3", "B3", nothing. */
function fitting(label: string, width: number, text_px: number): string {
  const fits = (text: string): boolean => widthOf(text, 'onbar', text_px) + 6 <= width;
  const short = label.split(' ').at(-1) ?? '';
  return fits(label) ? label : fits(short) ? short : '';
}

function markNow(
  scene: Scene,
  { now_ns, total_ns }: Cost,
  area: Rect,
  scale: number,
  bar_px: number,
  text_px: number,
): void {
  if (now_ns <= 0 || now_ns >= total_ns) return;
  const x = area.x + now_ns * scale;
  scene.now = { x, top: area.y - 5, bottom: area.y + bar_px + 7 };
  const text = `now, ${time(now_ns, 3)}`;
  scene.words.push({ x: x + 6, y: area.y + bar_px + text_px * 0.72, text, align: 'left', tone: 'bold' });
}
