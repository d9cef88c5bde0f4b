/** A lesson's text as elements; the readings in it follow the simulator, or stay as they were. */

import { LANE_LETTERS } from '../../app/lanes/side-by-side';
import { GLOSSARY } from '../../lessons/glossary';
import type { Block, Inline, Text } from '../../lessons/prose';
import { type LaneReading, type Moments, READINGS, readingAt, shownValue } from '../../lessons/readings';
import { unbroken } from '../../render/format';
import { h, setText } from '../../ui/dom';
import { explained } from './term';

export interface Prose {
  readonly nodes: readonly HTMLElement[];
  /** Writes the readings of the lanes' moments into the text. */
  read(moments: Moments): void;
  /** Writes numbers into the text that were read before, in the order of the readings in it. */
  write(values: readonly (number | null)[]): void;
}

export function createProse(blocks: readonly Block[]): Prose {
  const readings: { element: HTMLElement; source: LaneReading }[] = [];

  function inline(piece: Inline): Node {
    switch (piece.kind) {
      case 'plain':
        return document.createTextNode(unbroken(piece.text));
      case 'strong':
        return h('b', {}, text(piece.content));
      case 'emphasis':
        return h('em', {}, text(piece.content));
      case 'code':
        return h('code', {}, piece.text);
      case 'link':
        return h('a', { href: piece.href, target: '_blank', rel: 'noopener' }, text(piece.content));
      case 'term':
        return explained(piece.shown, GLOSSARY[piece.term] ?? '');
      case 'reading': {
        const { title } = READINGS[piece.name];
        const element = h('output', {
          class: 'reading',
          title: piece.lane > 0 ? `lane ${LANE_LETTERS[piece.lane]}: ${title}` : title,
        });
        readings.push({ element, source: { reading: piece.name, lane: piece.lane } });
        return element;
      }
    }
  }

  const text = (content: Text): Node[] => content.map(inline);

  function block(one: Block): HTMLElement {
    switch (one.kind) {
      case 'paragraph':
        return h('p', {}, text(one.content));
      case 'formula':
        return h('p', { class: 'formula' }, text(one.content));
      case 'list':
        return h(
          one.ordered ? 'ol' : 'ul',
          {},
          one.items.map((item) => h('li', {}, text(item))),
        );
    }
  }

  const write: Prose['write'] = (values) => {
    for (const [at, { element, source }] of readings.entries())
      setText(element, shownValue(source.reading, values[at] ?? null));
  };

  return {
    nodes: blocks.map(block),
    read: (moments) => write(readings.map(({ source }) => readingAt(source, moments))),
    write,
  };
}

/** A line of text by itself. */
export const proseLine = (content: Text): HTMLElement =>
  createProse([{ kind: 'paragraph', content }]).nodes[0] ?? h('p');
