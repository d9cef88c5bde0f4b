/** The style sheet's tokens, read once a theme, for drawing on canvas and for the worker's palette. */

import type { PageState } from '../engine/protocol';

/** A fill and the colour of text and marks on it. */
export interface Paint {
  fill: string;
  on: string;
}

/** What a cell can look like: the still states, and those a page is in only for the length of an operation. */
export type CellMark = PageState | 'reading' | 'programming' | 'erasing';

/** Every colour that drawing on canvas needs, as CSS text. */
export interface Colours {
  paper: string;
  sheet: string;
  ink: string;
  ink2: string;
  ink3: string;
  rule: string;
  rule2: string;
  mark: string;
  markEdge: string;
  freeEdge: string;
  idEdge: string;
  sans: string;
  cells: Record<CellMark, Paint>;
  wear: string[];
  age: string[];
  temperature: string[];
  owners: Paint[];
}

const RAMP_STEPS = 7;
/** Colours that tell owners apart; further owners have the same with a pattern. */
export const HUES = 8;

/** Reads a token, without its leading dashes. */
export type Token = (name: string) => string;

/** The tokens in force on `element`. */
export function tokensOf(element: Element): Token {
  const style = getComputedStyle(element);
  const theme = themeOf(style);
  const resolve = forcedColours().matches ? systemColour : (value: string) => value;
  return (name) => resolve(valueIn(theme, style.getPropertyValue(`--${name}`)));
}

/** Whether the system chooses the colours, as in its high contrast modes; see `ui/forced-colours.css`. */
export const forcedColours = (): MediaQueryList => matchMedia('(forced-colors: active)');

/** Drawing needs the system's colours as `#rrggbb`; what is no colour stays. */
function systemColour(value: string): string {
  if (!CSS.supports('color', value)) return value;
  const probe = document.createElement('i');
  probe.style.cssText = `color: ${value}; forced-color-adjust: none`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return hexOf(color);
}

/** `rgb(…)` in bytes, or `color(srgb …)` in parts of one, as `#rrggbb`. */
export function hexOf(color: string): string {
  const scale = color.startsWith('color(') ? 255 : 1;
  const parts = (color.replace('srgb', '').match(/[\d.]+/g) ?? []).slice(0, 3);
  return `#${parts
    .map((part) =>
      Math.round(Number(part) * scale)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export type Theme = 'light' | 'dark';

/** A token's value in a theme: `light-dark()` holds one for each, and a browser resolves it only where it is used. */
export function valueIn(theme: Theme, value: string): string {
  const [, light = value, dark = value] = /^\s*light-dark\(([^,]+),([^,]+)\)\s*$/.exec(value) ?? [];
  return (theme === 'dark' ? dark : light).trim();
}

function themeOf({ colorScheme }: CSSStyleDeclaration): Theme {
  const follows_system = colorScheme === 'light dark';
  return colorScheme === 'dark' || (follows_system && matchMedia('(prefers-color-scheme: dark)').matches)
    ? 'dark'
    : 'light';
}

/** Changes exactly when a theme or mode does; cheap enough to ask at every frame. */
export function themeKey(token: Token): string {
  return `${token('paper')} ${token('ink-2')} ${token('t-s')}`;
}

/** All drawing colours of the theme in force. */
export function readColours(token: Token): Colours {
  const steps = (name: string, length: number): string[] => Array.from({ length }, (_, i) => token(`${name}-${i}`));
  const paint = (state: string): Paint => ({ fill: token(`st-${state}`), on: token(`on-${state}`) });
  return {
    paper: token('paper'),
    sheet: token('sheet'),
    ink: token('ink'),
    ink2: token('ink-2'),
    ink3: token('ink-3'),
    rule: token('rule'),
    rule2: token('rule-2'),
    mark: token('mark'),
    markEdge: token('mark-edge'),
    freeEdge: token('st-free-edge'),
    idEdge: token('id-edge'),
    sans: token('sans'),
    cells: {
      free: { fill: token('st-free'), on: token('ink-3') },
      valid: paint('valid'),
      invalid: paint('invalid'),
      parity: paint('parity'),
      translation: paint('map'),
      bad: paint('bad'),
      torn: paint('program'),
      reading: paint('read'),
      programming: paint('program'),
      erasing: paint('erase'),
    },
    wear: steps('wear', RAMP_STEPS),
    age: steps('age', RAMP_STEPS),
    temperature: steps('temp', RAMP_STEPS),
    owners: steps('id', HUES).map((fill, i) => ({ fill, on: token(`on-id-${i}`) })),
  };
}

/** The colour a part of the page stands on: the nearest background that is not see-through. */
export function groundOf(element: Element | null): string {
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor !== '' && backgroundColor !== 'rgba(0, 0, 0, 0)') return backgroundColor;
  }
  return 'transparent';
}

/** A `#rgb` or `#rrggbb` colour as an opaque 0xAABBGGRR word, the byte order of canvas pixels. */
export function colourWord(hex: string): number {
  const digits = hex.slice(1);
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  if (!hex.startsWith('#') || !/^[0-9a-f]{6}$/i.test(wide))
    throw new Error(`colour "${hex}": expected #rgb or #rrggbb`);
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}
