/** Ends of axes that seldom change: a picture that is drawn again at every step must not creep. */

/** The least part of a block, halved again and again, that holds so many pages. */
export function axisOf(pages: number, pages_per_block: number): number {
  let axis = pages_per_block;
  while (axis / 2 >= Math.max(4, pages)) axis /= 2;
  return axis;
}

/** The next of 1, 2, 2.5, 5, 10 × a power of ten. */
export function roundUp(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)));
  return ([1, 2, 2.5, 5, 10].find((step) => step * decade >= value) ?? 10) * decade;
}
