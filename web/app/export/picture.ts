/**
 * Parts of the page as a picture: boxes, text, canvases and SVG, painted in the order of the document at the places where the browser
 * has laid them out. What stages and headlines use is painted; a browser cannot be asked for its own pixels.
 */

import { tokensOf } from '../../render/colours';
import { canvasPen } from './canvas-pen';
import type { Area, Pen, Type } from './pen';

/** Dots for each CSS pixel of a single picture: sharp on a projector and in print. */
const SCALE = 2;
const MARGIN = 16;

/** Elements one below the other, in CSS pixels. */
export interface Extent {
  left: number;
  width: number;
  height: number;
}

export function extentOf(elements: readonly Element[]): Extent {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)) - MARGIN;
  const right = Math.max(...boxes.map((box) => box.right)) + MARGIN;
  return { left, width: right - left, height: boxes.reduce((sum, { height }) => sum + height, 2 * MARGIN) };
}

/** `elements` one below the other as they stand on the page. Rejects where the picture is too large for the browser. */
export async function pictureOf(elements: readonly HTMLElement[]): Promise<Blob> {
  const extent = extentOf(elements);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(extent.width * SCALE);
  canvas.height = Math.ceil(extent.height * SCALE);
  await paintElements(canvasPen(canvas, SCALE), elements, extent);
  return pngOf(canvas);
}

/** A canvas as a file. Rejects where it is too large for the browser. */
export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture is too large for this browser');
  return blob;
}

/** What is there to be clicked says nothing in a picture. */
const CONTROLS = '.segment, .embed-link, .in-words, .button, .lane-tools';

/** Paints `elements` one below the other, on the page's paper. */
export async function paintElements(pen: Pen, elements: readonly Element[], extent: Extent): Promise<void> {
  const { left, width, height } = extent;
  pen.moveTo(0, 0);
  pen.alpha(1);
  pen.box({ left: 0, top: 0, width, height }, getComputedStyle(document.body).backgroundColor);
  let top = MARGIN;
  for (const element of elements) {
    const box = element.getBoundingClientRect();
    pen.moveTo(-left, top - box.top);
    await paint(pen, element, 1);
    top += box.height;
  }
}

async function paint(pen: Pen, element: Element, opacity: number): Promise<void> {
  if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(CONTROLS)) return;
  const style = getComputedStyle(element);
  if (style.clipPath !== 'none' && style.position === 'absolute') return; // for screen readers alone
  const own = opacity * Number(style.opacity);
  pen.alpha(own);
  const area = element.getBoundingClientRect();
  if (element instanceof SVGSVGElement)
    return area.width > 0 && area.height > 0 ? pen.drawing(element, area) : undefined;
  paintBox(pen, element, style);
  if (element instanceof HTMLCanvasElement) {
    if (element.width > 0 && element.height > 0) pen.picture(element, area);
    return;
  }
  const clips = style.overflow !== 'visible' && style.display !== 'inline';
  if (clips) pen.clip(area);
  for (const child of element.childNodes) {
    pen.alpha(own);
    if (child instanceof Text) paintText(pen, child, style);
    else if (child instanceof Element) await paint(pen, child, own);
  }
  if (clips) pen.unclip();
  pen.alpha(own);
  paintAfter(pen, element);
}

/** What the style sheet writes behind an element, such as the arrow between two causes. */
function paintAfter(pen: Pen, element: Element): void {
  const style = getComputedStyle(element, '::after');
  const [, text] = /^"(.+)"$/.exec(style.content) ?? [];
  const last = element.lastChild;
  if (!text || !last || style.position === 'absolute') return;
  const range = document.createRange();
  range.selectNode(last);
  const box = range.getBoundingClientRect();
  line(pen, text, box.right + Number.parseFloat(style.marginLeft), box, style);
}

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;

function paintBox(pen: Pen, element: Element, style: CSSStyleDeclaration): void {
  const lines = style.display === 'inline' ? [...element.getClientRects()] : [element.getBoundingClientRect()];
  for (const box of lines) {
    if (isSeen(style.backgroundColor)) pen.box(box, style.backgroundColor);
    if (element.localName === 'mark') paintHighlighter(pen, box);
    for (const side of SIDES) paintEdge(pen, box, side, style);
  }
}

/** The highlighter leaves the upper edge of the line free, as the style sheet has it. */
function paintHighlighter(pen: Pen, { left, top, width, height, bottom }: DOMRect): void {
  const token = tokensOf(document.documentElement);
  const free = 0.15 * height;
  pen.box({ left, top: top + free, width, height: height - free }, token('mark'));
  pen.box({ left, top: bottom - 2, width, height: 2 }, token('mark-edge'));
}

function paintEdge(pen: Pen, box: DOMRect, side: (typeof SIDES)[number], style: CSSStyleDeclaration): void {
  const width = Number.parseFloat(style[`border${side}Width`]);
  const colour = style[`border${side}Color`];
  const kind = style[`border${side}Style`];
  if (!(width > 0) || kind === 'none' || !isSeen(colour)) return;
  const dashes = kind === 'dashed' ? [3 * width, 3 * width] : kind === 'dotted' ? [width, 1.5 * width] : [];
  const half = width / 2;
  const x = side === 'Right' ? box.right - half : box.left + half;
  const y = side === 'Bottom' ? box.bottom - half : box.top + half;
  const lies = side === 'Top' || side === 'Bottom';
  const from = lies ? { x: box.left, y } : { x, y: box.top };
  const to = lies ? { x: box.right, y } : { x, y: box.bottom };
  pen.edge(from, to, { colour, width, dashes });
}

const isSeen = (colour: string): boolean => colour !== 'transparent' && !/,\s*0\)$|\/\s*0\)$/.test(colour);

/** Word by word, each where the browser has broken the line. */
function paintText(pen: Pen, text: Text, style: CSSStyleDeclaration): void {
  const range = document.createRange();
  for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const [box] = range.getClientRects();
    if (box && box.width > 0) line(pen, word, box.left, box, style);
  }
}

/** `text` from `left` on, in a line as high as `box`. */
const line = (pen: Pen, text: string, left: number, { top, height }: Area, style: CSSStyleDeclaration): void =>
  pen.text(text, { left, top, height }, typeOf(style));

const typeOf = (style: CSSStyleDeclaration): Type => ({
  family: style.fontFamily,
  size: style.fontSize,
  weight: style.fontWeight,
  style: style.fontStyle,
  letter_spacing: style.letterSpacing === 'normal' ? '0px' : style.letterSpacing,
  colour: style.color,
});
