/** What is known of a page, in words: for the card beside it and for those who cannot see it. */

import { type LayerView, NONE, PAGE_STATES, type PageState, type StageCells } from '../../engine/protocol';
import { count, plural } from '../../render/format';

/** What a view can say of a page; null where it does not know. */
export interface PageFacts {
  page: number;
  block: number;
  offset: number;
  state: PageState | null;
  lpn: number | null;
  age_writes: number | null;
  block_valid: number | null;
  block_erases: number | null;
  mean_erases: number | null;
  /** How often its logical page was written, which is what "temperature" colours by. */
  writes?: number | null;
  /** What a page of the layer's own is called; none for pages of the host. */
  own_name?: string | null;
}

/** What a page of the layer's own is called, by its logical number, as the core calls it in its sentences; null for pages of the host. */
export function ownName(
  lpn: number | null,
  logical_pages: number,
  { ttflash, openchannel }: Pick<LayerView, 'ttflash' | 'openchannel'>,
): string | null {
  if (lpn === null || lpn < logical_pages) return null;
  const own = lpn - logical_pages;
  if (ttflash) return `the parity of stripe ${count(own)}`;
  const pages = openchannel?.map?.block_pages;
  if (pages === undefined) return `translation page ${count(own)}`;
  const block = `map block ${count(Math.floor(own / pages))}`;
  return pages === 1 ? block : `page ${count((own % pages) + 1)} of ${block}`;
}

const STATE_WORDS: Record<PageState, string> = {
  free: 'free: it can be programmed once',
  valid: 'valid: this is where the data lives',
  invalid: 'invalid: a newer copy lives elsewhere',
  parity: 'parity of its stripe',
  translation: 'translation page: a piece of the map',
  bad: 'bad: its block is used no more',
  torn: 'torn: its program failed, or power was cut during it',
};

/** All that a cells picture says of a page. */
export function factsOf(cells: StageCells, page: number): PageFacts {
  const pages_per_block = cells.page_state.length / cells.block_state.length;
  const block = Math.floor(page / pages_per_block);
  const owner = cells.page_owner[page] ?? NONE;
  const state = PAGE_STATES[cells.page_state[page] ?? 0] ?? 'free';
  const erases = cells.block_erases.reduce((sum, each) => sum + each, 0);
  return {
    page,
    block,
    offset: page % pages_per_block,
    state,
    lpn: owner === NONE || state === 'free' ? null : owner,
    age_writes: state === 'valid' ? (cells.page_age[page] ?? 0) : null,
    writes: state === 'valid' ? (cells.page_version[page] ?? 0) : null,
    block_valid: cells.block_valid[block] ?? 0,
    block_erases: cells.block_erases[block] ?? 0,
    mean_erases: erases / cells.block_state.length,
  };
}

/** A title and the lines below it. */
export function describePage(facts: PageFacts): { title: string; lines: string[] } {
  const { block, offset, state, lpn, age_writes, writes, block_valid, block_erases, mean_erases, own_name } = facts;
  const place = `block ${count(block)}, page ${count(offset)}`;
  const name = own_name ?? (lpn === null ? null : `logical page ${count(lpn)}`);
  const title = capitalised(name === null ? place : `${name}, in ${place}`);
  const lines: string[] = [];
  if (state) lines.push(STATE_WORDS[state]);
  if (age_writes !== null) lines.push(`age: ${plural(age_writes, 'host page write')}`);
  if (writes) lines.push(writes === 1 ? 'written once' : `written ${count(writes)} times`);
  if (block_valid !== null) lines.push(`${plural(block_valid, 'valid page')} in this block`);
  if (block_erases !== null) {
    const mean = mean_erases === null ? '' : ` (mean of all blocks ${mean_erases.toFixed(1)})`;
    lines.push(`block ${timesErased(block_erases)}${mean}`);
  }
  return { title, lines };
}

function timesErased(erases: number): string {
  if (erases === 0) return 'not erased yet';
  return erases === 1 ? 'erased once' : `erased ${count(erases)} times`;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The whole device in one sentence: how many pages are in each state. */
export function describeDevice(cells: StageCells): string {
  const counts = new Map<PageState, number>();
  for (const number of cells.page_state) {
    const state = PAGE_STATES[number] ?? 'free';
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  const parts = PAGE_STATES.filter((state) => counts.has(state)).map(
    (state) => `${count(counts.get(state) ?? 0)} ${state}`,
  );
  return `${plural(cells.block_state.length, 'block')}, ${plural(cells.page_state.length, 'page')}: ${parts.join(', ')}.`;
}

/** "channel 0 · chip 1 · plane 0", leaving out what there is only one of. */
export function planeName(
  plane: number,
  geometry: { channels: number; chips_per_channel: number; planes_per_chip: number },
): string {
  const { channels, chips_per_channel, planes_per_chip } = geometry;
  const parts = [
    channels > 1 && `channel ${plane % channels}`,
    chips_per_channel > 1 && `chip ${Math.floor(plane / channels) % chips_per_channel}`,
    planes_per_chip > 1 && `plane ${Math.floor(plane / (channels * chips_per_channel))}`,
  ];
  return parts.filter(Boolean).join(' · ');
}
