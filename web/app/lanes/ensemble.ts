/**
 * The lanes of the page, held together by one clock.
 *
 * To the commands it is one lane: with a single lane it is that lane. With several, whatever moves one of them brings the others
 * to the same place: the same number of requests, or the request that each has come to by lane A's time. Each lane has an engine,
 * and so a worker, of its own.
 */

import type { Engine } from '../../engine/client';
import type { ExperimentDocument, Frame, Meeting, StepUnit, TraceReport, View } from '../../engine/protocol';
import type { Lane, Place } from '../lane';
import type { AppState } from '../state';
import type { Store } from '../store';
import { createMember, loadingOf, type Member } from './member';
import { laneInFocus, NEW_LANE } from './state';
import { createTurns } from './turns';

export interface Ensemble extends Lane {
  /** Opens these experiments side by side, lane A first, at a request. False if one was refused: then nothing stays of its lane. */
  openAll(documents: readonly ExperimentDocument[], request?: number): Promise<boolean>;
  /** Puts another lane beside the others, which catches up with them. False if it was refused: then there is none. */
  add(document: ExperimentDocument): Promise<boolean>;
  /** Puts a lane away. The last one stays. */
  remove(index: number): Promise<void>;
  /** Puts all lanes but one away. */
  keep(index: number): Promise<void>;
  /** Brings lanes together that were on their way when playing stopped. */
  meet(): Promise<void>;
  /** A hash of all that a lane's device is and will do. */
  stateHash(index: number): Promise<string | null>;
  reportOf(index: number): Promise<string | null>;
}

export interface EnsembleContext {
  store: Store<AppState>;
  start: () => Engine;
  /** What the page wants to see of a lane. `fresh`: it stands somewhere else than before, so all of it. */
  view: (index: number, fresh: boolean) => View;
  /** Draws what waits to be drawn. */
  flush: () => void;
}

/** Requests of a round of playing as fast as the machine can: begun small, then as many as fill the time of a round. */
const CHUNK_FIRST = 16;
const CHUNK_MAX = 1 << 16;

const HASH_ALONE: View = {
  stage: { kind: 'none' },
  charts: false,
  gantt: false,
  timeline_bins: 0,
  operations_max: 0,
  state_hash: true,
  check: false,
};

export function createEnsemble({ store, start, view, flush }: EnsembleContext): Ensemble {
  const members: Member[] = [];
  const takeTurn = createTurns();
  let seek_wanted: Place | null = null;
  let seeking: Promise<void> | null = null;
  let chunk = CHUNK_FIRST;
  /** Where lanes are on their way to while they play. */
  let heading: Meeting | null = null;
  let round: Promise<void> = Promise.resolve();
  let meeting: Promise<void> | null = null;

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
  function meetingWith(member: Member): Meeting | null {
    const position = member.frame()?.position;
    if (!position) return null;
    return store.get().meet_by === 'time' ? { time_ns: position.simulated_ns } : { request: position.request };
  }

  /** Brings all other lanes to where `member` stands. */
  async function gather(member: Member): Promise<void> {
    const meeting = meetingWith(member);
    if (meeting) await Promise.all(followers(member).map(({ lane }) => lane.seek(meeting)));
  }

  async function openIn(member: Member, document: ExperimentDocument): Promise<boolean> {
    await member.bringTrace(document);
    return member.lane.open(document);
  }

  /** Playing is over, and lanes that were on their way stand together: before lanes come or go. */
  async function rest(): Promise<void> {
    store.update({ playing: false });
    await meet();
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
    const place = meetingWith(leader());
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

  /** Goes on to `to` as far as the budget reaches. Whether all have come there, have ended or were stopped. */
  async function followTo(to: Meeting, budget_ms: number): Promise<boolean> {
    await Promise.all(members.map(({ lane }) => lane.follow(to, budget_ms)));
    return members.every((member) => hasReached(member.frame(), to));
  }

  async function playOn(requests: number, budget_ms: number): Promise<void> {
    const position = leader().frame()?.position;
    if (!position) return;
    const { meet_by } = store.get();
    const target = heading ?? { request: position.request + Math.min(requests, chunk) };
    heading = target;
    if (meet_by === 'time' && 'request' in target) {
      await leader().lane.follow(target, budget_ms);
      if (!hasReached(leader().frame(), target)) return;
      heading = meetingWith(leader());
      return;
    }
    const reached = await followTo(target, budget_ms);
    chunk = reached ? Math.min(chunk * 2, CHUNK_MAX) : Math.max(chunk >> 1, 1);
    if (reached) heading = null;
    const stopped = members.find((member) => member.frame()?.stopped_by);
    if (stopped) await gather(stopped);
  }

  function advance(operations: number, budget_ms: number): Promise<void> {
    if (members.length === 1) return leader().lane.advance(operations, budget_ms);
    round = playOn(operations, budget_ms);
    return round;
  }

  /** Lanes that were on their way when playing stopped stand at different places. */
  async function comeTogether(): Promise<void> {
    await round;
    if (heading === null) return;
    heading = null;
    const shown = members.filter((member) => member.frame() !== null);
    const behind = shown.sort((a, b) => requestOf(a.frame()) - requestOf(b.frame()))[0];
    if (behind) await gather(behind);
  }

  function meet(): Promise<void> {
    meeting ??= comeTogether().finally(() => {
      meeting = null;
    });
    return meeting;
  }

  async function step(unit: StepUnit, count: number): Promise<void> {
    if (members.length === 1) return leader().lane.step(unit, count);
    await meet();
    if (laneInFocus(store.get()) === null) {
      const request = requestOf(leader().frame()) + count;
      return request < 0 ? undefined : seek({ request });
    }
    const mover = focused();
    await mover.lane.step(unit, count);
    await gather(mover);
  }

  async function seekAll(place: Place): Promise<void> {
    heading = null;
    if ('request' in place && store.get().meet_by === 'request') {
      await Promise.all(members.map(({ lane }) => lane.seek(place)));
      return;
    }
    const mover = 'op' in place ? focused() : leader();
    await mover.lane.seek(place);
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
    const mover = focused();
    const request = requestOf(mover.frame());
    if (!(await openIn(mover, document))) return false;
    await seek({ request });
    return true;
  }

  /** Lanes come, go and change one after the other; whatever takes long on the way there is called off by what comes next. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    cancel();
    return takeTurn(work);
  };

  function cancel(): void {
    for (const { lane } of members) lane.cancel();
  }

  return {
    open: (document) => inTurn(() => open(document)),
    openAll: (documents, request) => inTurn(() => openAll(documents, request)),
    add: (document) => takeTurn(() => add(document)),
    remove(index) {
      members[index]?.lane.cancel();
      return takeTurn(() => remove(index));
    },
    keep: (index) => inTurn(() => keep(index)),
    advance,
    step,
    seek,
    runToEnd,
    meet,
    follow: async (to, budget_ms) => void (await followTo(to, budget_ms)),
    look: async () => void (await Promise.all(members.map(({ lane }) => lane.look()))),
    setBreakpoints: async (list) => void (await Promise.all(members.map(({ lane }) => lane.setBreakpoints(list)))),
    async importTrace(file, name, journal): Promise<TraceReport | null> {
      const trace = await leader().lane.importTrace(file, name, journal);
      if (trace) leader().hasRead(file);
      return trace;
    },
    inspect: (page) => focused().lane.inspect(page),
    stripe: (lpn) => focused().lane.stripe(lpn),
    mapBlock: (id) => focused().lane.mapBlock(id),
    report: () => focused().lane.report(),
    log: (format, from, to) => focused().lane.log(format, from, to),
    reportOf: (index) => (members[index] ?? leader()).lane.report(),
    stateHash: async (index) => {
      const { engine } = members[index] ?? leader();
      return (await engine.ask({ type: 'look', view: HASH_ALONE })).state_hash;
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

function hasReached(frame: Frame | null, to: Meeting): boolean {
  if (!frame || frame.position.ended || frame.stopped_by) return true;
  return 'time_ns' in to ? frame.position.simulated_ns >= to.time_ns : frame.position.request >= to.request;
}
