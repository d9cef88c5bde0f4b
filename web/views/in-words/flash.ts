/** The flash in words: what each block holds, what just happened, and where the next pages go. */

import type { Frame, FreeBlocks, Geometry, StageCells } from '../../engine/protocol';
import { BLOCK_STATES, NONE, PAGE_STATES } from '../../engine/protocol';
import { count, plural } from '../../render/format';
import type { Account } from '../stage-kit/text-account';

/** As many blocks as are told one by one: more than that nobody listens to. */
const BLOCKS_TOLD = 32;

export function flashAccounts(frame: Frame, geometry: Geometry): Account[] {
  const { stage } = frame;
  return [
    { name: 'Flash', lines: stage?.kind === 'cells' ? blockLines(stage) : deviceLines(frame, geometry) },
    { name: 'Next', lines: nextLines(frame) },
  ];
}

/** "block 3, open: 2 valid (logical pages 4, 9), 1 invalid, 1 free; erased 2 times". */
function blockLines(cells: StageCells): string[] {
  const blocks = cells.block_state.length;
  const told = Array.from({ length: Math.min(blocks, BLOCKS_TOLD) }, (_, block) => blockInWords(cells, block));
  return blocks > BLOCKS_TOLD ? [...told, `and ${plural(blocks - BLOCKS_TOLD, 'more block')}`] : told;
}

function blockInWords(cells: StageCells, block: number): string {
  const size = cells.page_state.length / cells.block_state.length;
  const pages = Array.from({ length: size }, (_, offset) => block * size + offset);
  const parts = PAGE_STATES.flatMap((state, number) => {
    const of_state = pages.filter((page) => cells.page_state[page] === number);
    if (of_state.length === 0) return [];
    const owners = of_state.map((page) => cells.page_owner[page] ?? NONE).filter((owner) => owner !== NONE);
    const holds = state === 'valid' && owners.length > 0 ? ` (logical pages ${owners.map(count).join(', ')})` : '';
    return [`${count(of_state.length)} ${state}${holds}`];
  });
  const erases = cells.block_erases[block] ?? 0;
  const erased = erases === 0 ? 'not erased yet' : `erased ${plural(erases, 'time')}`;
  return `block ${count(block)}, ${BLOCK_STATES[cells.block_state[block] ?? 0] ?? 'free'}: ${parts.join(', ')}; ${erased}`;
}

/** A device that is too large to be told block by block: what it is, and the blocks in action. */
function deviceLines({ bench, free_blocks }: Frame, { blocks, physical_pages }: Geometry): string[] {
  return [
    `${plural(blocks, 'block')}, ${plural(physical_pages, 'page')}; ${plural(free_blocks.now, 'free block')}`,
    ...bench.map(({ role, block, page_state }) => {
      const valid = page_state.filter((state) => PAGE_STATES[state] === 'valid').length;
      const free = page_state.filter((state) => PAGE_STATES[state] === 'free').length;
      return `block ${count(block)}, ${role === 'victim' ? 'being emptied' : 'being written'}: ${count(valid)} of ${count(page_state.length)} pages valid, ${count(free)} free`;
    }),
  ];
}

function nextLines({ bench, free_blocks, position }: Frame): string[] {
  if (position.ended) return ['The run has ended.'];
  const has_room = (page_state: readonly number[]): boolean =>
    page_state.some((state) => PAGE_STATES[state] === 'free');
  const frontiers = bench.filter(({ role, page_state }) => role === 'frontier' && has_room(page_state));
  const blocks = frontiers.map(({ block }) => count(block)).join(' or ');
  const written = blocks ? [`the next pages are written to block ${blocks}`] : [];
  return [...written, freeInWords(free_blocks)];
}

const freeInWords = ({ now, low }: FreeBlocks): string =>
  low === null ? plural(now, 'free block') : `${plural(now, 'free block')}; garbage collection starts at ${count(low)}`;
