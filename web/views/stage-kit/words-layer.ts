/** Words over the canvas: as many elements as the scene has words, written only where they differ. */

import { legible } from '../../render/label';
import { BOLD, wordsWidth } from '../../render/text-width';
import type { Display } from '../../ui/display';
import { h, setAttribute, setText } from '../../ui/dom';

export type Tone = 'plain' | 'bold' | 'quiet' | 'head' | 'tick' | 'total' | 'onbar';

export interface Word {
  x: number;
  /** Its middle. */
  y: number;
  text: string;
  align: 'left' | 'centre' | 'right';
  tone: Tone;
  /** Colour of a word on a coloured ground; the tone's own otherwise. */
  colour?: string;
  /** What it stands on where the ground is patterned. */
  plate?: string;
}

/** The name of a part, over a rule that spans it. */
export interface Title {
  x: number;
  y: number;
  width: number;
  name: string;
  note: string;
}

/** Size of ticks, in sizes of small text, and what is bold, as `layer.css` has them. */
const TICK = 0.88;
const BOLD_TONES: readonly Tone[] = ['bold', 'head', 'onbar'];

/** How wide words of a tone will be, where small text is as large as `text_px`. */
export function widthOf(words: string, tone: Tone, text_px: number): number {
  const px = tone === 'tick' ? legible(text_px * TICK, text_px) : text_px;
  return wordsWidth(words, BOLD_TONES.includes(tone) ? px * BOLD : px);
}

const SHIFT = { left: '0', centre: '-50%', right: '-100%' } as const;

export function wordsLayer(): Display<[words: readonly Word[], titles: readonly Title[]]> {
  const element = h('div', { class: 'layer-word-list', 'aria-hidden': 'true' });
  const headings = h('div', { class: 'layer-titles' });
  const root = h('div', { class: 'layer-text' }, headings, element);
  const pool: HTMLElement[] = [];
  const title_pool: { root: HTMLElement; name: HTMLElement; note: HTMLElement }[] = [];

  function showWord(span: HTMLElement, { x, y, text, align, tone, colour, plate }: Word): void {
    setText(span, text);
    setAttribute(span, 'class', `layer-word ${tone}`);
    const style = `transform: translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(${SHIFT[align]}, -50%)${colour ? `; color: ${colour}` : ''}${plate ? `; background: ${plate}` : ''}`;
    setAttribute(span, 'style', style);
    span.hidden = false;
  }

  function showTitle(at: number, { x, y, width, name, note }: Title): void {
    title_pool[at] ??= makeTitle();
    const title = title_pool[at];
    if (!title) return;
    setText(title.name, name);
    setText(title.note, note);
    setAttribute(title.root, 'title', note);
    setAttribute(title.root, 'style', `left: ${x.toFixed(1)}px; top: ${y.toFixed(1)}px; width: ${width.toFixed(1)}px`);
    title.root.hidden = false;
  }

  function makeTitle(): (typeof title_pool)[number] {
    const name = h('b');
    const note = h('small');
    const words = h('span', { class: 'part-words' }, name, ' ', note);
    const title = h('h2', { class: 'part-title layer-title' }, words);
    headings.append(title);
    return { root: title, name, note };
  }

  return {
    element: root,
    show(words, titles) {
      while (pool.length < words.length) {
        const span = h('span');
        pool.push(span);
        element.append(span);
      }
      for (const [at, span] of pool.entries()) {
        const word = words[at];
        if (word) showWord(span, word);
        else span.hidden = true;
      }
      for (const [at, title] of titles.entries()) showTitle(at, title);
      for (const title of title_pool.slice(titles.length)) title.root.hidden = true;
    },
  };
}
