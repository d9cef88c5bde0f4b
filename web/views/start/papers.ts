/** The papers as cards, and the layers that came before them as one story. */

import { EXAMPLES, type Example } from '../../app/examples';
import type { FigureForm } from '../../app/figures/state';
import type { ViewContext } from '../../app/view';
import { h } from '../../ui/dom';
import { PICTURES } from './pictures';

interface Paper {
  name: string;
  /** What it proposes, in a line. */
  idea: string;
  picture: keyof typeof PICTURES;
  /** The examples in which it is seen, the first one best. */
  examples: readonly [string, ...string[]];
  figures: { figure: string; form: FigureForm; title: string };
  cited: string;
}

export const PAPERS: readonly Paper[] = [
  {
    name: 'C-lash',
    idea: 'A cache of pages over a cache of blocks takes the place of the translation layer: what does not fit swaps places.',
    picture: 'swap',
    examples: ['clash-figure-2'],
    figures: { figure: 'clash-seq', form: 'quick', title: 'Where C-lash wins, and where it loses' },
    cited: 'P. Olivier, J. Boukhobza: Un mécanisme de cache pour les E/S séquentielles en mémoires flash. SympA 2011',
  },
  {
    name: 'C-lash for wear',
    idea: 'Only whole blocks reach the flash, so erases spread by themselves: no wear levelling is needed.',
    picture: 'wear',
    examples: ['clash'],
    figures: { figure: 'clash-size', form: 'quick', title: 'How large must a request be?' },
    cited:
      'J. Boukhobza, P. Olivier, S. Rubini: A Cache Management Strategy to Replace Wear Leveling Techniques for Embedded Flash Memory. SPECTS 2011',
  },
  {
    name: 'l-buffer',
    idea: 'A write buffer that ranks groups of pages by density, and rehearses other weights of age and size on the device itself.',
    picture: 'density',
    examples: ['lbuffer'],
    figures: { figure: 'lbuffer-alpha', form: 'kept', title: 'Which pages should leave the buffer?' },
    cited: 'Y.-C. Wu: A Simulation-Assisted Tuning Strategy for SSD Write Buffers. Master’s thesis, NCTU 2011',
  },
  {
    name: 'ttFlash',
    idea: 'One plane of a stripe collects at a time, so that a read which meets it is reconstructed from parity and does not wait.',
    picture: 'parity',
    examples: ['ttflash'],
    figures: { figure: 'ttflash-tail', form: 'kept', title: 'How much of the tail goes?' },
    cited:
      'S. Yan et al.: Tiny-Tail Flash: Near-Perfect Elimination of Garbage Collection Tail Latencies in NAND SSDs. FAST 2017',
  },
  {
    name: 'Selective map',
    idea: 'The translation layer runs in the host and holds the hot part of its table; the rest stays on the SSD.',
    picture: 'table',
    examples: ['figure-4', 'selective', 'scattered', 'journal'],
    figures: { figure: 'openchannel-memory', form: 'kept', title: 'How much memory is enough?' },
    cited:
      'G. Oh, S. Ahn: Implementation of Memory Efficient Flash Translation Layer for Open-channel SSDs. IJASC 2021',
  },
];

/** The classic layers in the order in which one answers the other. */
const STORY_IDS = ['toy', 'hot-cold', 'block', 'bast', 'fast', 'dftl', 'bplru', 'ttflash-base', 'pblk-limiter'];

const exampleOf = (id: string): Example => {
  const example = EXAMPLES.find((one) => one.id === id);
  if (!example) throw new Error(`no example ${id}`);
  return example;
};

export const STORY: readonly Example[] = STORY_IDS.map(exampleOf);

export function paperCard({ name, idea, picture, examples, figures, cited }: Paper, { run }: ViewContext): HTMLElement {
  const [first, ...more] = examples.map(exampleOf);
  const watch = (example: Example | undefined, kind: string): HTMLElement | null =>
    example
      ? h(
          'button',
          {
            class: kind,
            type: 'button',
            title: example.note,
            onclick: () => run('experiment.example', { id: example.id }),
          },
          example.title,
        )
      : null;
  return h(
    'article',
    { class: 'paper' },
    h('div', { class: 'paper-picture', 'aria-hidden': true }, PICTURES[picture]()),
    h('h3', {}, name),
    h('p', { class: 'paper-idea' }, idea),
    h(
      'p',
      { class: 'paper-ways' },
      watch(first, 'button'),
      h(
        'button',
        {
          class: 'link',
          type: 'button',
          onclick: () => run('figures.open', { figure: figures.figure, form: figures.form }),
        },
        figures.title,
      ),
      ...more.map((example) => watch(example, 'link')),
    ),
    h('p', { class: 'paper-cited note' }, cited),
  );
}
