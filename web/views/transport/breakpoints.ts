/** Conditions that stop a run: the sentences for them, and the card to add and remove them. */

import type { RunCommand } from '../../app/view';
import type { Breakpoint } from '../../engine/protocol';
import { count, time } from '../../render/format';
import { h } from '../../ui/dom';
import { openPopover } from '../../ui/popover';

export function breakpointInWords(breakpoint: Breakpoint): string {
  switch (breakpoint.kind) {
    case 'gc':
      return 'a GC run begins';
    case 'erase':
      return 'a block is erased';
    case 'wear':
      return 'wear levelling begins';
    case 'full-merge':
      return 'a full merge begins';
    case 'reclaim':
      return 'a log block has to be emptied';
    case 'map-miss':
      return 'a map entry is not in the cache';
    case 'swap':
      return 'pages swap places with a block';
    case 'buffer-flush':
      return 'a block is flushed';
    case 'session':
      return 'a session of rehearsals ends';
    case 'rebuild':
      return 'a page is reconstructed from parity';
    case 'wait':
      return 'a read waits for a GC run';
    case 'write-amplification':
      return `write amplification passes ${breakpoint.above}`;
    case 'block-chosen':
      return `block ${count(breakpoint.block)} is chosen`;
    case 'block-erases':
      return `${breakpoint.block === null ? 'any block' : `block ${count(breakpoint.block)}`} has ${count(breakpoint.count)} erases`;
    case 'response':
      return `a response takes longer than ${time(breakpoint.above_ns)}`;
    case 'free-blocks':
      return `free blocks fall below ${count(breakpoint.below)}`;
    case 'page-written':
      return `LPN ${count(breakpoint.lpn)} is written`;
  }
}

/** What can be chosen: the words before and after the number, if there is one. */
interface Template {
  words: string;
  number: { standard: number; unit: string } | null;
  make: (value: number) => Breakpoint;
}

export const TEMPLATES: readonly Template[] = [
  { words: 'a GC run begins', number: null, make: () => ({ kind: 'gc' }) },
  { words: 'a full merge begins', number: null, make: () => ({ kind: 'full-merge' }) },
  { words: 'a log block has to be emptied', number: null, make: () => ({ kind: 'reclaim' }) },
  { words: 'a map entry is not in the cache', number: null, make: () => ({ kind: 'map-miss' }) },
  { words: 'pages swap places with a block', number: null, make: () => ({ kind: 'swap' }) },
  { words: 'a block is flushed', number: null, make: () => ({ kind: 'buffer-flush' }) },
  { words: 'a session of rehearsals ends', number: null, make: () => ({ kind: 'session' }) },
  { words: 'a page is reconstructed from parity', number: null, make: () => ({ kind: 'rebuild' }) },
  { words: 'a read waits for a GC run', number: null, make: () => ({ kind: 'wait' }) },
  { words: 'a block is erased', number: null, make: () => ({ kind: 'erase' }) },
  { words: 'wear levelling begins', number: null, make: () => ({ kind: 'wear' }) },
  {
    words: 'write amplification passes',
    number: { standard: 2, unit: '' },
    make: (above) => ({ kind: 'write-amplification', above }),
  },
  {
    words: 'a response takes longer than',
    number: { standard: 10, unit: 'ms' },
    make: (ms) => ({ kind: 'response', above_ns: Math.round(ms * 1e6) }),
  },
  {
    words: 'the block that is chosen is block',
    number: { standard: 0, unit: '' },
    make: (block) => ({ kind: 'block-chosen', block: Math.round(block) }),
  },
  {
    words: 'erases of any block reach',
    number: { standard: 2, unit: '' },
    make: (erases) => ({ kind: 'block-erases', block: null, count: Math.round(erases) }),
  },
  {
    words: 'free blocks fall below',
    number: { standard: 2, unit: '' },
    make: (below) => ({ kind: 'free-blocks', below: Math.round(below) }),
  },
  {
    words: 'a write reaches logical page',
    number: { standard: 0, unit: '' },
    make: (lpn) => ({ kind: 'page-written', lpn: Math.round(lpn) }),
  },
];

/** Whether a condition can come true in the device at hand. */
type CanHappen = (kind: Breakpoint['kind']) => boolean;

/** Those that can come true. */
export const templatesFor = (can: CanHappen): readonly Template[] => TEMPLATES.filter(({ make }) => can(make(0).kind));

export function openBreakpoints(
  anchor: HTMLElement,
  list: readonly Breakpoint[],
  run: RunCommand,
  can: CanHappen,
): void {
  openPopover(anchor, 'Stop when', (close) => [
    h('p', { class: 'word-head' }, h('b', {}, 'Stop when')),
    list.length > 0
      ? h('ul', { class: 'breakpoints' }, ...list.map((breakpoint, index) => removable(breakpoint, index, close, run)))
      : h('p', { class: 'note' }, 'No condition yet.'),
    addForm(templatesFor(can), close, run),
  ]);
}

function removable(breakpoint: Breakpoint, index: number, close: () => void, run: RunCommand): HTMLElement {
  const words = breakpointInWords(breakpoint);
  const remove = (): void => {
    close();
    run('transport.remove-breakpoint', { index });
  };
  const button = h(
    'button',
    { class: 'button', type: 'button', 'aria-label': `Remove: ${words}`, onclick: remove },
    'Remove',
  );
  return h('li', {}, h('span', {}, words), button);
}

function addForm(templates: readonly Template[], close: () => void, run: RunCommand): HTMLElement {
  const choose = h(
    'select',
    { class: 'field', 'aria-label': 'Condition', autofocus: true },
    ...templates.map(({ words }, index) => h('option', { value: index }, words)),
  );
  const number = h('input', { class: 'field', type: 'number', step: 'any', min: 0, 'aria-label': 'Value' });
  const unit = h('span', { class: 'note' });
  const chosen = (): Template => templates[Number(choose.value)] ?? (templates[0] as Template);
  const show = (): void => {
    const { number: wanted } = chosen();
    number.hidden = wanted === null;
    number.value = String(wanted?.standard ?? 0);
    unit.textContent = wanted?.unit ?? '';
  };
  choose.addEventListener('change', show);
  show();
  const add = (event: Event): void => {
    event.preventDefault();
    close();
    run('transport.add-breakpoint', { breakpoint: chosen().make(Number(number.value)) });
  };
  const button = h('button', { class: 'button primary', type: 'submit' }, 'Add');
  return h('form', { class: 'breakpoint-form', onsubmit: add }, choose, number, unit, button);
}
