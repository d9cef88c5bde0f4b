/** The ramp of hotness: from the paper through the colour of the map to the ink, further from the paper the hotter, in both themes. */

import { HEAT_STEPS } from './field-layout';

/** How much of the map's colour is in the coldest, and how much of the ink in the hottest. */
const COLDEST = 0.5;
const HOTTEST = 0.62;
/** The step from which on ink is added. */
const PLAIN = 0.55;

type Rgb = readonly [number, number, number];

export function heatRamp(paper: string, map: string, ink: string): string[] {
  const [from, through, to] = [rgb(paper), rgb(map), rgb(ink)];
  return Array.from({ length: HEAT_STEPS }, (_, i) => {
    const share = i / (HEAT_STEPS - 1);
    if (share <= PLAIN) return hex(mix(from, through, COLDEST + (1 - COLDEST) * (share / PLAIN)));
    return hex(mix(through, to, HOTTEST * ((share - PLAIN) / (1 - PLAIN))));
  });
}

const mix = (a: Rgb, b: Rgb, share: number): Rgb =>
  [0, 1, 2].map((i) => (a[i] ?? 0) + ((b[i] ?? 0) - (a[i] ?? 0)) * share) as unknown as Rgb;

function rgb(text: string): Rgb {
  const digits = text.trim().slice(1);
  const wide = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => Number.parseInt(wide.slice(at, at + 2), 16)) as unknown as Rgb;
}

const hex = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
