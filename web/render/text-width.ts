/** How wide words are, without asking the page: for what has to be chosen or laid out before it is drawn. */

const DIGIT = 0.64;

/** Widths of letters, in sizes of text: digits and capitals, plain spaces, wide and narrow ones, thin spaces; others. */
const WIDTHS: readonly [RegExp, number][] = [
  [/[\dA-Z#–→]/g, DIGIT],
  [/[ \u00a0]/g, 0.33],
  [/[m%…]/g, 0.95],
  [/w/g, 0.86],
  [/[fijlrt.,:;|·]/g, 0.36],
  [/\u202f/g, 0.22],
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

/** How wide so many digits will be, whichever they are. */
export const digitsWidth = (digits: number, text_px: number): number => digits * DIGIT * text_px;
