/**
 * Colour arithmetic for the tests of the palette: difference (CIEDE2000, Sharma et al. 2005), colour-vision deficiency
 * (Machado et al. 2009, severity 1, in linear RGB) and contrast (WCAG 2).
 */

import { type Theme, valueIn } from './colours';

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Kinds of colour vision. */
export const VISIONS = ['normal', 'protan', 'deutan', 'tritan'] as const;
export type Vision = (typeof VISIONS)[number];

const VISION_MATRIX: Record<Vision, Matrix> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const SRGB_TO_XYZ_OVER_WHITE: Matrix = [
  [0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339 / 1.08883, 0.119192 / 1.08883, 0.9503041 / 1.08883],
];

const transform = (matrix: Matrix, [x, y, z]: Triple): Triple => {
  const row = (r: Triple): number => r[0] * x + r[1] * y + r[2] * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
};

const each = ([a, b, c]: Triple, change: (value: number) => number): Triple => [change(a), change(b), change(c)];

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Linear RGB of `#rgb` or `#rrggbb`. */
function linearRgb(hex: string): Triple {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  const channel = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  return each([channel(0), channel(2), channel(4)], linear);
}

/** CIE Lab (D65) of a colour as seen with a kind of vision. */
export function lab(hex: string, vision: Vision): Triple {
  const seen = each(transform(VISION_MATRIX[vision], linearRgb(hex)), clamp);
  const [x, y, z] = each(transform(SRGB_TO_XYZ_OVER_WHITE, seen), (t) =>
    t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116,
  );
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const hueAngle = (a: number, b: number): number => {
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  return angle < 0 ? angle + 360 : angle;
};
const POWER_25_7 = 25 ** 7;

/** CIEDE2000 difference of two Lab colours. */
export function difference([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const chromaMean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2;
  const stretch = 1 + 0.5 * (1 - Math.sqrt(chromaMean ** 7 / (chromaMean ** 7 + POWER_25_7)));
  const c1 = Math.hypot(a1 * stretch, b1);
  const c2 = Math.hypot(a2 * stretch, b2);
  const grey = c1 * c2 === 0;
  const h1 = hueAngle(a1 * stretch, b1);
  const h2 = hueAngle(a2 * stretch, b2);

  let turn = grey ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  let hue = h1 + h2;
  if (!grey) {
    if (Math.abs(h1 - h2) <= 180) hue /= 2;
    else hue = hue < 360 ? (hue + 360) / 2 : (hue - 360) / 2;
  }

  const lightness = (l1 + l2) / 2;
  const chroma = (c1 + c2) / 2;
  const cosine = (factor: number, shift: number): number => Math.cos(radians(factor * hue + shift));
  const t = 1 - 0.17 * cosine(1, -30) + 0.24 * cosine(2, 0) + 0.32 * cosine(3, 6) - 0.2 * cosine(4, -63);
  const scaleL = 1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2);
  const scaleC = 1 + 0.045 * chroma;
  const scaleH = 1 + 0.015 * chroma * t;
  const rotation =
    -2 *
    Math.sqrt(chroma ** 7 / (chroma ** 7 + POWER_25_7)) *
    Math.sin(radians(60 * Math.exp(-(((hue - 275) / 25) ** 2))));

  const dl = (l2 - l1) / scaleL;
  const dc = (c2 - c1) / scaleC;
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2))) / scaleH;
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rotation * dc * dh);
}

/** The pair of a set that is hardest to tell apart, and how far apart it is. */
export function closestPair(colours: Record<string, string>, vision: Vision): { difference: number; pair: string } {
  const seen = Object.entries(colours).map(([name, hex]) => ({ name, lab: lab(hex, vision) }));
  let closest = { difference: Number.POSITIVE_INFINITY, pair: '' };
  for (const [i, one] of seen.entries()) {
    for (const other of seen.slice(i + 1)) {
      const found = difference(one.lab, other.lab);
      if (found < closest.difference) closest = { difference: found, pair: `${one.name}, ${other.name}` };
    }
  }
  return closest;
}

/** WCAG 2 contrast ratio. */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string): number => transform(SRGB_TO_XYZ_OVER_WHITE, linearRgb(hex))[1];
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The custom properties of the token sheet's first block, by theme. */
export function parseTokens(css: string): Record<Theme, Record<string, string>> {
  const body = css.match(/:root\s*\{([\s\S]*?)\n\}/)?.[1] ?? '';
  const tokens = [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)];
  const of = (theme: Theme): Record<string, string> =>
    Object.fromEntries(tokens.map(([, name, value = '']) => [name, valueIn(theme, value)]));
  return { light: of('light'), dark: of('dark') };
}
