/** How l-buffer compares groups, computed in the page so that another α can be tried on the groups in sight. */

/** A group in RAM: age in write requests, size in sectors. */
export interface Aged {
  lbn: number;
  age: number;
  size: number;
}

/** Differences of logarithms up to this are ties. */
const TIE = 1e-12;

/** ln 1/θ = (1 − α)·ln age + (1 + α)·ln size. The group with the largest leaves. */
export const lnReciprocal = (alpha: number, { age, size }: Pick<Aged, 'age' | 'size'>): number =>
  (1 - alpha) * Math.log(Math.max(1, age)) + (1 + alpha) * Math.log(Math.max(1, size));

/** 1/θ itself: what is shown to people. */
export const reciprocal = (alpha: number, group: Pick<Aged, 'age' | 'size'>): number =>
  Math.exp(lnReciprocal(alpha, group));

/** Whether two groups are equally dense, so that the tie rule decides between them. */
export const isTie = (alpha: number, a: Aged, b: Aged): boolean =>
  Math.abs(lnReciprocal(alpha, a) - lnReciprocal(alpha, b)) <= TIE;

/** Groups in order of leaving: the least dense first; of equals the older, then the lower number. */
export function ranked<G extends Aged>(groups: readonly G[], alpha: number): G[] {
  return groups
    .map((group) => ({ group, ln: lnReciprocal(alpha, group) }))
    .sort((a, b) => {
      if (Math.abs(a.ln - b.ln) > TIE) return b.ln - a.ln;
      return b.group.age - a.group.age || a.group.lbn - b.group.lbn;
    })
    .map(({ group }) => group);
}

/** The largest ln 1/θ of any: where the line of equal density touches. */
export const touching = (groups: readonly Aged[], alpha: number): number =>
  groups.reduce((most, group) => Math.max(most, lnReciprocal(alpha, group)), 0);

/** A line of equal density in logarithms: (1 − α)·x + (1 + α)·y = ln. */
export interface Line {
  from: { x: number; y: number };
  to: { x: number; y: number };
}

/** The part of a line of equal density inside 0…x_max, 0…y_max; null where there is none. */
export function isoLine(alpha: number, ln: number, x_max: number, y_max: number): Line | null {
  const [a, b] = [1 - alpha, 1 + alpha];
  const ends: Line['from'][] = [];
  const add = (x: number, y: number): void => {
    if (x < -1e-9 || y < -1e-9 || x > x_max + 1e-9 || y > y_max + 1e-9) return;
    if (!ends.some((end) => Math.hypot(end.x - x, end.y - y) < 1e-6)) ends.push({ x, y });
  };
  if (b > 0) for (const x of [0, x_max]) add(x, (ln - a * x) / b);
  if (a > 0) for (const y of [y_max, 0]) add((ln - b * y) / a, y);
  const [from, to] = ends;
  return from && to ? { from, to } : null;
}
