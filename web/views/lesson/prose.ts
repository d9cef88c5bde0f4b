/** A lesson's text as elements; the readings in it follow the simulator. */

import { GLOSSARY } from '../../lessons/glossary';
import type { Block, Inline, Text } from '../../lessons/prose';
import { type Moment, READINGS, type ReadingName, shown } from '../../lessons/readings';
import { h, setText } from '../../ui/dom';
import { explained } from './term';

export interface Prose {
  readonly nodes: readonly HTMLElement[];
  /** Writes the readings of a moment into the text. */
  read(moment: Moment | null): void;
}

export function createProse(blocks: readonly Block[]): Prose {
  const readings: { element: HTMLElement; name: ReadingName }[] = [];

  function inline(piece: Inline): Node {
    switch (piece.kind) {
      case 'plain':
        return document.createTextNode(piece.text);
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
        const element = h('output', { class: 'reading', title: READINGS[piece.name].title });
        readings.push({ element, name: piece.name });
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

  return {
    nodes: blocks.map(block),
    read(moment) {
      for (const { element, name } of readings) setText(element, shown(name, moment));
    },
  };
}

/** A line of text by itself. */
export const proseLine = (content: Text): HTMLElement =>
  createProse([{ kind: 'paragraph', content }]).nodes[0] ?? h('p');
