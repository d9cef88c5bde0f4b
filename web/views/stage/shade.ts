/** Which colour a page has: by its state, or by a quantity on a ramp. */

import type { ColourBy, PageState } from '../../engine/protocol';
import type { Colours, Paint } from '../../render/colours';
import { clamp } from '../../render/geometry';
import { identityOf } from '../../render/identity';

/** The ways to colour, in the order `C` goes through them. */
export const COLOUR_WAYS: readonly ColourBy[] = ['state', 'age', 'wear', 'temperature', 'owner'];

export interface PageQuantities {
  age_writes: number;
  block_erases: number;
  version: number;
  /** Look of the logical block. */
  appearance: number;
}

/** What the ends of the ramps stand for. */
export interface RampScale {
  age_max: number;
  erases_max: number;
  version_mean: number;
}

export const RAMP_STEPS = 7;
/** The age ramp ends where all logical pages could have been written this many times. */
export const AGE_REACH = 2;

/** Invalid and free pages keep a trace of their state under any ramp. */
const FADED_ALPHA = 0.4;
/** What is not the isolated state. */
const DIMMED_ALPHA = 0.15;

/** The step of a ramp for a value between 0 and `max`; what is beyond has the last. The map's painter has the same rule. */
export const rampStep = (value: number, max: number): number =>
  Math.floor((Math.min(value, max) * RAMP_STEPS) / (max + 1));

/** Diverges about the mean: a page written as often as the mean is in the middle, and each step is a factor of 2. */
export function temperatureStep(version: number, mean: number): number {
  const power = (value: number): number => Math.floor(Math.log2(Math.max(1, value)));
  return clamp((RAMP_STEPS - 1) / 2 + power(version) - power(mean), 0, RAMP_STEPS - 1);
}

/** Fill and ink of a page. */
export function shade(
  state: PageState,
  by: ColourBy,
  quantities: PageQuantities,
  scale: RampScale,
  colours: Colours,
): Paint {
  if (by === 'state' || state === 'free' || state === 'invalid' || state === 'bad' || state === 'torn') {
    return colours.cells[state];
  }
  if (by === 'owner') return identityOf(colours, quantities.appearance).paint;
  const fill = rampColour(by, quantities, scale, colours) ?? colours.cells[state].fill;
  return { fill, on: isDark(fill) ? '#ffffff' : '#1b1a17' };
}

function rampColour(by: ColourBy, quantities: PageQuantities, scale: RampScale, colours: Colours): string | undefined {
  if (by === 'age') return colours.age[rampStep(quantities.age_writes, scale.age_max)];
  if (by === 'wear') return colours.wear[rampStep(quantities.block_erases, scale.erases_max)];
  return colours.temperature[temperatureStep(quantities.version, scale.version_mean)];
}

/** Whether white is more legible on a colour than ink. */
function isDark(hex: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2 < 0.18;
}

/** How strongly a page is drawn. */
export function emphasis(state: PageState, by: ColourBy, isolate: PageState | null): number {
  if (isolate !== null && isolate !== state) return DIMMED_ALPHA;
  return by !== 'state' && (state === 'free' || state === 'invalid') ? FADED_ALPHA : 1;
}
