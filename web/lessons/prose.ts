/**
 * The text of a lesson: the part of Markdown that is used in it, and two things of its own, `[[term]]` of the glossary and `{{reading}}` of
 * the moment. HTML is not read: it stands there as it was written, so that a lesson from anywhere can be shown.
 */

import { Lexer, type Token, type Tokens } from 'marked';
import { GLOSSARY } from './glossary';
import { READINGS, type ReadingName } from './readings';

export type Text = readonly Inline[];

export type Inline =
  | { kind: 'plain'; text: string }
  | { kind: 'strong' | 'emphasis'; content: Text }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; content: Text }
  /** `shown` is how it stands in the sentence, `term` how the glossary has it. */
  | { kind: 'term'; term: string; shown: string }
  | { kind: 'reading'; name: ReadingName };

export type Block =
  | { kind: 'paragraph'; content: Text }
  /** A quotation in Markdown: a line of its own, for formulas with the numbers of the moment. */
  | { kind: 'formula'; content: Text }
  | { kind: 'list'; ordered: boolean; items: readonly Text[] };

/** Something that is not what a lesson may contain; the message says what was found. */
export class ProseError extends Error {}

export const blocksOf = (tokens: readonly Token[]): Block[] =>
  tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'space':
        return [];
      case 'paragraph':
        return [{ kind: 'paragraph', content: textOfTokens((token as Tokens.Paragraph).tokens) }];
      case 'blockquote':
        return blocksOf((token as Tokens.Blockquote).tokens).map((block) =>
          block.kind === 'paragraph' ? { ...block, kind: 'formula' } : block,
        );
      case 'list': {
        const { ordered, items } = token as Tokens.List;
        return [{ kind: 'list', ordered, items: items.map(({ text }) => textOf(text)) }];
      }
      case 'html':
        return [{ kind: 'paragraph', content: [{ kind: 'plain', text: token.raw.trim() }] }];
      default:
        throw new ProseError(
          `a ${token.type} is not shown in a lesson: ${JSON.stringify(token.raw.trim().slice(0, 40))}`,
        );
    }
  });

/** One line of text. */
export const textOf = (line: string): Text => textOfTokens(Lexer.lexInline(line));

const textOfTokens = (tokens: readonly Token[]): Text =>
  tokens.flatMap((token): Text => {
    switch (token.type) {
      case 'strong':
        return [{ kind: 'strong', content: textOfTokens((token as Tokens.Strong).tokens) }];
      case 'em':
        return [{ kind: 'emphasis', content: textOfTokens((token as Tokens.Em).tokens) }];
      case 'codespan':
        return [{ kind: 'code', text: (token as Tokens.Codespan).text }];
      case 'link': {
        const { href, tokens: content } = token as Tokens.Link;
        return isSafe(href) ? [{ kind: 'link', href, content: textOfTokens(content) }] : textOfTokens(content);
      }
      case 'text':
      case 'escape':
        return own((token as Tokens.Text).text);
      default:
        return [{ kind: 'plain', text: token.raw }];
    }
  });

/** Within the page or on the web: nothing that could run. */
const isSafe = (href: string): boolean => /^(https?:|#|\.\/|[\w-]+\.html)/.test(href);

const OWN = /\[\[([^\]|]+)(?:\|([^\]]+))?\]\]|\{\{([a-z-]+)\}\}/g;

/** Terms and readings in plain text. */
function own(text: string): Text {
  const pieces: Inline[] = [];
  let from = 0;
  const plain = (to: number): void => {
    if (to > from) pieces.push({ kind: 'plain', text: text.slice(from, to) });
  };
  for (const found of text.matchAll(OWN)) {
    const [whole, term, shown, reading] = found;
    plain(found.index);
    if (term !== undefined) pieces.push({ kind: 'term', term: termName(term), shown: shown ?? term });
    if (reading !== undefined) pieces.push({ kind: 'reading', name: readingName(reading) });
    from = found.index + whole.length;
  }
  plain(text.length);
  return pieces;
}

/** The glossary's key of a term; one that it does not explain is an error. */
function termName(term: string): string {
  const key = term.toLowerCase();
  if (Object.hasOwn(GLOSSARY, key)) return key;
  throw new ProseError(`the glossary does not explain "${term}"`);
}

/** The reading that `name` is; one that does not exist is an error that says which there are. */
export function readingName(name: string): ReadingName {
  if (Object.hasOwn(READINGS, name)) return name as ReadingName;
  throw new ProseError(`there is no reading "${name}"; there are ${Object.keys(READINGS).join(', ')}`);
}

/** The text without any mark. */
export const plainText = (text: Text): string =>
  text
    .map((inline) => {
      switch (inline.kind) {
        case 'strong':
        case 'emphasis':
        case 'link':
          return plainText(inline.content);
        case 'term':
          return inline.shown;
        case 'reading':
          return `{${inline.name}}`;
        default:
          return inline.text;
      }
    })
    .join('');
