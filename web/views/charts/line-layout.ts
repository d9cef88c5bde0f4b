/** Where the parts of a chart stand. All sizes follow the type, which is larger for the presenter. */

export interface ChartLayout {
  width: number;
  left: number;
  right: number;
  top: number;
  foot: number;
  /** Baselines: of the values on the x axis, of its name, of the strips' title. */
  x_ticks: number;
  x_name: number;
  strips_title: number;
  /** Top of the first strip, and the height of each. */
  strips: number;
  strip: number;
  bottom: number;
  em: number;
}

/** With so many lanes their names stand off the curves' ends. */
export const LANES_FEW = 5;

export function chartLayout(width: number, height: number, em: number, strips: number, lanes = 0): ChartLayout {
  const strip = 1.8 * em;
  const first_strip = height - strips * strip;
  const foot = Math.max(4 * em, first_strip - (strips > 0 ? 4.6 : 2.9) * em);
  return {
    width,
    left: 4.3 * em,
    right: Math.max(5 * em, width - (lanes > LANES_FEW ? 7.9 : 6.9) * em),
    top: 1.9 * em,
    foot,
    x_ticks: foot + 1.3 * em,
    x_name: foot + 2.5 * em,
    strips_title: first_strip - 0.5 * em,
    strips: first_strip,
    strip,
    bottom: height,
    em,
  };
}
