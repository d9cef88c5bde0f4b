/** One of the lanes that stand side by side: its engine, what it tells the page, and the trace that it has read. */

import type { Engine } from '../../engine/client';
import { cancelled, EngineError, endsWorker } from '../../engine/failure';
import type { ExperimentDocument, Frame, View } from '../../engine/protocol';
import { createLane, type Lane } from '../lane';
import type { AppState, Loading } from '../state';
import type { Store } from '../store';
import { traceChoice } from '../trace-document';
import { laneStore } from './lane-store';
import { asLane, LANE_LETTERS } from './side-by-side';

export interface Member {
  /** Its place among the lanes, which changes as others are put away. */
  index(): number;
  readonly engine: Engine;
  readonly lane: Lane;
  /** The state as it sees it. */
  state(): AppState;
  frame(): Frame | null;
  /** Work of its own that takes long enough to be told. */
  loading(): Loading | null;
  /** Whether this very document is what runs in it. */
  runs(document: ExperimentDocument): boolean;
  /** Has its engine read the trace that is to be replayed. Where that is not at hand, opening says so. */
  bringTrace(document: ExperimentDocument): Promise<void>;
  /** Its engine has read this file. */
  hasRead(file: Blob): void;
  /** It is put away: its worker is ended, and whatever it still hears leaves no trace. */
  leave(): void;
}

export interface MemberContext {
  store: Store<AppState>;
  start: () => Engine;
  view: (index: number, fresh: boolean) => View;
  flush: () => void;
  /** All lanes, this one among them while it stands there. */
  members: readonly Member[];
}

export function createMember({ store, start, view, flush, members }: MemberContext): Member {
  let read: Blob | null = null;
  let loading: Loading | null = null;
  let is_gone = false;
  const index = (): number => members.indexOf(member);
  const own = laneStore(store, index);
  const started = start();

  /** A question of one that was put away would start its worker anew. */
  const engine: Engine = {
    ...started,
    ask: (ask, options) => (is_gone ? Promise.reject(new EngineError(cancelled())) : started.ask(ask, options)),
  };

  /** What a lane says of the page: work of its own among that of others, and failures with its letter. */
  function asTold(change: Partial<AppState>): Partial<AppState> {
    const told = { ...change };
    if ('loading' in change) {
      loading = change.loading ?? null;
      told.loading = loadingOf(members);
    }
    // The trace is the page's: the others read what lane A has read, and nobody is asked about it again.
    if (index() > 0) {
      delete told.trace;
      delete told.trace_file;
    }
    // The next worker has read nothing.
    if (change.failure && endsWorker(change.failure)) read = null;
    if (change.failure && members.length > 1)
      told.failure = { ...change.failure, text: `Lane ${LANE_LETTERS[index()]}: ${change.failure.text}` };
    return told;
  }

  const told: Store<AppState> = {
    ...own,
    update(change) {
      if (!is_gone) own.update(asTold(change));
    },
  };
  const lane = createLane({ engine, store: told, view: (fresh) => view(index(), fresh), flush });

  const member: Member = {
    index,
    engine,
    lane,
    state: () => asLane(store.get(), index()),
    frame: () => (is_gone ? null : member.state().frame),
    loading: () => loading,
    runs: (document) => lane.accepted() === document && member.state().opened !== null,
    async bringTrace(document) {
      const { trace_file } = store.get();
      if (!traceChoice(document) || !trace_file || read === trace_file.file) return;
      const { file, name, journal, columns } = trace_file;
      if (await lane.importTrace(file, name, journal, columns)) read = file;
    },
    hasRead(file) {
      read = file;
    },
    leave() {
      is_gone = true;
      started.dispose();
    },
  };
  return member;
}

/** What the page is told of the lanes' work: that of the first that has some. */
export const loadingOf = (members: readonly Member[]): Loading | null =>
  members.map((member) => member.loading()).find((loading) => loading !== null) ?? null;
