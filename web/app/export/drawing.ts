/** Drawings of the page as text by themselves: what the page's styles say of them is written into them. */

import { tokensOf } from '../../render/colours';
import { escaped } from './escape';

export interface Drawing {
  title: string;
  /** An SVG document with a background of its own, so that it is seen on any paper. */
  svg: string;
  width: number;
  height: number;
  /** The colours of its background, and of what is written on it. */
  paper: string;
  ink: string;
}

const NAMESPACE = 'http://www.w3.org/2000/svg';

/** What a child has from its parent where nothing else is said. */
const INHERITED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'letter-spacing',
  'text-anchor',
  'paint-order',
  'visibility',
] as const;

/** What it has not, with what it is where nothing is said. */
const OWN: readonly (readonly [property: string, initial: string])[] = [
  ['opacity', '1'],
  ['dominant-baseline', 'auto'],
  ['display', 'inline'],
];

/** `element` as it looks now, on the page's paper or on `ground`. */
export function drawingOf(element: SVGSVGElement, title: string, ground_colour?: string): Drawing {
  const token = tokensOf(element.ownerDocument.documentElement);
  const paper = ground_colour ?? (token('paper') || '#ffffff');
  const ink = token('ink') || '#000000';
  const copy = element.cloneNode(true) as SVGSVGElement;
  writeStyles(element, copy, null);
  const [left = 0, top = 0, width = 0, height = 0] = viewBoxOf(element);
  for (const name of [...copy.attributes].map((attribute) => attribute.name))
    if (/^(class|style|tabindex|role|aria-|data-)/.test(name)) copy.removeAttribute(name);
  const attributes = { xmlns: NAMESPACE, viewBox: `${left} ${top} ${width} ${height}`, width, height, role: 'img' };
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, String(value));
  copy.setAttribute('aria-label', element.getAttribute('aria-label') ?? title);
  const ground = element.ownerDocument.createElementNS(NAMESPACE, 'rect');
  for (const [name, value] of Object.entries({ x: left, y: top, width, height, fill: paper, stroke: 'none' }))
    ground.setAttribute(name, String(value));
  copy.prepend(ground);
  return { title, svg: new XMLSerializer().serializeToString(copy), width, height, paper, ink };
}

function viewBoxOf(element: SVGSVGElement): number[] {
  const numbers = (element.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (numbers.length === 4 && numbers.every(Number.isFinite)) return numbers;
  const { width, height } = element.getBoundingClientRect();
  return [0, 0, width, height];
}

/** Writes into `copy` what the styles of the page make of `element`, where its parent does not say it already. */
function writeStyles(element: Element, copy: Element, parent: CSSStyleDeclaration | null): void {
  const style = getComputedStyle(element);
  copy.removeAttribute('class');
  copy.removeAttribute('style');
  for (const property of INHERITED) {
    const value = style.getPropertyValue(property);
    if (value && value !== parent?.getPropertyValue(property)) copy.setAttribute(property, value);
    else copy.removeAttribute(property);
  }
  for (const [property, initial] of OWN) {
    const value = style.getPropertyValue(property);
    if (value && value !== initial && parent) copy.setAttribute(property, value);
  }
  const children = [...copy.children];
  for (const [i, child] of [...element.children].entries()) {
    const own = children[i];
    if (own) writeStyles(child, own, style);
  }
}

const TITLE_SIZE = 15;
const TITLE_ROOM = 26;
const GAP = 14;
/** As wide as a sheet may become by drawings that stand side by side. */
const WIDTH_MAX = 1320;

/** Drawings in rows, each under its title, as one. */
export function sheetOf(drawings: readonly Drawing[]): Drawing {
  const { ink = '#000000', paper = '#ffffff' } = drawings[0] ?? {};
  let [left, top, row] = [GAP, GAP, 0];
  let width = GAP;
  const parts = drawings.map((drawing) => {
    if (left > GAP && left + drawing.width + GAP > WIDTH_MAX) [left, top, row] = [GAP, top + row + GAP, 0];
    const part = placed(drawing, left, top);
    left += drawing.width + GAP;
    row = Math.max(row, TITLE_ROOM + drawing.height);
    width = Math.max(width, left);
    return part;
  });
  const height = top + row + GAP;
  const title = drawings.map((drawing) => drawing.title).join(', ');
  const ground = `<rect width="${width}" height="${height}" fill="${escaped(paper)}"/>`;
  const svg = `<svg xmlns="${NAMESPACE}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">${ground}${parts.join('')}</svg>`;
  return { title, svg, width, height, paper, ink };
}

function placed({ title, svg, ink }: Drawing, left: number, top: number): string {
  const type = `font-family="system-ui, sans-serif" font-size="${TITLE_SIZE}" font-weight="600" fill="${escaped(ink)}"`;
  const name = `<text x="${left}" y="${top + TITLE_SIZE}" ${type}>${escaped(title)}</text>`;
  return `${name}${svg.replace(/^<svg/, `<svg x="${left}" y="${top + TITLE_ROOM}"`)}`;
}
