/**
 * A look-up as numbered steps in words: what was done, what is being done, what is still to come, and what each step costs.
 *
 * A function of the frame alone. What is to come follows from what is known: a cache with room evicts nothing, an unchanged
 * entry is not written back (a hit costs R, miss 2R, miss with a changed victim 3R + W).
 */

import type { CachedEntry, Frame, Geometry, MapView, MapWalk, MarkedText } from '../../../engine/protocol';
import { count } from '../../../render/format';
import { pageName } from '../../stage-kit/page-name';

export interface Costs {
  read_ns: number;
  program_ns: number;
}

/** Where a step happens: its disc stands there. */
export type Stop = 'request' | 'cache' | 'victim' | 'old-page' | 'new-page' | 'directory' | 'page' | 'data';

export interface Step {
  stop: Stop;
  text: MarkedText;
  /** The flash operation it is. */
  flash: 'read' | 'program' | null;
  cost_ns: number;
  state: 'done' | 'now' | 'ahead';
}

/** The entry that makes way. */
export interface Victim {
  /** null where it is too far down the list to be told before it leaves. */
  lpn: number | null;
  /** Whether it has to be written back; null while that is not known. */
  dirty: boolean | null;
}

export interface LookUp {
  lpn: number;
  /** Translation page that the entry belongs to. */
  page: number;
  hit: boolean;
  /** "a miss, dirty victim". */
  verdict: string;
  victim: Victim | null;
  steps: readonly Step[];
  spent_ns: number;
  total_ns: number;
  /** What the same access costs on a hit, on a miss, and on one that has to write an entry back. */
  hit_ns: number;
  miss_ns: number;
  dirty_miss_ns: number;
}

/** A step before it is known how far the run has come: `op` of its operation, null while that has not happened. */
interface Draft extends Omit<Step, 'state' | 'cost_ns'> {
  op: number | null;
}

export function lookUp(frame: Frame, geometry: Geometry, costs: Costs): LookUp | null {
  const { walk } = frame;
  const { map } = frame.layer;
  if (!walk || !map) return null;
  const victim = victimOf(frame, walk, map, geometry);
  const data = dataStep(walk, map, geometry);
  const making_room = victim ? eviction(victim, walk, map, geometry) : [];
  const getting = walk.hit ? [] : loading(walk, map, geometry, victim);
  const drafts = [
    ...questions(walk, map, geometry),
    ...(map.loads_first ? [...getting, ...making_room] : [...making_room, ...getting]),
    ...(data ? [data] : []),
  ];
  const steps = withStates(drafts, frame.position.op - 1).map((step) => ({ ...step, cost_ns: costOf(step, costs) }));
  const hit_ns = data ? costOf(data, costs) : 0;
  const sum = (some: readonly Step[]): number => some.reduce((total, { cost_ns }) => total + cost_ns, 0);
  return {
    lpn: walk.lpn,
    page: pageOf(walk.lpn, map),
    hit: walk.hit,
    verdict: verdictOf(walk, victim),
    victim,
    steps,
    spent_ns: sum(steps.filter(({ state }) => state !== 'ahead')),
    total_ns: sum(steps),
    hit_ns,
    miss_ns: hit_ns + costs.read_ns,
    dirty_miss_ns: hit_ns + 2 * costs.read_ns + costs.program_ns,
  };
}

export const pageOf = (lpn: number, { entries_per_page }: MapView): number => Math.floor(lpn / entries_per_page);

/** The place of a translation page, as the directory says; undefined where it is not told. */
export const placeOf = (page: number, { directory, directory_first }: MapView): number | null | undefined =>
  directory[page - directory_first];

export const cached = (lpn: number, { segments }: MapView): CachedEntry | null =>
  segments.flatMap(({ first }) => first).find((entry) => lpn >= entry.lpn && lpn < entry.lpn + entry.run) ?? null;

/** Where an entry says that a logical page is. */
const pointsTo = ({ lpn: first, page }: CachedEntry, lpn: number): number | null =>
  page === null ? null : page + (lpn - first);

function verdictOf({ hit }: MapWalk, victim: Victim | null): string {
  if (hit) return 'a hit';
  if (!victim) return 'a miss, with room';
  if (victim.dirty === null) return 'a miss';
  return victim.dirty ? 'a miss, dirty victim' : 'a miss, clean victim';
}

/** The entry that left, or, before it has, the one at the end of the list of a full cache. */
function victimOf(frame: Frame, walk: MapWalk, map: MapView, geometry: Geometry): Victim | null {
  const evict = walk.steps.find(({ what }) => what === 'evict');
  if (evict) return { lpn: evict.id, dirty: evict.id === null ? null : wasDirty(evict, frame, walk, map, geometry) };
  const room = map.segments.reduce((sum, { capacity, entries }) => sum + capacity - entries, 0);
  const answered = walk.hit || cached(walk.lpn, map) !== null || walk.steps.some(({ what }) => what === 'data');
  if (room > 0 || answered || wholeBlock(walk.lpn, map, geometry)) return null;
  const segment = map.segments.findLast(({ entries }) => entries > 0);
  const last = segment && segment.first.length === segment.entries ? segment.first.at(-1) : undefined;
  return last ? { lpn: last.lpn, dirty: last.dirty } : { lpn: null, dirty: null };
}

/** Whether the entry that leaves differs from the flash: it is written back then, and stays in the cache until it is. */
function wasDirty(
  evict: MapWalk['steps'][number],
  { decision }: Frame,
  walk: MapWalk,
  map: MapView,
  { logical_pages }: Geometry,
): boolean | null {
  const lpn = evict.id ?? 0;
  const after = walk.steps.filter(({ op }) => op > evict.op);
  if (after.some(({ what }) => what === 'write-map')) return true;
  if (after.some(({ what }) => what === 'data')) return false;
  const still = cached(lpn, map);
  if (still) return still.dirty;
  // Another translation page than the entry's own is being read: nothing was written back.
  if (after.some(({ what, id }) => what === 'read-map' && id !== logical_pages + pageOf(lpn, map))) return false;
  const said = decision?.op === evict.op ? decision.rows.find(({ chosen }) => chosen)?.cells : undefined;
  if (said) return said.includes('dirty');
  const all_told = map.segments.every(({ first, entries }) => first.length === entries);
  return all_told ? false : null;
}

const wholeBlock = (lpn: number, { whole_blocks }: MapView, { pages_per_block }: Geometry) =>
  whole_blocks?.find(([lbn]) => lbn === Math.floor(lpn / pages_per_block));

function questions(walk: MapWalk, map: MapView, geometry: Geometry): Draft[] {
  const { lpn, hit } = walk;
  const op = walk.steps[0]?.op ?? null;
  const page = pageOf(lpn, map);
  const which = `${count(lpn)} / ${count(map.entries_per_page)} = translation page **${count(page)}**, entry **${lpn % map.entries_per_page}**`;
  return [
    { stop: 'request', text: which, flash: null, op },
    { stop: 'cache', text: hit ? found(lpn, map, geometry) : 'In the cache? **No**', flash: null, op },
  ];
}

function found(lpn: number, map: MapView, geometry: Geometry): MarkedText {
  const { pages_per_block } = geometry;
  const entry = cached(lpn, map);
  const whole = wholeBlock(lpn, map, geometry);
  if (!entry && whole) return `In the cache: all of B${whole[0]} is in block **${count(whole[1])}**, in order`;
  if (!entry) return 'In the cache? **Yes**';
  const place = pointsTo(entry, lpn);
  const where = place === null ? '**nowhere yet**' : `at **${pageName(place, pages_per_block)}**`;
  return entry.run > 1
    ? `In the cache: one entry for ${entry.run} pages says ${where}`
    : `In the cache? Yes: LPN ${count(lpn)} is ${where}`;
}

function eviction({ lpn, dirty }: Victim, walk: MapWalk, map: MapView, { pages_per_block }: Geometry): Draft[] {
  const evict = walk.steps.find(({ what }) => what === 'evict');
  const name = lpn === null ? 'the least recently used entry' : `the entry of LPN **${count(lpn)}**`;
  const fate =
    dirty === null ? 'if dirty, it is written back' : dirty ? 'dirty, so write it back' : 'clean: just dropped';
  const leaves: Draft = { stop: 'victim', text: `Full: ${name} leaves; ${fate}`, flash: null, op: evict?.op ?? null };
  if (!dirty || lpn === null) return [leaves];
  const page = pageOf(lpn, map);
  const write = walk.steps.find(({ what }) => what === 'write-map');
  const after = evict?.op ?? Number.POSITIVE_INFINITY;
  const read = walk.steps.find(({ what, op }) => what === 'read-map' && op > after && (!write || op < write.op));
  const old_place = read?.page ?? placeOf(page, map);
  const reading: Draft = {
    stop: 'old-page',
    text: `Read translation page ${count(page)}${atPlace(old_place, pages_per_block)}`,
    flash: 'read',
    op: read?.op ?? null,
  };
  const writing: Draft = {
    stop: 'new-page',
    text: write
      ? `Write it with the entry to **${pageName(write.page ?? 0, pages_per_block)}**`
      : 'Write it with the entry to a free page',
    flash: 'program',
    op: write?.op ?? null,
  };
  const never_written = write ? !read : old_place === null;
  return never_written ? [leaves, writing] : [leaves, reading, writing];
}

const atPlace = (page: number | null | undefined, pages_per_block: number): string =>
  page === null || page === undefined ? '' : ` at ${pageName(page, pages_per_block)}`;

/** The read of the translation page that is looked for: before the eviction, or after it and its write-back. */
function loadOf({ steps }: MapWalk, victim: Victim | null, loads_first: boolean): MapWalk['steps'][number] | undefined {
  const evict = steps.findIndex(({ what }) => what === 'evict');
  if (loads_first) return steps.slice(0, evict < 0 ? undefined : evict).find(({ what }) => what === 'read-map');
  const write = steps.findLastIndex(({ what }) => what === 'write-map');
  if (evict >= 0 && victim?.dirty && write < 0) return undefined;
  return steps.slice(write + 1).find(({ what }) => what === 'read-map');
}

function loading(walk: MapWalk, map: MapView, { pages_per_block }: Geometry, victim: Victim | null): Draft[] {
  const page = pageOf(walk.lpn, map);
  const load = loadOf(walk, victim, map.loads_first);
  const data = walk.steps.find(({ what }) => what === 'data');
  const place = load?.page ?? placeOf(page, map);
  if (place === null || (data && !load)) {
    const text = `Directory: translation page ${count(page)} is **nowhere**, so nothing of it was ever written`;
    return [{ stop: 'directory', text, flash: null, op: data?.op ?? null }];
  }
  const where = place === undefined ? '' : ` is at **${pageName(place, pages_per_block)}**`;
  const entry = load ? cached(walk.lpn, map) : null;
  const target = entry && pointsTo(entry, walk.lpn);
  const number = walk.lpn % map.entries_per_page;
  const says =
    target === null
      ? `Read it: entry ${number} ${load ? 'goes into the cache' : 'gives the location'}`
      : `Read it: entry ${number} says **${pageName(target, pages_per_block)}**`;
  return [
    {
      stop: 'directory',
      text: `Directory: translation page ${count(page)}${where}`,
      flash: null,
      op: load?.op ?? null,
    },
    { stop: 'page', text: says, flash: 'read', op: load?.op ?? null },
  ];
}

function dataStep(walk: MapWalk, map: MapView, { pages_per_block }: Geometry): Draft | null {
  const { request, lpn } = walk;
  const done = walk.steps.find(({ what }) => what === 'data');
  const op = done?.op ?? null;
  const name = `LPN ${count(lpn)}`;
  if (request === 'host-trim') return null;
  if (request === 'host-write') {
    const to = done?.page == null ? 'a free page' : `**${pageName(done.page, pages_per_block)}**`;
    return { stop: 'data', text: `Write ${name} to ${to}`, flash: 'program', op };
  }
  const entry = cached(lpn, map);
  const place = done ? done.page : entry ? pointsTo(entry, lpn) : undefined;
  if (place === null) return { stop: 'data', text: `${name} was never written: nothing to read`, flash: null, op };
  const where = place === undefined ? 'where the entry says' : `at **${pageName(place, pages_per_block)}**`;
  return { stop: 'data', text: `Read ${name} ${where}`, flash: 'read', op };
}

/** The present step is the last one of the present operation; what comes before it is done. */
function withStates(drafts: readonly Draft[], present_op: number): Omit<Step, 'cost_ns'>[] {
  const present = drafts.findLastIndex(({ op }) => op === present_op);
  return drafts.map(({ op, ...step }, i) => ({
    ...step,
    state: op === null || op > present_op ? 'ahead' : i === present ? 'now' : 'done',
  }));
}

const costOf = ({ flash }: Pick<Step, 'flash'>, { read_ns, program_ns }: Costs): number =>
  flash === 'read' ? read_ns : flash === 'program' ? program_ns : 0;

/** "3 R + W". */
export function formula(steps: readonly Pick<Step, 'flash'>[]): string {
  const times = (kind: Step['flash'], letter: string): string[] => {
    const number = steps.filter(({ flash }) => flash === kind).length;
    return number === 0 ? [] : [number === 1 ? letter : `${number}\u202f${letter}`];
  };
  return [...times('read', 'R'), ...times('program', 'W')].join(' + ') || '0';
}
