/** What the stage of log blocks is asked to show: a frame, reduced to what this stage needs. */

import { valueAt } from '../../../app/experiment';
import type {
  Frame,
  Geometry,
  LayerView,
  MergeRow,
  MergeStory,
  Opened,
  Operation,
  ParkedBlock,
  StageCells,
  Updates,
} from '../../../engine/protocol';
import { type AppearanceOf, appearancesOf } from '../../../render/identity';
import { victimOf as collectedBlock } from '../../stage-kit/victim';

export interface LogsPicture {
  layer: LayerView;
  /** What becomes of pages that are written again, as the layer says. */
  updates: Updates;
  appearances: AppearanceOf;
  merges: MergeStory | null;
  /** Every page of a small device. */
  cells: StageCells | null;
  pages_per_block: number;
  logical_pages: number;
  /** The block that garbage collection inside a superblock is emptying. */
  collecting: number | null;
  /** What operations take where nothing is merged yet; null where transfers come on top. */
  durations: Durations | null;
  /** The operation that led here; null where nobody told it. */
  last: Operation | null;
  /** False while somebody is asked what the request costs. */
  tells_cost: boolean;
}

export type Durations = Pick<MergeStory, 'copy_ns' | 'program_ns' | 'erase_ns'>;

function durationsOf(document: Opened['document']): Durations | null {
  const of = (field: string): number => Number(valueAt(document, `device.${field}`) ?? Number.NaN);
  const [read_ns, program_ns, erase_ns] = [of('read_ns'), of('program_ns'), of('erase_ns')];
  const plain = of('transfer_ns') === 0 && of('command_ns') === 0 && Number.isFinite(read_ns + program_ns + erase_ns);
  return plain ? { copy_ns: read_ns + program_ns, program_ns, erase_ns } : null;
}

/** Null where the layer does not say what becomes of updates. */
export function pictureOf(
  frame: Frame,
  geometry: Geometry,
  { document }: Opened,
  last: Operation | null,
): LogsPicture | null {
  const { layer } = frame;
  const { updates } = layer;
  if (!updates) return null;
  return {
    layer,
    updates,
    appearances: appearancesOf(frame.identities),
    merges: frame.merges,
    cells: frame.stage?.kind === 'cells' ? frame.stage : null,
    pages_per_block: geometry.pages_per_block,
    logical_pages: geometry.logical_pages,
    collecting: isMerged(updates) ? null : collectedBlock(frame),
    durations: durationsOf(document),
    last,
    tells_cost: true,
  };
}

/** Whether updates wait in blocks of their own; else a rebuild takes them along at once. */
export const hasLogs = ({ updates: { place } }: Pick<LogsPicture, 'updates'>): boolean => place !== 'rebuild';

/** Whether logical blocks are put together again from the blocks that hold their updates. */
export const isMerged = ({ place }: Updates): boolean => place !== 'superblock';

/** Whether a rebuild takes the page along that the host is writing. */
export const ridesAlong = (picture: LogsPicture): boolean =>
  !hasLogs(picture) && picture.merges !== null && picture.merges.programs_ahead > 0;

/** The log block that is being emptied, or whose pages are being brought home; null where there is none. */
export function victimOf({ merges, layer, collecting }: LogsPicture): number | null {
  if (!merges) return collecting;
  if (merges.reclaim) return merges.reclaim.block;
  const row = merges.rows.find(({ state }) => state === 'running');
  const own = row && layer.parked.find(({ lbn }) => lbn === row.lbn);
  return own?.block ?? null;
}

/** Log blocks as they stand on the stage, and which of them is told although the layer has let go of it. */
export interface Column {
  parked: ParkedBlock;
  victim: boolean;
  /** Emptied and erased in this request. */
  erased: boolean;
  /** Place in order of age among its like: 0 is the oldest; null where its kind has only this one. */
  age: number | null;
  youngest: boolean;
  /** The next to go where the rule is the fewest colours, not age. */
  fewest: boolean;
}

const RANK: Readonly<Record<ParkedBlock['role'], number>> = {
  sequential: 0,
  replacement: 1,
  'map-frontier': 1,
  member: 2,
  cold: 3,
  log: 3,
  frontier: 3,
  hot: 4,
};

/** Whether log blocks are emptied in the order of their age. */
export const isByAge = ({ updates }: LogsPicture): boolean => updates.emptied_first === 'oldest';

/**
 * Log blocks from left to right: those of one logical block by its number, shared ones from the newest to the oldest. The victim
 * stands last, beside the rebuilds.
 */
export function columnsOf(picture: LogsPicture): Column[] {
  const { layer, merges, pages_per_block } = picture;
  const by_age = isByAge(picture);
  const victim = victimOf(picture);
  const columns = layer.parked.map((parked): Column => {
    const like = layer.parked.filter(({ role }) => role === parked.role);
    const rank = like.length > 1 ? like.indexOf(parked) : null;
    const age = by_age ? rank : null;
    return {
      parked,
      victim: parked.block === victim,
      erased: false,
      age,
      youngest: age === like.length - 1,
      fewest: !by_age && rank === 0,
    };
  });
  if (merges?.reclaim?.over && !columns.some(({ victim: chosen }) => chosen)) {
    columns.push({
      parked: blank(merges.reclaim.block, pages_per_block),
      victim: true,
      erased: true,
      age: null,
      youngest: false,
      fewest: false,
    });
  }
  const place = (column: Column): number => layer.parked.indexOf(column.parked);
  return columns.sort((a, b) => {
    if (a.victim !== b.victim) return a.victim ? 1 : -1;
    const [left, right] = [RANK[a.parked.role], RANK[b.parked.role]];
    if (left !== right) return left - right;
    if (a.parked.lbn !== null && b.parked.lbn !== null && a.parked.lbn !== b.parked.lbn)
      return a.parked.lbn - b.parked.lbn;
    return place(b) - place(a);
  });
}

const blank = (block: number, pages: number): ParkedBlock => ({
  role: 'log',
  block,
  lbn: null,
  owners: 0,
  page_state: Array.from({ length: pages }, () => 0),
  page_owner: Array.from({ length: pages }, () => 0),
});

/**
 * Pages that a log block of one logical block lacks to take its place: its pages are in order from the first on, and none has been
 * written again since. Null where that is not so: then all pages are moved.
 */
export function lacksOf({ lbn, page_state, page_owner }: ParkedBlock, { pages_per_block }: LogsPicture): number | null {
  if (lbn === null) return null;
  const written = page_state.findLastIndex((state) => state !== 0) + 1;
  const is_in_order = page_state
    .slice(0, written)
    .every((state, place) => state === 1 && page_owner[place] === lbn * pages_per_block + place);
  return is_in_order && written > 0 ? pages_per_block - written : null;
}

/** The block that a rebuild moves a logical block out of, as far as it is known. */
export function oldBlockOf(row: MergeRow, { layer, merges }: LogsPicture): number | null {
  if (row.old_block !== null) return row.old_block;
  const is_log = (block: number): boolean =>
    block === row.new_block ||
    block === merges?.reclaim?.block ||
    layer.parked.some((parked) => parked.block === block);
  return row.from.find((block): block is number => block !== null && !is_log(block)) ?? null;
}

/** Logical blocks with pages in the logs, most pages first. */
export interface Parker {
  lbn: number;
  /** By place: whether the newest copy is in a log block. */
  parked: boolean[];
  pages: number;
  logs: number;
}

export function parkersOf({ layer, pages_per_block }: LogsPicture): Parker[] {
  const found = new Map<number, { parked: boolean[]; logs: Set<number> }>();
  for (const { block, page_state, page_owner } of layer.parked) {
    for (const [offset, state] of page_state.entries()) {
      if (state !== 1) continue;
      const lpn = page_owner[offset] ?? 0;
      const lbn = Math.floor(lpn / pages_per_block);
      const one = found.get(lbn) ?? {
        parked: Array.from({ length: pages_per_block }, () => false),
        logs: new Set<number>(),
      };
      one.parked[lpn % pages_per_block] = true;
      one.logs.add(block);
      found.set(lbn, one);
    }
  }
  return [...found]
    .map(([lbn, { parked, logs }]) => ({ lbn, parked, pages: parked.filter(Boolean).length, logs: logs.size }))
    .sort((a, b) => b.pages - a.pages || a.lbn - b.lbn);
}
