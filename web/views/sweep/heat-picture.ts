/** A plane of cells: a number each, with a colour for it; or the letter of whoever comes best. */

import { BOLD, wordsWidth } from '../../render/text-width';
import { svg } from '../../ui/dom';
import { label, type Plot, tickWidth } from '../charts/marks';

export interface HeatCell {
  index: number;
  fill: string;
  on: string;
  /** Printed where there is room, or what of it says most. */
  text: string;
  short?: string;
  strong: boolean;
  /** For those who do not see it. */
  words: string;
}

export interface HeatModel {
  title: string;
  note: string;
  letter: { text: string; colour: string } | null;
  x: { name: string; words: readonly string[] };
  y: { name: string; words: readonly string[] };
  /** By y, then x; y rises upwards. */
  cells: readonly (readonly (HeatCell | null)[])[];
}

/** Where cells stand: each so wide and so high. */
export interface Room extends Plot {
  width: number;
  height: number;
  em: number;
  w: number;
  h: number;
  rows: number;
}

const GAP = 2;

export function roomOf({ x, y }: HeatModel, width: number, height: number, em: number): Room {
  const left = Math.min(0.35 * width, widest(y.words, em) + em);
  const top = y.name === '' ? 0.5 * em : 1.7 * em;
  const foot = height - 2.9 * em;
  const [w, h] = [(width - left) / x.words.length, (foot - top) / y.words.length];
  return { width, height, em, left, right: width, top, foot, w, h, rows: y.words.length };
}

const widest = (words: readonly string[], em: number): number =>
  Math.max(0, ...words.map((each) => tickWidth(each, em)));

export function heatPicture(model: HeatModel, room: Room, cursor: number | null): SVGElement[] {
  const print = printer(model.cells, room.w, room.h, room.em);
  const cells = model.cells.flatMap((line, y) =>
    line.flatMap((cell, x) => cellAt(cell, room.left + x * room.w, topOf(room, y), room, cursor, print)),
  );
  return [...cells, ...names(model, room)];
}

const topOf = ({ top, rows, h }: Room, y: number): number => top + (rows - 1 - y) * h;

function cellAt(
  cell: HeatCell | null,
  left: number,
  top: number,
  { w, h, em }: Room,
  cursor: number | null,
  print: (cell: HeatCell) => string | undefined,
): SVGElement[] {
  const [width, height] = [Math.max(1, w - GAP), Math.max(1, h - GAP)];
  const box = { x: left + GAP / 2, y: top + GAP / 2, width, height };
  if (!cell) return [svg('rect', { class: 'chart-cell-none', ...box })];
  const { index, fill, on, strong } = cell;
  const text = print(cell);
  const kind = strong ? 'chart-cell-text chart-cell-best' : 'chart-cell-text';
  const middle = { x: left + w / 2, y: top + h / 2 + 0.34 * em, 'text-anchor': 'middle' };
  return [
    svg('rect', { class: 'chart-cell', ...box, fill }),
    ...(text ? [svg('text', { class: kind, ...middle, fill: on }, text)] : []),
    ...(index === cursor ? [svg('rect', { class: 'chart-cursor', ...box })] : []),
  ];
}

/** Of the values along an axis as many as there is room for, and what they are of. */
function names({ x, y }: HeatModel, room: Room): SVGElement[] {
  const { left, right, foot, w, h, em } = room;
  const every = Math.ceil((widest(x.words, em) + 6) / w);
  const some = Math.ceil((1.2 * em) / h);
  return [
    ...x.words.flatMap((words, at) =>
      (x.words.length - 1 - at) % every === 0
        ? [label(left + (at + 0.5) * w, foot + 1.2 * em, words, 'middle', 'chart-tick')]
        : [],
    ),
    ...y.words.flatMap((words, at) =>
      at % some === 0
        ? [label(left - 0.5 * em, topOf(room, at) + 0.5 * h + 0.34 * em, words, 'end', 'chart-tick')]
        : [],
    ),
    label((left + right) / 2, foot + 2.5 * em, x.name, 'middle', 'chart-words'),
    ...(y.name ? [label(0, 1.1 * em, `↑ ${y.name}`, 'start', 'chart-words')] : []),
  ];
}

/** What is printed in cells: all of it where that fits everywhere, else the shorter form in each, or what there is of it. */
function printer(
  cells: HeatModel['cells'],
  width: number,
  height: number,
  em: number,
): (cell: HeatCell) => string | undefined {
  const fits = (words: string | undefined): boolean =>
    words !== undefined && wordsWidth(words, em * BOLD) < width - GAP;
  if (height < 1.2 * em) return () => undefined;
  const has_room = cells.flat().every((cell) => cell === null || fits(cell.text));
  return ({ text, short }) => [has_room ? text : (short ?? text)].find(fits);
}
