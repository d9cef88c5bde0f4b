/**
 * Parts of the page as a PNG: boxes, text, canvases and SVG, painted in the order of the document at the places where the browser
 * has laid them out. What stages and headlines use is painted; a browser cannot be asked for its own pixels.
 */

import { tokensOf } from '../../render/colours';
import { drawingOf } from './drawing';

/** Dots for each CSS pixel: sharp on a projector and in print. */
const SCALE = 2;
const MARGIN = 16;

/** `elements` one below the other as they stand on the page. Rejects where the picture is too large for the browser. */
export async function pictureOf(elements: readonly HTMLElement[]): Promise<Blob> {
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left)) - MARGIN;
  const right = Math.max(...boxes.map((box) => box.right)) + MARGIN;
  const heights = boxes.map((box) => box.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil((right - left) * SCALE);
  canvas.height = Math.ceil((heights.reduce((sum, height) => sum + height, 0) + 2 * MARGIN) * SCALE);
  const g = canvas.getContext('2d');
  if (!g) throw new Error('this browser draws no pictures');
  g.fillStyle = getComputedStyle(document.body).backgroundColor;
  g.fillRect(0, 0, canvas.width, canvas.height);
  let top = MARGIN;
  for (const [at, element] of elements.entries()) {
    const box = boxes[at];
    if (!box) continue;
    g.setTransform(SCALE, 0, 0, SCALE, -left * SCALE, (top - box.top) * SCALE);
    await paint(g, element, 1);
    top += box.height;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture is too large for this browser');
  return blob;
}

/** What is there to be clicked says nothing in a picture. */
const CONTROLS = '.segment, .embed-link';

type Pen = CanvasRenderingContext2D;

async function paint(g: Pen, element: Element, opacity: number): Promise<void> {
  if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(CONTROLS)) return;
  const style = getComputedStyle(element);
  if (style.clipPath !== 'none' && style.position === 'absolute') return; // for screen readers alone
  const own = opacity * Number(style.opacity);
  g.globalAlpha = own;
  if (element instanceof SVGSVGElement) return paintSvg(g, element);
  paintBox(g, element, style);
  if (element instanceof HTMLCanvasElement) return paintCanvas(g, element);
  g.save();
  if (style.overflow !== 'visible' && style.display !== 'inline') clipTo(g, element.getBoundingClientRect());
  for (const child of element.childNodes) {
    g.globalAlpha = own;
    if (child instanceof Text) paintText(g, child, style);
    else if (child instanceof Element) await paint(g, child, own);
  }
  g.restore();
  paintAfter(g, element);
}

function clipTo(g: Pen, box: DOMRect): void {
  g.beginPath();
  g.rect(box.left, box.top, box.width, box.height);
  g.clip();
}

/** What the style sheet writes behind an element, such as the arrow between two causes. */
function paintAfter(g: Pen, element: Element): void {
  const style = getComputedStyle(element, '::after');
  const [, text] = /^"(.+)"$/.exec(style.content) ?? [];
  const last = element.lastChild;
  if (!text || !last || style.position === 'absolute') return;
  const range = document.createRange();
  range.selectNode(last);
  const box = range.getBoundingClientRect();
  setType(g, style);
  fillLine(g, text, box.right + Number.parseFloat(style.marginLeft), box);
}

function paintCanvas(g: Pen, canvas: HTMLCanvasElement): void {
  const box = canvas.getBoundingClientRect();
  if (canvas.width > 0 && canvas.height > 0) g.drawImage(canvas, box.left, box.top, box.width, box.height);
}

async function paintSvg(g: Pen, element: SVGSVGElement): Promise<void> {
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return;
  const { svg } = drawingOf(element, '', 'transparent');
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  g.drawImage(image, box.left, box.top, box.width, box.height);
}

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;

function paintBox(g: Pen, element: Element, style: CSSStyleDeclaration): void {
  const lines = style.display === 'inline' ? [...element.getClientRects()] : [element.getBoundingClientRect()];
  for (const box of lines) {
    if (isSeen(style.backgroundColor)) {
      g.fillStyle = style.backgroundColor;
      g.fillRect(box.left, box.top, box.width, box.height);
    }
    if (element.localName === 'mark') paintHighlighter(g, box);
    for (const side of SIDES) paintEdge(g, box, side, style);
  }
}

/** The highlighter leaves the upper edge of the line free, as the style sheet has it. */
function paintHighlighter(g: Pen, box: DOMRect): void {
  const token = tokensOf(document.documentElement);
  const free = 0.15 * box.height;
  g.fillStyle = token('mark');
  g.fillRect(box.left, box.top + free, box.width, box.height - free);
  g.fillStyle = token('mark-edge');
  g.fillRect(box.left, box.bottom - 2, box.width, 2);
}

function paintEdge(g: Pen, box: DOMRect, side: (typeof SIDES)[number], style: CSSStyleDeclaration): void {
  const width = Number.parseFloat(style[`border${side}Width`]);
  const colour = style[`border${side}Color`];
  const kind = style[`border${side}Style`];
  if (!(width > 0) || kind === 'none' || !isSeen(colour)) return;
  const [x, y] = [side === 'Right' ? box.right - width / 2 : box.left + width / 2, box.top + width / 2];
  g.strokeStyle = colour;
  g.lineWidth = width;
  g.setLineDash(kind === 'dashed' ? [3 * width, 3 * width] : kind === 'dotted' ? [width, 1.5 * width] : []);
  g.beginPath();
  if (side === 'Top' || side === 'Bottom') {
    const at = side === 'Top' ? y : box.bottom - width / 2;
    g.moveTo(box.left, at);
    g.lineTo(box.right, at);
  } else {
    g.moveTo(x, box.top);
    g.lineTo(x, box.bottom);
  }
  g.stroke();
  g.setLineDash([]);
}

const isSeen = (colour: string): boolean => colour !== 'transparent' && !/,\s*0\)$|\/\s*0\)$/.test(colour);

/** Word by word, each where the browser has broken the line. */
function paintText(g: Pen, text: Text, style: CSSStyleDeclaration): void {
  setType(g, style);
  const range = document.createRange();
  for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    const [box] = range.getClientRects();
    if (box && box.width > 0) fillLine(g, word, box.left, box);
  }
}

function setType(g: Pen, style: CSSStyleDeclaration): void {
  g.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  g.fillStyle = style.color;
  g.textBaseline = 'alphabetic';
  g.textAlign = 'left';
  g.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
}

/** `text` from `left` on, with its baseline where the browser puts it in a line as high as `box`. */
function fillLine(g: Pen, text: string, left: number, box: DOMRect): void {
  const { fontBoundingBoxAscent: up, fontBoundingBoxDescent: down } = g.measureText(text);
  g.fillText(text, left, box.top + (box.height - up - down) / 2 + up);
}
