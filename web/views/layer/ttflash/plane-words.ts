/** What a plane is doing, in words: for its card, its line under the board, and those who hear it. */

import type { TtflashPlane, TtflashView } from '../../../engine/core-types';
import { count, plural, significant, time } from '../../../render/format';
import { channelOf, groupOf, planeName } from './names';

/** Of a collection's rest: "41.26 ms". As it begins nothing is under way yet whose time could be known. */
export const rest = (ns: number): string => (ns === 0 ? 'begins' : time(ns));
/** Of answers that are compared: always in milliseconds, "0.143 ms" beside "41.4 ms". */
export const ms = (ns: number): string =>
  ns === 0 || ns >= 1e9 || ns < 1e4 ? time(ns) : `${significant(ns / 1e6, 4)}\u00a0ms`;
/** Where room is short: "41 ms". */
export const restShort = (ns: number): string => (ns === 0 ? 'GC' : time(ns, ns >= 1e7 ? 2 : 1));

/** The state of a plane on its tile, longest words first. */
export function stateWords(plane: TtflashPlane, view: Pick<TtflashView, 'rotates'>): string[] {
  switch (plane.state) {
    case 'collects':
      return [
        ...(plane.remaining_ns === 0 ? [] : [`collecting ${rest(plane.remaining_ns)}`]),
        `GC ${rest(plane.remaining_ns)}`,
        rest(plane.remaining_ns),
        restShort(plane.remaining_ns),
      ];
    case 'waits':
      return view.rotates ? ['waits for token', 'waits', 'w'] : ['waits to collect', 'waits', 'w'];
    case 'dead':
      return ['lost', '×'];
    default:
      return [`${count(plane.free_blocks)} blocks free`, `${count(plane.free_blocks)} free`, count(plane.free_blocks)];
  }
}

export const RUNNING: Readonly<Record<NonNullable<TtflashPlane['running']>, string>> = {
  read: 'reads a page',
  program: 'programs a page',
  copy: 'copies a page of its victim',
  erase: 'erases its victim',
};

/** "2 reads, 1 program and 47 commands of its collection wait"; null where nothing does. */
export function queueWords({ queue: { reads, programs, collecting } }: Pick<TtflashPlane, 'queue'>): string | null {
  const parts = [
    ...(reads > 0 ? [plural(reads, 'read')] : []),
    ...(programs > 0 ? [plural(programs, 'program')] : []),
    ...(collecting > 0 ? [`${plural(collecting, 'command')} of its collection`] : []),
  ];
  if (parts.length === 0) return null;
  return `${parts.join(', ')} ${reads + programs + collecting === 1 ? 'waits' : 'wait'} here`;
}

export function planeState(view: TtflashView, at: number): string {
  const plane = view.planes[at];
  if (!plane) return '';
  switch (plane.state) {
    case 'collects':
      return plane.remaining_ns === 0 ? 'begins to collect' : `collects for another ${rest(plane.remaining_ns)}`;
    case 'waits':
      return view.rotates ? 'wants to collect and waits for the token of its group' : 'wants to collect and waits';
    case 'dead':
      return view.parity
        ? 'is lost: what it held comes from the rest of the stripes'
        : 'is lost, with all that it held';
    default:
      return 'does not collect';
  }
}

/** All that is known of a plane, a line each. */
export function planeLines(view: TtflashView, at: number): string[] {
  const plane = view.planes[at];
  if (!plane) return [];
  const { free_blocks, blocks, free_pages, pages, victim, moves, running, held } = plane;
  const queued = queueWords(plane);
  const holds = view.tokens[groupOf(at, view.channels)] === channelOf(at, view.channels);
  const bus = view.buses[channelOf(at, view.channels)];
  return [
    planeState(view, at),
    ...(plane.state === 'dead'
      ? []
      : [
          `${count(free_blocks)} of ${plural(blocks, 'block')} free, collects below ${count(view.gc_start)}`,
          `${count(free_pages)} of ${plural(pages, 'page')} free`,
        ]),
    ...(victim === null || plane.state !== 'collects'
      ? []
      : [`victim block ${victim}: ${plural(moves, 'page')} to move`]),
    ...(running === null ? [] : [RUNNING[running]]),
    ...(queued === null ? [] : [queued]),
    ...(held === 0 ? [] : [`${plural(held, 'page')} ${held === 1 ? 'stays' : 'stay'} in RAM until it is done`]),
    ...(holds ? ['has the token of its group'] : []),
    ...(bus ? [busWords(bus, view, channelOf(at, view.channels))] : []),
  ];
}

/** "channel 1 is held by the collection of G1·C1; 3 planes wait for it". */
export function busWords(
  bus: TtflashView['buses'][number],
  view: Pick<TtflashView, 'channels'>,
  channel: number,
): string {
  const waiting =
    bus.waiting === 0 ? '' : `; ${plural(bus.waiting, 'plane')} ${bus.waiting === 1 ? 'waits' : 'wait'} for it`;
  const does =
    bus.holder === null
      ? bus.busy
        ? 'transfers'
        : 'is free'
      : `is held by the collection of ${planeName(bus.holder, view.channels)}`;
  return `channel ${channel} ${does}${waiting}`;
}
