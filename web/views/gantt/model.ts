/** What is on the chart of channels and planes: who waits behind a collection, which buses a collection keeps, and all of it in words. */

import type {
  GanttBar,
  GanttCollection,
  GanttLane,
  GanttView,
  TtflashRead,
  TtflashView,
} from '../../engine/core-types';
import { count, plural, time } from '../../render/format';

/** How much stands still while a plane collects. */
type Blocking = TtflashView['blocking'];

/** A read from when it was given to its plane until it was taken up. */
export interface Waiting {
  lane: number;
  from_ns: number;
  to_ns: number;
  /** Whether a collection is what it waits for. */
  behind_gc: boolean;
  /** Whether it is over; otherwise its end is what is expected. */
  over: boolean;
  request: number;
  /** Its read; null while the choice to wait has been made, and the read is not yet queued. */
  bar: GanttBar | null;
}

/** What the latest read would have waited if it were not rebuilt. */
export interface Avoided {
  lane: number;
  from_ns: number;
  to_ns: number;
}

/** A channel that a collection keeps for itself. */
export interface Held {
  lane: number;
  from_ns: number;
  to_ns: number;
  over: boolean;
  plane: number;
}

export interface GanttModel {
  view: GanttView;
  names: readonly string[];
  waiting: readonly Waiting[];
  avoided: Avoided | null;
  held: readonly Held[];
  /** Planes that collect now, in words. */
  collecting: readonly string[];
  /** Whether planes stand in groups, one on each channel. */
  grouped: boolean;
}

/** What a read may stand in a queue without being worth a mark. */
const WAIT_MIN_NS = 1000;
/** Reads that somebody waits for. */
const WAITED_FOR: ReadonlySet<string> = new Set(['host', 'map', 'rebuild', 'fill', 'parity']);

/** What is told of a device with stripes. */
export type Device = Pick<TtflashView, 'blocking' | 'read' | 'planes'>;

/** `device`: of a device with stripes, how it is set and what its latest read chose. */
export function modelOf(view: GanttView, device: Device | null): GanttModel {
  const channels = channelsOf(view);
  const blocking = device?.blocking ?? 'plane';
  const waiting = view.bars.flatMap((bar) => waitingOf(bar, view, blocking));
  const read = device?.read?.request === view.request ? device.read : null;
  const about = read && aboutToBe(read, view);
  const is_queued = waiting.some(({ bar }) => bar?.request === read?.request && bar?.lpn === read?.lpn);
  return {
    view,
    grouped: device !== null,
    names: view.lanes.map((lane) => laneName(lane, channels, device !== null)),
    waiting: read?.choice === 'waited' && about && !is_queued ? [...waiting, waitsFrom(about, read)] : waiting,
    avoided: read?.choice === 'rebuilt' ? about : null,
    held: blocking === 'channel' || blocking === 'controller' ? heldBy(view, blocking) : [],
    collecting: collectingNow(view, device),
  };
}

/** The wait that a read has chosen, or gone round. */
function aboutToBe({ group, channel, at_ns, remaining_ns }: TtflashRead, view: GanttView): Avoided | null {
  const plane = group * channelsOf(view) + channel;
  const lane = view.lanes.findIndex(({ kind, index }) => kind === 'plane' && index === plane);
  return lane < 0 || remaining_ns === 0 ? null : { lane, from_ns: at_ns, to_ns: at_ns + remaining_ns };
}

const waitsFrom = (stretch: Avoided, { request }: TtflashRead): Waiting => ({
  ...stretch,
  behind_gc: true,
  over: false,
  request,
  bar: null,
});

/** A read that has chosen, and is not yet queued, is served by the group that it will be queued at. */
export function ofItsGroup(view: GanttView, read: Pick<TtflashRead, 'request' | 'group'> | null): GanttView {
  const first = read && read.group * channelsOf(view);
  const is_told = view.lanes.some(({ kind, index }) => kind === 'plane' && index === first);
  return read?.request === view.request && is_told ? { ...view, group: read.group } : view;
}

const channelsOf = ({ lanes }: GanttView): number => Math.max(1, lanes.filter(({ kind }) => kind === 'channel').length);

/** "G1·C2" where planes stand in groups; "C2 · 1", the second plane on channel 2, elsewhere. */
export function laneName({ kind, index, channel }: GanttLane, channels: number, grouped: boolean): string {
  if (kind === 'channel') return `channel ${index}`;
  const group = Math.floor(index / channels);
  return grouped ? `G${group}·C${channel}` : `C${channel}·P${group}`;
}

function waitingOf(bar: GanttBar, view: GanttView, blocking: Blocking): Waiting[] {
  const { lane, issued_ns: from_ns } = bar;
  const to_ns = bar.start_ns;
  if (bar.what !== 'read' || !WAITED_FOR.has(bar.purpose) || to_ns - from_ns < WAIT_MIN_NS) return [];
  const at = view.lanes[lane];
  const channels = channelsOf(view);
  const concerns = ({ plane }: GanttCollection): boolean =>
    plane === at?.index ||
    blocking === 'controller' ||
    (blocking === 'channel' && plane % channels === (at?.channel ?? -1));
  const behind_gc = view.collections.some((one) => concerns(one) && one.start_ns < to_ns && one.end_ns > from_ns);
  return [{ lane, from_ns, to_ns, behind_gc, over: bar.over, request: bar.request, bar }];
}

function heldBy({ collections, lanes }: GanttView, blocking: Blocking): Held[] {
  const channels = lanes.flatMap(({ kind, index }, lane) => (kind === 'channel' ? [{ lane, index }] : []));
  return collections.flatMap(({ plane, start_ns, end_ns, over }) =>
    channels
      .filter(({ index }) => blocking === 'controller' || plane % channels.length === index)
      .map(({ lane }) => ({ lane, from_ns: start_ns, to_ns: end_ns, over, plane })),
  );
}

const DOES: Readonly<Record<GanttBar['what'], string>> = {
  read: 'read',
  program: 'write',
  copy: 'copy',
  erase: 'erase',
  transfer: 'transfer',
};

const PURPOSES: Readonly<Record<string, string>> = {
  host: 'for the host',
  gc: 'of a collection',
  wear: 'of wear levelling',
  flush: 'from RAM',
  parity: 'for parity',
  rebuild: 'to reconstruct another page',
  replace: 'to the block in reserve',
};

/** " 12": a page of the host by its number, one of the layer's own by what it is. */
function pageWords(lpn: number | null, { view, grouped }: GanttModel): string {
  if (lpn === null) return '';
  const own = lpn - view.logical_pages;
  if (own < 0) return ` ${count(lpn)}`;
  return grouped ? ` the parity of stripe ${count(own)}` : ' a page of the map';
}

/** A bar, as the card beside it tells it. */
export function barWords(bar: GanttBar, model: GanttModel): { title: string; lines: string[] } {
  // What is done to a parity for its sake needs no more words.
  const is_own = bar.lpn !== null && bar.lpn >= model.view.logical_pages;
  const purpose = is_own && bar.purpose === 'parity' ? '' : (PURPOSES[bar.purpose] ?? `for ${bar.purpose}`);
  const title =
    bar.pages > 1
      ? `${count(bar.pages)} copies ${purpose}`
      : `${DOES[bar.what]}${pageWords(bar.lpn, model)} ${purpose}`.trim();
  const took = time(bar.end_ns - bar.start_ns);
  const waited = bar.start_ns - bar.issued_ns;
  const waits = model.waiting.find((one) => one.bar === bar);
  return {
    title,
    lines: [
      model.names[bar.lane] ?? '',
      bar.over
        ? `took ${took}`
        : `takes ${took}, over in ${time(Math.max(0, bar.end_ns - model.view.now_ns))} if nothing comes between`,
      ...(waited >= WAIT_MIN_NS && bar.what !== 'transfer'
        ? [`waited ${time(waited)}${waits?.behind_gc ? ' behind a collection' : ''}`]
        : []),
      `request ${count(bar.request)}, operation ${count(bar.op)}`,
    ],
  };
}

/** The chart in sentences: who collects now, who waits now. */
export function account(model: GanttModel): string[] {
  const { view, waiting, avoided } = model;
  const { now_ns } = view;
  const queued = waiting.filter(({ over, from_ns, to_ns }) => !over && from_ns <= now_ns && to_ns > now_ns);
  const blocked = queued.filter(({ behind_gc }) => behind_gc);
  const longest_ns = Math.max(0, ...blocked.map(({ to_ns }) => to_ns - now_ns));
  return [
    collectionsInWords(model),
    blocked.length > 0
      ? `${plural(blocked.length, 'read')} ${blocked.length === 1 ? 'waits' : 'wait'} behind a collection, ${time(longest_ns, 3)} more if nothing comes between.`
      : avoided
        ? `The last read avoids a wait of ${time(avoided.to_ns - avoided.from_ns, 3)}.`
        : 'No read waits behind a collection.',
  ];
}

/** As many as can be read one by one; of more, how many and the longest. */
const TOLD_ONE_BY_ONE = 2;

function collectionsInWords({ collecting }: GanttModel): string {
  const [longest] = collecting;
  if (longest === undefined) return 'No plane collects.';
  if (collecting.length <= TOLD_ONE_BY_ONE) return `${collecting.join('; ')}.`;
  return `${count(collecting.length)} planes collect, the longest: ${longest}.`;
}

/** The longest first. A device with stripes tells its planes itself, by what they still have to do; of others it is what was seen. */
function collectingNow(view: GanttView, device: Device | null): string[] {
  const channels = channelsOf(view);
  const { now_ns, collections } = view;
  const planes = device
    ? device.planes.flatMap(({ state, moves, remaining_ns }, plane) =>
        state === 'collects' ? [{ plane, copies: moves, rest_ns: remaining_ns }] : [],
      )
    : collections
        .filter(({ start_ns, end_ns }) => start_ns <= now_ns && end_ns > now_ns)
        .map(({ plane, copies, end_ns }) => ({ plane, copies, rest_ns: end_ns - now_ns }));
  return planes
    .sort((a, b) => b.rest_ns - a.rest_ns)
    .map(({ plane, copies, rest_ns }) => {
      const name = laneName({ kind: 'plane', index: plane, channel: plane % channels }, channels, device !== null);
      return `${name} ${rest_ns === 0 ? 'begins to collect' : 'collects'} ${plural(copies, 'page')}${rest_ns === 0 ? '' : `, ${time(rest_ns)} to go`}`;
    });
}

export interface Row {
  cells: [lane: string, what: string, from: string, took: string, state: string];
}

/** The newest bars of a stretch as a table, the newest first. */
export function tableOf(model: GanttModel, from_ns: number, to_ns: number, most: number): Row[] {
  const { view, names } = model;
  const seen = view.bars.filter((bar) => bar.end_ns >= from_ns && bar.start_ns <= to_ns).slice(-most);
  return seen.reverse().map((bar) => ({
    cells: [
      names[bar.lane] ?? '',
      barWords(bar, model).title,
      time(Math.abs(bar.start_ns - view.now_ns)) + (bar.start_ns <= view.now_ns ? ' ago' : ' from now'),
      time(bar.end_ns - bar.start_ns),
      bar.over ? 'over' : 'expected',
    ],
  }));
}
