/** `**…**` in a sentence is what the policy has chosen. */

/** Pieces of a marked text, in order. */
export function piecesOf(text: string): { text: string; marked: boolean }[] {
  return text
    .split('**')
    .map((piece, index) => ({ text: piece, marked: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}

/** The same without the marks, for those who hear it. */
export const plain = (text: string): string => text.replaceAll('**', '');
