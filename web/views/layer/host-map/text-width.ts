/** How wide words are, without asking the page. */

/** Beside the label of a cell. */
export const LABEL_PAD_PX = 6;

/** Widths of letters, in sizes of text: digits and capitals, narrow ones, thin and plain spaces, others. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[\dA-Z%#–→]/g, 0.64],
  [/ /g, 0.33],
  [/[mw]/g, 0.86],
  [/[fijlrt.,:;|·]/g, 0.36],
  [/\u2009/g, 0.22],
];
const OTHER = 0.6;

/** Bold letters are wider. */
export const BOLD = 1.12;

/** How wide words will be, in a wide face. */
export function wordsWidth(words: string, text_px: number): number {
  let left = words.length;
  let sum = 0;
  for (const [letters, width] of WIDTHS) {
    const number = words.match(letters)?.length ?? 0;
    left -= number;
    sum += number * width;
  }
  return (sum + left * OTHER) * text_px;
}
