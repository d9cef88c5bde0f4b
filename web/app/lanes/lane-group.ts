/**
 * The lanes of the page, held together by one clock.
 *
 * To the commands it is one lane: with a single lane it is that lane. With several, whatever moves one of them brings the others
 * to the same place: the same number of requests, or the request that each has come to by lane A's time. Each lane has an engine,
 * and so a worker, of its own: answers come late, and in any order. It is the group that says when playing is over, since a lane
 * that has ended stops nobody else.
 */

import type { Engine } from '../../engine/client';
import type { ExperimentDocument, Frame, StepUnit, SyncPoint, TraceReport, View } from '../../engine/protocol';
import { notApproaching } from '../dwell';
import { type Lane, type Place, UNSEEN } from '../lane';
import type { AppState } from '../state';
import type { Store } from '../store';
import { createMember, loadingOf, type Member } from './member';
import { createSerialQueue } from './serial-queue';
import { laneInFocus } from './side-by-side';
import { NEW_LANE } from './state';

export interface LaneGroup extends Lane {
  /** Opens these experiments side by side, lane A first, at a request. False if one was refused: then nothing stays of its lane. */
  openAll(documents: readonly ExperimentDocument[], request?: number): Promise<boolean>;
  /** Puts another lane beside the others, which catches up with them. False if it was refused: then there is none. */
  add(document: ExperimentDocument): Promise<boolean>;
  /** Puts a lane away. The last one stays. */
  remove(index: number): Promise<void>;
  /** Puts all lanes but one away. */
  keep(index: number): Promise<void>;
  /** Brings lanes together that were on their way when playing stopped, and has each tell all there is of where it stands. */
  synchronise(): Promise<void>;
  /** A hash of all that a lane's device is and will do. */
  stateHash(index: number): Promise<string | null>;
  reportOf(index: number): Promise<string | null>;
}

export interface LaneGroupContext {
  store: Store<AppState>;
  start: () => Engine;
  /** What the page wants to see of a lane. `fresh`: it stands somewhere else than before, so all of it. */
  view: (index: number, fresh: boolean) => View;
  /** Whether it is time for figures of all lanes again: they are taken where lanes meet. */
  figuresDue: () => boolean;
  /** Draws what waits to be drawn. */
  flush: () => void;
}

/** Requests of a round of playing as fast as the machine can: begun small, then as many as fill the time of a round. */
const CHUNK_FIRST = 16;
const CHUNK_MAX = 1 << 16;

/** Of an experiment that replays the trace that was read last. */
const ANY_TRACE: ExperimentDocument = { workload: { kind: 'trace' } };

const HASH_ALONE: View = { ...UNSEEN, state_hash: true };

/** Where lanes are on their way to while they play. */
interface Heading {
  to: SyncPoint;
  /** Each tells its figures there. */
  charts: boolean;
}

export function createLaneGroup({ store, start, view, figuresDue, flush }: LaneGroupContext): LaneGroup {
  const members: Member[] = [];
  const enqueue = createSerialQueue();
  let seek_wanted: Place | null = null;
  let seeking: Promise<void> | null = null;
  let chunk = CHUNK_FIRST;
  let heading: Heading | null = null;
  /** Counts what takes lanes elsewhere, so that a round that was overtaken concludes nothing. */
  let departures = 0;
  let round: Promise<void> = Promise.resolve();
  let synchronising: Promise<void> | null = null;

  function join(): Member {
    const member = createMember({ store, start, view, flush, members });
    members.push(member);
    return member;
  }

  const first = join();
  const focused = (): Member => members[laneInFocus(store.get()) ?? 0] ?? first;
  const leader = (): Member => members[0] ?? first;
  const followers = (of: Member): Member[] => members.filter((member) => member !== of);

  /** Where the others are to meet `member`. */
  function syncPointOf(member: Member): SyncPoint | null {
    const position = member.frame()?.position;
    if (!position) return null;
    return store.get().meet_by === 'time' ? { time_ns: position.simulated_ns } : { request: position.request };
  }

  /** Brings all other lanes to where `member` stands. */
  async function gather(member: Member): Promise<void> {
    const sync_point = syncPointOf(member);
    if (sync_point) await Promise.all(followers(member).map(({ lane }) => lane.seek(sync_point)));
  }

  async function openIn(member: Member, document: ExperimentDocument): Promise<boolean> {
    await member.bringTrace(document);
    return member.lane.open(document);
  }

  /** Playing is over, and lanes that were on their way stand together: before lanes come or go. */
  async function rest(): Promise<void> {
    store.update({ playing: false });
    await synchronise();
  }

  function discard(leaving: Member): void {
    const index = leaving.index();
    const { beside, focus } = store.get();
    if (index < 0 || members.length === 1) return;
    leaving.leave();
    members.splice(index, 1);
    // Lane B takes A's place.
    const first_lane = index === 0 ? beside[0] : null;
    store.update({
      ...first_lane,
      beside: beside.filter((_, at) => at !== Math.max(0, index - 1)),
      focus: focus === null || focus === index ? null : focus > index ? focus - 1 : focus,
      loading: loadingOf(members),
    });
  }

  async function remove(index: number): Promise<void> {
    await rest();
    const leaving = members[index];
    if (leaving) discard(leaving);
  }

  async function keep(index: number): Promise<void> {
    if (members.length === 1) return;
    await rest();
    for (const member of members.filter((_, at) => at !== index)) discard(member);
  }

  async function add(document: ExperimentDocument): Promise<boolean> {
    await rest();
    // Lanes side by side are on the way to nothing that one of them alone would have shown.
    store.update(notApproaching(store.get()));
    const place = syncPointOf(leader());
    store.update({ beside: [...store.get().beside, NEW_LANE] });
    const member = join();
    if (!(await openIn(member, document))) {
      discard(member);
      return false;
    }
    // Lane A may have stood inside a request.
    if (place) await Promise.all(members.map(({ lane }) => lane.seek(place)));
    return true;
  }

  async function openAll(documents: readonly ExperimentDocument[], request = 0): Promise<boolean> {
    await rest();
    for (const member of members.slice(documents.length)) discard(member);
    const { beside } = store.get();
    store.update({ beside: documents.slice(1).map((_, at) => beside[at] ?? NEW_LANE) });
    while (members.length < documents.length) join();
    const wanted = members.map((member, at) => ({ member, document: documents[at] ?? {} }));
    const changed = wanted.filter(({ member, document }) => !member.runs(document));
    await Promise.all(changed.map(({ member, document }) => member.bringTrace(document)));
    const opened = await Promise.all(changed.map(({ member, document }) => member.lane.open(document)));
    // A lane that was refused from the start has nothing to show.
    for (const { member } of wanted) if (!member.state().opened) discard(member);
    if (members.some((member) => requestOf(member.frame()) !== request)) await seek({ request });
    return opened.every(Boolean);
  }

  /** Goes on to `to` as far as the budget reaches, with those that are not there yet. Whether all have come there, or have ended. */
  async function followTo({ to, charts }: Heading, budget_ms: number, set_out: boolean): Promise<boolean> {
    const going = members.filter((member) => canGoOn(member) && (set_out || !isThere(member, to)));
    await Promise.all(going.map(({ lane }) => lane.follow(to, budget_ms, charts)));
    return members.every((member) => isThere(member, to));
  }

  /** The request at which play stops, of lanes side by side. */
  const lastRequest = (): number => store.get().play_until ?? Infinity;

  /** Where all go next: on by some requests, from the lane that is farthest behind. */
  function nextHeading(requests: number): Heading | null {
    const going = members.filter((member) => canGoOn(member));
    if (going.length === 0) return null;
    const from = Math.min(...going.map((member) => requestOf(member.frame())));
    return { to: { request: Math.min(from + Math.min(requests, chunk), lastRequest()) }, charts: figuresDue() };
  }

  /** Where lanes are held together by time: lane A goes on by some requests, or the first one that can, and the others up to its time. */
  async function nextTime(requests: number, budget_ms: number): Promise<Heading | null> {
    const pacemaker = members.find((member) => canGoOn(member));
    const from = pacemaker?.frame();
    if (!pacemaker || !from) return null;
    await pacemaker.lane.follow({ request: from.position.request + Math.min(requests, chunk) }, budget_ms, false);
    return { to: { time_ns: pacemaker.frame()?.position.simulated_ns ?? 0 }, charts: figuresDue() };
  }

  async function playOn(requests: number, budget_ms: number): Promise<void> {
    const departed = departures;
    const set_out = heading === null;
    const by_time = store.get().meet_by === 'time';
    const next = heading ?? (by_time ? await nextTime(requests, budget_ms) : nextHeading(requests));
    if (departed !== departures) return;
    heading = next;
    const reached = next === null || (await followTo(next, budget_ms, set_out));
    if (departed !== departures) return;
    chunk = reached ? Math.min(chunk * 2, CHUNK_MAX) : Math.max(chunk >> 1, 1);
    if (reached) heading = null;
    const stopped = members.find((member) => isStopped(member.frame()));
    if (stopped) {
      heading = null;
      store.update({ playing: false });
      await gather(stopped);
    } else if (members.every((member) => !canGoOn(member) || requestOf(member.frame()) >= lastRequest()))
      store.update({ playing: false });
  }

  async function playAlone(operations: number, budget_ms: number): Promise<void> {
    const { play_until } = store.get();
    const op = (): number => leader().frame()?.position.op ?? 0;
    const left = play_until === null ? operations : Math.max(0, play_until - op());
    await leader().lane.advance(Math.min(operations, left), budget_ms);
    const has_arrived = play_until !== null && op() >= play_until;
    if (has_arrived || isStopped(leader().frame()) || !canGoOn(leader())) store.update({ playing: false });
  }

  function advance(operations: number, budget_ms: number): Promise<void> {
    if (synchronising) return synchronising;
    round = members.length === 1 ? playAlone(operations, budget_ms) : playOn(operations, budget_ms);
    return round;
  }

  /**
   * Lanes that were on their way when playing stopped stand at different places: they meet at the one farthest behind, one that has
   * ended apart. What the last frames left out, as they do while there is no time to read it, follows.
   */
  async function catchUp(): Promise<void> {
    await round;
    if (heading !== null) {
      heading = null;
      const going = members.filter((member) => canGoOn(member));
      const behind = going.sort((a, b) => placeOf(a) - placeOf(b))[0];
      if (behind) await gather(behind);
    }
    // Alone, what has just moved is seen moving on; at the end nothing comes after it.
    if (members.length > 1 || !canGoOn(leader())) await Promise.all(members.map(({ lane }) => lane.complete()));
  }

  /** What lanes are held together by. */
  function placeOf(member: Member): number {
    const position = member.frame()?.position;
    return (store.get().meet_by === 'time' ? position?.simulated_ns : position?.request) ?? 0;
  }

  function synchronise(): Promise<void> {
    synchronising ??= catchUp().finally(() => {
      synchronising = null;
    });
    return synchronising;
  }

  async function step(unit: StepUnit, count: number): Promise<void> {
    if (members.length === 1) return leader().lane.step(unit, count);
    await synchronise();
    if (laneInFocus(store.get()) === null) {
      // One that has ended early stands behind the others.
      const request = Math.max(...members.map((member) => requestOf(member.frame()))) + count;
      return request < 0 ? undefined : seek({ request });
    }
    const mover = focused();
    await mover.lane.step(unit, count);
    await gather(mover);
  }

  /**
   * Brings one lane to `place`, whose time the others are to come to. To a request, the first that can come so far: one that stops
   * early holds nobody back.
   */
  async function leadTo(place: Place): Promise<Member> {
    const candidates = 'request' in place ? [...members] : ['op' in place ? focused() : leader()];
    let mover = leader();
    for (const member of candidates) {
      mover = member;
      await mover.lane.seek(place);
      if (seek_wanted !== null || !('request' in place) || requestOf(mover.frame()) >= place.request) break;
    }
    return mover;
  }

  async function seekAll(place: Place): Promise<void> {
    heading = null;
    departures++;
    if ('request' in place && store.get().meet_by === 'request') {
      await Promise.all(members.map(({ lane }) => lane.seek(place)));
      return;
    }
    const mover = await leadTo(place);
    if (seek_wanted === null) await gather(mover);
  }

  /** The newest place wins. */
  async function seekOn(): Promise<void> {
    while (seek_wanted) {
      const place = seek_wanted;
      seek_wanted = null;
      await seekAll(place);
    }
  }

  function seek(place: Place): Promise<void> {
    if (members.length === 1) return leader().lane.seek(place);
    seek_wanted = place;
    seeking ??= seekOn().finally(() => {
      seeking = null;
    });
    return seeking;
  }

  async function runToEnd(): Promise<void> {
    await Promise.all(members.map(({ lane }) => lane.runToEnd()));
    if (members.length === 1) return;
    const stopped = members.filter((member) => member.frame()?.stopped_by);
    const earliest = stopped.sort((a, b) => requestOf(a.frame()) - requestOf(b.frame()))[0];
    if (earliest) await gather(earliest);
  }

  async function open(document: ExperimentDocument): Promise<boolean> {
    if (members.length === 1) return openIn(leader(), document);
    await rest();
    const mover = focused();
    const request = requestOf(mover.frame());
    if (!(await openIn(mover, document))) return false;
    await seek({ request });
    return true;
  }

  /** Lanes come, go and change one after the other; whatever takes long on the way there is called off by what comes next. */
  const enqueueMove = <T>(work: () => Promise<T>): Promise<T> => {
    cancel();
    return enqueue(work);
  };

  function cancel(): void {
    for (const { lane } of members) lane.cancel();
  }

  return {
    open: (document) => enqueueMove(() => open(document)),
    openAll: (documents, request) => enqueueMove(() => openAll(documents, request)),
    add: (document) => enqueue(() => add(document)),
    remove(index) {
      members[index]?.lane.cancel();
      return enqueue(() => remove(index));
    },
    keep: (index) => enqueueMove(() => keep(index)),
    advance,
    step,
    seek,
    runToEnd,
    locate: (path) => focused().lane.locate(path),
    synchronise,
    follow: async (to, budget_ms, charts) => void (await followTo({ to, charts }, budget_ms, true)),
    complete: async () => void (await Promise.all(members.map(({ lane }) => lane.complete()))),
    refresh: async () => void (await Promise.all(members.map(({ lane }) => lane.refresh()))),
    setBreakpoints: async (list) => void (await Promise.all(members.map(({ lane }) => lane.setBreakpoints(list)))),
    async importTrace(file, ...how): Promise<TraceReport | null> {
      const trace = await leader().lane.importTrace(file, ...how);
      if (trace) leader().hasRead(file);
      return trace;
    },
    async askTrace(question) {
      const member = leader();
      // A lane that took another's place, or a worker that was started anew, has not read it.
      await member.bringTrace(ANY_TRACE);
      return member.lane.askTrace(question);
    },
    inspect: (page) => focused().lane.inspect(page),
    stripe: (lpn) => focused().lane.stripe(lpn),
    rank: (formula) => focused().lane.rank(formula),
    mapBlock: (id) => focused().lane.mapBlock(id),
    report: () => focused().lane.report(),
    log: (format, from, to) => focused().lane.log(format, from, to),
    reportOf: (index) => (members[index] ?? leader()).lane.report(),
    stateHash: async (index) => {
      const { engine } = members[index] ?? leader();
      return (await engine.ask({ type: 'refresh', view: HASH_ALONE })).state_hash;
    },
    loadSchema: () => leader().lane.loadSchema(),
    cancel,
    stop() {
      for (const { lane } of members) lane.stop();
    },
    busy: () => members.some(({ lane }) => lane.busy()),
    accepted: () => focused().lane.accepted(),
    restore() {
      for (const { lane } of members) lane.restore();
    },
  };
}

const requestOf = (frame: Frame | null): number => frame?.position.request ?? 0;

/** One whose worker has died stays where that was. */
const canGoOn = (member: Member): boolean => member.frame()?.position.ended === null && member.state().opened !== null;

/** A breakpoint or a broken rule: nobody goes on from there unasked. */
const isStopped = (frame: Frame | null): boolean =>
  frame !== null && (frame.stopped_by !== null || frame.invariants.broken !== null);

function isThere(member: Member, to: SyncPoint): boolean {
  const frame = member.frame();
  if (!frame || !canGoOn(member) || isStopped(frame)) return true;
  return 'time_ns' in to ? frame.position.simulated_ns >= to.time_ns : frame.position.request >= to.request;
}
