/** A lesson's text as HTML by itself, with the readings of a moment in it. Pure. */

import type { Block, Inline, Text } from '../../lessons/prose';
import { READINGS, type ReadingName } from '../../lessons/readings';
import { escaped } from '../export/escape';

export type Readings = Readonly<Record<string, number | null>>;

/** A reading as it stands in a sentence; a dash where there is nothing to read. */
export function readingText(name: ReadingName, value: number | null | undefined): string {
  return value == null ? '–' : READINGS[name].shown(value);
}

export const textHtml = (text: Text, readings: Readings): string =>
  text.map((piece) => inlineHtml(piece, readings)).join('');

export const blocksHtml = (blocks: readonly Block[], readings: Readings): string =>
  blocks.map((block) => blockHtml(block, readings)).join('\n');

function inlineHtml(piece: Inline, readings: Readings): string {
  switch (piece.kind) {
    case 'plain':
      return escaped(piece.text);
    case 'strong':
      return `<b>${textHtml(piece.content, readings)}</b>`;
    case 'emphasis':
      return `<em>${textHtml(piece.content, readings)}</em>`;
    case 'code':
      return `<code>${escaped(piece.text)}</code>`;
    case 'link':
      return `<a href="${escaped(piece.href)}">${textHtml(piece.content, readings)}</a>`;
    case 'term':
      return escaped(piece.shown);
    case 'reading':
      return `<b>${escaped(readingText(piece.name, readings[piece.name]))}</b>`;
  }
}

function blockHtml(block: Block, readings: Readings): string {
  if (block.kind !== 'list') {
    const kind = block.kind === 'formula' ? ' class="formula"' : '';
    return `<p${kind}>${textHtml(block.content, readings)}</p>`;
  }
  const tag = block.ordered ? 'ol' : 'ul';
  return `<${tag}>${block.items.map((item) => `<li>${textHtml(item, readings)}</li>`).join('')}</${tag}>`;
}

/** The terms of the glossary that stand in some text, in the order in which they come, each as it is to be written. */
export const termsIn = (blocks: readonly Block[]): ReadonlyMap<string, string> =>
  new Map(blocks.flatMap((block) => (block.kind === 'list' ? block.items : [block.content])).flatMap(termsOf));

/** A term is written as in the text where that has the same word, such as FIFO. */
const termsOf = (text: Text): [term: string, written: string][] =>
  text.flatMap((piece): [string, string][] => {
    if (piece.kind === 'term')
      return [[piece.term, piece.shown.toLowerCase() === piece.term ? piece.shown : piece.term]];
    return 'content' in piece ? termsOf(piece.content) : [];
  });
