/** What the colours mean: states with their marks, each a switch that isolates it, or a ramp with numbers at its ends. */

import { type ColourBy, type Frame, type Geometry, PAGE_STATES, type PageState } from '../../engine/protocol';
import { type CellMark, type Colours, HUES } from '../../render/colours';
import { count, countShort, plural } from '../../render/format';
import { APPEARANCES, identityOf } from '../../render/identity';
import { markCanvas } from '../../render/mark-canvas';
import { h } from '../../ui/dom';
import type { RampScale } from './shade';

interface Entry {
  mark: CellMark;
  words: string;
}

/** In the order of the design: what a page is, and what happens to it. */
const ENTRIES: readonly Entry[] = [
  { mark: 'free', words: 'free' },
  { mark: 'valid', words: 'valid' },
  { mark: 'invalid', words: 'invalid' },
  { mark: 'reading', words: 'being read' },
  { mark: 'programming', words: 'being programmed' },
  { mark: 'erasing', words: 'erasing' },
  { mark: 'parity', words: 'parity' },
  { mark: 'translation', words: 'translation' },
  { mark: 'bad', words: 'bad' },
  { mark: 'torn', words: 'torn' },
];

/** Rare states are listed only when the device has such pages. */
const RARE: ReadonlySet<CellMark> = new Set(['parity', 'translation', 'torn']);
const MARK_SIZE = { width: 16, height: 16 };

export interface LegendState {
  colour_by: ColourBy;
  isolate: PageState | null;
  present: ReadonlySet<PageState>;
  /** null where the ends are not known. */
  scale: RampScale | null;
  /** How many logical blocks there are to be told apart, and whether pages are large enough for patterns. */
  owners: { count: number; patterned: boolean };
  colours: Colours;
  theme: string;
}

export interface Legend {
  readonly element: HTMLElement;
  show(state: LegendState): void;
}

/** How many logical blocks a device has: owners of its pages. */
export const logicalBlocks = ({ logical_pages, pages_per_block }: Geometry): number =>
  Math.ceil(logical_pages / pages_per_block);

type Isolate = (state: PageState | null) => void;

/** States of pages that a frame shows or may show. */
export function presentStates({ stage, layer }: Frame): Set<PageState> {
  if (stage?.kind !== 'cells') return new Set(layer.map ? ['translation'] : []);
  return new Set([...new Set(stage.page_state)].flatMap((number) => PAGE_STATES[number] ?? []));
}

/** `isolate`: what a click on a state does; null where there is nothing to click. */
export function legend(isolate: Isolate | null): Legend {
  const root = h('div', { class: 'legend', role: 'group', 'aria-label': 'Legend' });
  let drawn = '';
  return {
    element: root,
    show(state) {
      const key = JSON.stringify([
        state.colour_by,
        state.isolate,
        [...state.present],
        state.scale,
        state.owners,
        state.theme,
      ]);
      if (key === drawn) return;
      drawn = key;
      root.replaceChildren(...(state.colour_by === 'state' ? stateEntries(state, isolate) : rampEntries(state)));
    },
  };
}

function stateEntries(state: LegendState, isolate: Isolate | null): Node[] {
  const shown = ENTRIES.filter(({ mark }) => !RARE.has(mark) || state.present.has(mark as PageState));
  const entries = shown.map(({ mark, words }) => {
    const still = PAGE_STATES.find((name) => name === mark);
    const swatch = markCanvas(mark, MARK_SIZE, state.colours);
    if (!still || !isolate) return h('span', { class: 'legend-entry' }, swatch, words);
    const pressed = state.isolate === still;
    const button = h(
      'button',
      { type: 'button', class: 'legend-entry', 'aria-pressed': String(pressed), title: `Show only ${words} pages` },
      swatch,
      words,
    );
    button.addEventListener('click', () => isolate(pressed ? null : still));
    return button;
  });
  if (!isolate) return entries;
  return [
    ...entries,
    h('span', { class: 'legend-hint' }, state.isolate ? 'click again for all' : 'click a state to isolate it'),
  ];
}

function rampEntries({ colour_by, scale, owners, colours }: LegendState): Node[] {
  if (colour_by === 'owner') return ownerEntries(owners, colours);
  const ends = rampEnds(colour_by, scale);
  const steps = (colour_by === 'age' ? colours.age : colour_by === 'wear' ? colours.wear : colours.temperature).map(
    swatch,
  );
  return [
    h('b', {}, colour_by),
    h('span', {}, ends.low),
    h('span', { class: 'ramp' }, ...steps),
    h('span', {}, ends.high),
    h('span', { class: 'legend-hint' }, ends.note),
  ];
}

/** Looks come back in turn: where they do, a shared one says nothing, and that is said. */
function ownerEntries({ count: blocks, patterned }: LegendState['owners'], colours: Colours): Node[] {
  const head = [h('b', {}, 'owner'), h('span', { class: 'ramp' }, ...colours.owners.map(({ fill }) => swatch(fill)))];
  if (!patterned && blocks > HUES)
    return [
      ...head,
      h('span', {}, `eight hues in turn, by first touch: each stands for about ${shares(blocks, HUES)}`),
    ];
  const patterns = [1, 2, 3, 4].map((round) => ownerSwatch(round * HUES, colours));
  return [
    ...head,
    h('span', {}, 'a hue for each logical block, by first touch; after eight'),
    ...patterns,
    h('span', {}, 'diagonals, dots, bars, double outlines'),
    ...(blocks > APPEARANCES
      ? [h('span', { class: 'legend-hint' }, `each for about ${shares(blocks, APPEARANCES)}`)]
      : []),
  ];
}

const shares = (blocks: number, appearances: number): string =>
  plural(Math.max(2, Math.round(blocks / appearances)), 'logical block');

function ownerSwatch(appearance: number, colours: Colours): HTMLElement {
  const { paint, pattern } = identityOf(colours, appearance);
  return markCanvas('valid', MARK_SIZE, colours, { paint, pattern });
}

function swatch(colour: string): HTMLElement {
  const made = h('i', {});
  made.style.background = colour;
  return made;
}

function rampEnds(by: ColourBy, scale: RampScale | null): { low: string; high: string; note: string } {
  if (by === 'wear') {
    return { low: '0', high: scale ? `${count(scale.erases_max)} erases` : 'most erased', note: 'erases of the block' };
  }
  if (by === 'age') {
    const high = scale ? `${countShort(scale.age_max)} writes ago or more` : 'oldest';
    return { low: 'now', high, note: 'host page writes since a page was written' };
  }
  return { low: '⅛ of the mean', high: '8 × the mean', note: 'how often a page is written' };
}
