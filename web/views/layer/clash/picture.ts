/** What the stage of C-lash is asked to show: a frame, reduced to what this stage needs. */

import { valueAt } from '../../../app/experiment';
import type { CacheView, Decision, Frame, Moved, Opened, Operation } from '../../../engine/protocol';
import { type AppearanceOf, appearancesOf } from '../../../render/identity';

export interface ClashPicture {
  cache: CacheView;
  /** The latest choice of how room is made. */
  decision: Decision | null;
  pages_per_block: number;
  appearances: AppearanceOf;
  /** What a read, a program and an erase take by themselves, in nanoseconds. */
  durations: Durations;
}

export type Durations = Record<'reads' | 'programs' | 'erases', number>;

function durationsOf(document: Opened['document']): Durations {
  const of = (field: string): number => Number(valueAt(document, `device.${field}`) ?? 1);
  return { reads: of('read_ns'), programs: of('program_ns'), erases: of('erase_ns') };
}

export function pictureOf(frame: Frame, { document, geometry }: Opened): ClashPicture | null {
  const { cache } = frame.layer;
  const { pages_per_block } = geometry;
  if (!cache) return null;
  const appearances = appearancesOf(frame.identities);
  return { cache, decision: frame.decision, pages_per_block, appearances, durations: durationsOf(document) };
}

/** How room is made: a set goes down, a set and a block swap places, or a block goes to flash first. */
export type Way = 'down' | 'swap' | 'flush';

export function wayOf({ moved }: Pick<Decision, 'moved'>): Way {
  if (moved.some(({ to }) => to.place === 'flash')) return 'flush';
  return moved.some(({ to }) => to.place === 'pages') ? 'swap' : 'down';
}

/** Those that go down to a block slot. */
export const goesDown = ({ to }: Moved): boolean => to.place === 'block';

/** The choice, if it was made in the present request: what an earlier one led to is history. */
export function decisionNow({ decision, cache: { request } }: ClashPicture): Decision | null {
  return decision && request && decision.op >= request.index ? decision : null;
}

/** The choice, if the present operation begins to carry it out. */
export function decisionHere(picture: ClashPicture): Decision | null {
  const { decision, cache } = picture;
  return decision && decision.op === cache.act?.index ? decision : null;
}

/** The choice, if the next operation begins to carry it out: the device has made up its mind. */
export function decisionNext({ decision, cache }: ClashPicture): Decision | null {
  return decision && cache.act && decision.op === cache.act.index + 1 ? decision : null;
}

/** What has just changed places in RAM, or begun to leave it: the present operation's share of the choice. */
export function movesHere(picture: ClashPicture): readonly Moved[] {
  const { cache } = picture;
  const { act } = cache;
  const here = decisionHere(picture);
  if (here) return wayOf(here) === 'flush' ? here.moved.filter((move) => !goesDown(move)) : here.moved;
  if (act?.kind !== 'set-evict' || act.slot === null) return [];
  // Behind a flush: the set takes the slot that came free.
  const told = decisionNow(picture)?.moved.filter(goesDown) ?? [];
  if (told.length > 0) return told;
  const slot = cache.blocks[act.slot];
  if (!slot || slot.lbn === null) return [];
  return [
    { lbn: slot.lbn, offsets: slot.offsets, from_slot: null, column: null, to: { place: 'block', slot: act.slot } },
  ];
}

/** The column that pages leave. */
export function columnLeft({ cache }: ClashPicture, { column }: Moved): number {
  if (column !== null && column !== undefined) return column;
  const taken = new Set(cache.sets.map((set) => set.column));
  let free = 0;
  while (taken.has(free)) free++;
  return free;
}

/** The set that goes next when no page slot is free: most pages, then the least recently written. */
export function tallest({ sets }: CacheView): CacheView['sets'][number] | null {
  const later = (a: CacheView['sets'][number], b: CacheView['sets'][number]): number =>
    b.offsets.length - a.offsets.length || a.last_used - b.last_used || a.lbn - b.lbn;
  return sets.toSorted(later)[0] ?? null;
}

/** The block slot with fewest pages; null while one is free. */
export function emptiest({ blocks }: CacheView): number | null {
  if (blocks.length === 0 || blocks.some(({ lbn }) => lbn === null)) return null;
  const order = blocks.map((_, slot) => slot);
  const pages = (slot: number): number => blocks[slot]?.offsets.length ?? 0;
  const used = (slot: number): number => blocks[slot]?.last_used ?? 0;
  return order.sort((a, b) => pages(a) - pages(b) || used(a) - used(b))[0] ?? null;
}

export const isFull = ({ pages_used, page_slots }: CacheView): boolean => pages_used >= page_slots;

/** Where a page is in RAM. */
function inRam({ sets, blocks, flush }: CacheView, lbn: number, offset: number): 'pages' | 'block' | null {
  if (sets.some((set) => set.lbn === lbn && set.offsets.includes(offset))) return 'pages';
  if (blocks.some((slot) => slot.lbn === lbn && slot.offsets.includes(offset))) return 'block';
  return flush?.lbn === lbn && flush.offsets.includes(offset) ? 'block' : null;
}

/** The host at its gate: which page it brings or asks for, and whether it has been served. */
export interface AtGate {
  asks: 'write' | 'read';
  lpn: number;
  served: boolean;
  /** Which of the request's pages it is, from 1. */
  nth: number;
  pages: number;
}

const SERVES: ReadonlySet<Operation['kind']> = new Set(['cache-hit', 'cache-insert', 'read-unmapped']);

const servesHost = ({ kind, purpose }: Operation): boolean =>
  SERVES.has(kind) || (kind === 'read' && purpose === 'host');

/** Null where no read or write is being served. */
export function atGate(picture: ClashPicture): AtGate | null {
  const { cache, pages_per_block } = picture;
  const { request, act } = cache;
  if (!request || !act || request.lpn === null) return null;
  if (request.kind !== 'host-write' && request.kind !== 'host-read') return null;
  const asks = request.kind === 'host-write' ? 'write' : 'read';
  const { lpn: first, pages } = request;
  const gate = (lpn: number, served: boolean): AtGate => ({ asks, lpn, served, nth: lpn - first + 1, pages });
  if (act.index === request.index) return gate(first, false);
  // Room is made for a page, so it is the next one's turn.
  const next = decisionNext(picture) ? 1 : 0;
  if (servesHost(act) && act.lpn !== null) return gate(act.lpn + next, next === 0);
  // Room is being made: the first page that is not in RAM yet waits for it.
  for (let lpn = first; lpn < first + pages; lpn++)
    if (inRam(cache, Math.floor(lpn / pages_per_block), lpn % pages_per_block) === null) return gate(lpn, false);
  return gate(first, false);
}

const IN_HAND: ReadonlySet<Operation['kind']> = new Set(['swap', 'set-evict']);

/** The block slot that a flush leaves, or has just left; or the one that a page is read up to. */
export function slotAtWork(picture: ClashPicture): number | null {
  const { flush, blocks, act } = picture.cache;
  if (flush) return flush.slot;
  const left = decisionNow(picture)?.moved.find(({ to }) => to.place === 'flash')?.from_slot;
  if (left !== undefined) return left;
  const lbn = Math.floor((act?.lpn ?? -1) / picture.pages_per_block);
  const slot = blocks.findIndex((one) => one.lbn === lbn);
  return slot < 0 ? null : slot;
}

/** The logical block that the present moment is about on flash; null where it is about none. */
export function inHand(picture: ClashPicture): number | null {
  const { cache, pages_per_block } = picture;
  if (cache.flush) return cache.flush.lbn;
  const { act } = cache;
  const about_block = act !== null && (IN_HAND.has(act.kind) || act.purpose === 'rewrite' || act.purpose === 'flush');
  if (about_block && act.lpn !== null) return Math.floor(act.lpn / pages_per_block);
  const gate = atGate(picture);
  return gate ? Math.floor(gate.lpn / pages_per_block) : null;
}
