/** How wide words are, without asking the page: for what has to be chosen or laid out before it is drawn. */

const DIGIT = 0.64;

/** Widths of letters, in sizes of text: digits and capitals, plain spaces, wide and narrow ones, thin spaces; others. */
const WIDTHS: readonly [string, number][] = [
  ['0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ#–→', DIGIT],
  [' \u00a0', 0.33],
  ['m%…', 0.95],
  ['w', 0.86],
  ['fijlrt.,:;|·', 0.36],
  ['\u202f', 0.22],
];
const OTHER = 0.6;

const WIDTH_OF: ReadonlyMap<string, number> = new Map(
  WIDTHS.flatMap(([letters, width]) => [...letters].map((letter) => [letter, width] as const)),
);

/** Bold letters are wider. */
export const BOLD = 1.12;

/** How wide words will be, in a wide face. Asked for each label of each frame. */
export function wordsWidth(words: string, text_px: number): number {
  let sum = 0;
  for (const letter of words) sum += WIDTH_OF.get(letter) ?? OTHER;
  return sum * text_px;
}

/** How wide so many digits will be, whichever they are. */
export const digitsWidth = (digits: number, text_px: number): number => digits * DIGIT * text_px;
