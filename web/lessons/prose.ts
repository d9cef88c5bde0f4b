/**
 * The text of a lesson: the part of Markdown that is used in it, and two things of its own, `[[term]]` of the glossary and `{{reading}}` of
 * the moment. HTML is not read: it stands there as it was written, so that a lesson from anywhere can be shown.
 */

import { Lexer, type Token, type Tokens } from 'marked';
import { quoted } from '../render/quoted';
import { GLOSSARY } from './glossary';
import { type LaneReading, READINGS, type ReadingName, sourceName, sourceParts } from './readings';

export type Text = readonly Inline[];

export type Inline =
  /** `claims`: it is what a step of the lesson shows in the end, which is held against the simulator there. */
  | { kind: 'plain'; text: string; claims?: Claim }
  | { kind: 'strong' | 'emphasis'; content: Text }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; content: Text }
  /** `shown` is how it stands in the sentence, `term` how the glossary has it. */
  | { kind: 'term'; term: string; shown: string }
  | { kind: 'reading'; name: ReadingName; lane: number };

/** A reading of a step, from 0. */
export interface Claim extends LaneReading {
  step: number;
}

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
          `a ${token.type} is not shown in a lesson: ${quoted(JSON.stringify(token.raw.trim().slice(0, 40)))}`,
        );
    }
  });

/** What takes a lexer long, or more stack than there is, is no lesson: letters of a piece of text, lines of a step, letters before a line's first word. */
const TEXT_MAX = 4_000;
const LINES_MAX = 1_000;
const BEGINNING_MAX = 64;
const BEGINNING = /^(?:[\s>]|[-*+]\s|\d+[.)]\s)*/;

/**
 * The parts of `markdown`, with what is in them.
 *
 * @throws ProseError where it is longer in one place, or nested deeper, than any lesson is.
 */
export function lexed(markdown: string): Token[] {
  const text = markdown.replace(/\r\n?/g, '\n');
  let lines = 0;
  for (const line of text.split('\n')) {
    lines = line.startsWith('## ') ? 0 : lines + 1;
    if (lines > LINES_MAX) throw new ProseError(`more than ${LINES_MAX} lines under one "## ": expected fewer`);
    const [beginning = ''] = BEGINNING.exec(line) ?? [];
    if (beginning.length > BEGINNING_MAX && line.trim() !== '')
      throw new ProseError(
        `"${quoted(line.trim())}": expected at most ${BEGINNING_MAX} blanks and marks before the words of a line`,
      );
  }
  const lexer = new Lexer({ gfm: true });
  lexer.blockTokens(text, lexer.tokens);
  for (const { src, tokens } of lexer.inlineQueue) lexer.inlineTokens(readable(src), tokens);
  lexer.inlineQueue = [];
  return lexer.tokens;
}

/** @throws ProseError where `text` is longer than anything that is read in one piece. */
function readable(text: string): string {
  if (text.length <= TEXT_MAX) return text;
  throw new ProseError(`"${quoted(text)}" has ${text.length} letters: expected at most ${TEXT_MAX} in one piece`);
}

/**
 * One line of text.
 *
 * @throws ProseError where it is none that a lesson may have.
 */
export const textOf = (line: string): Text => textOfTokens(Lexer.lexInline(readable(line)));

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

const OWN = /\[\[([^[\]|]+)(?:\|([^[\]]+))?\]\]|\{\{([^{}]+)\}\}/g;

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
    if (reading !== undefined) pieces.push(claimOf(reading) ?? readingOf(reading));
    from = found.index + whole.length;
  }
  plain(text.length);
  return pieces;
}

/** The glossary's key of a term; one that it does not explain is an error. */
function termName(term: string): string {
  const key = term.toLowerCase();
  if (Object.hasOwn(GLOSSARY, key)) return key;
  throw new ProseError(`the glossary does not explain "${quoted(term)}"`);
}

function readingOf(text: string): Inline {
  const { reading, lane } = sourceOf(text);
  return { kind: 'reading', name: reading, lane };
}

/** `2.53 = write-amplification, step 5`: what stands there, and of what; null where `text` is a reading alone. */
function claimOf(text: string): Inline | null {
  const [, said = '', source = '', step] = /^(.+) = (\S+), step (\d+)$/.exec(text) ?? [];
  if (step !== undefined) return { kind: 'plain', text: said, claims: { ...sourceOf(source), step: Number(step) - 1 } };
  if (!text.includes('=')) return null;
  throw new ProseError(`{{${quoted(text)}}}: expected "NUMBER = READING, step N"`);
}

/** The reading that is spelt so, of lane A or, as in `b.erases`, of another; one that does not exist is an error that says which there are. */
export function sourceOf(text: string): LaneReading {
  const { lane, name } = sourceParts(text) ?? { lane: 0, name: text };
  if (Object.hasOwn(READINGS, name)) return { lane, reading: name as ReadingName };
  throw new ProseError(`there is no reading "${quoted(name)}"; there are ${Object.keys(READINGS).join(', ')}`);
}

/** All pieces of some text, those within others too. */
export const piecesOf = (text: Text): Inline[] =>
  text.flatMap((piece) => ('content' in piece ? [piece, ...piecesOf(piece.content)] : [piece]));

/** The lines of text that a block has. */
export const linesOf = (block: Block): readonly Text[] => (block.kind === 'list' ? block.items : [block.content]);

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
          return `{${sourceName({ reading: inline.name, lane: inline.lane })}}`;
        default:
          return inline.text;
      }
    })
    .join('');
