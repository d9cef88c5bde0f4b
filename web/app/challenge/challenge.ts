/**
 * Carries challenges out: has the core read what is wanted, spreads the runs over the pool of workers, and has the board put in order
 * after each. Whatever is wrong with a challenge, a link or an entry ends in `state.challenge.refusal`; nothing here throws.
 */

import { type ChallengeMeasure, type EntryAsk, entryAsk, type RunAsk } from '../../engine/challenge';
import type { Engine } from '../../engine/client';
import { EngineError, endsWorker, failureOf } from '../../engine/failure';
import type { Pool } from '../../engine/pool';
import type { ExperimentDocument } from '../../engine/protocol';
import { usesConstant } from '../formula/state';
import type { AppState } from '../state';
import type { Store } from '../store';
import { tellStored } from '../storing';
import { keepOwn, ownEntries } from './keep';
import { type ChallengeDraft, type ChallengeRun, type ChallengeState, documentOf, NO_CHALLENGE } from './state';

export interface Challenges {
  /** Has the core tell those that come along. */
  list(): Promise<void>;
  /** Opens one by its address, its hash, or its document, and runs its board. */
  open(what: { address: string } | { document: Record<string, unknown> }): Promise<void>;
  /** Puts what is typed on the board. */
  take(): Promise<void>;
  /** Takes one of the board's own or a link's entries off it. */
  remove(at: number): void;
  /** Checks what is typed. */
  check(): Promise<void>;
  /** The hash of the address of an entry; null where the core refuses it. */
  link(at: number): Promise<string | null>;
  /** The experiment of an entry at the first seed. */
  experiment(at: number): Promise<ExperimentDocument | null>;
  /** Has the core read the challenge that is being made. */
  draft(draft: ChallengeDraft): Promise<void>;
  stop(): void;
  busy(): boolean;
}

interface Context {
  engine: Engine;
  pool: Pool;
  store: Store<AppState>;
}

/** A run that is to be carried out: which entry, at which seed. */
interface Task {
  run: ChallengeRun;
  seed: number;
  document: ExperimentDocument;
}

export function createChallenges({ engine, pool, store }: Context): Challenges {
  let round = 0;
  let asked = 0;

  const state = (): ChallengeState => store.get().challenge;
  const update = (changes: Partial<ChallengeState>): void => store.update({ challenge: { ...state(), ...changes } });

  /** What `work` gives; null, and why, where it was refused. */
  async function told<T>(work: () => Promise<T>): Promise<T | null> {
    asked++;
    try {
      return await work();
    } catch (thrown) {
      refuse(thrown);
      return null;
    } finally {
      asked--;
    }
  }

  function refuse(thrown: unknown): void {
    const failure = thrown instanceof EngineError ? thrown.failure : failureOf('run', String(thrown));
    if (failure.kind === 'cancelled') return;
    if (endsWorker(failure)) store.update({ failure });
    else update({ refusal: failure.text });
  }

  const fresh = (entry: ChallengeRun['entry'], origin: ChallengeRun['origin'], seeds: number): ChallengeRun => ({
    origin,
    entry,
    measures: new Array<ChallengeMeasure | null>(seeds).fill(null),
    claim: null,
  });

  async function open(what: { address: string } | { document: Record<string, unknown> }): Promise<void> {
    stop();
    update({ refusal: null });
    const opened = await told(() =>
      'address' in what
        ? engine.ask({ type: 'challenge-open', address: what.address })
        : engine.ask({ type: 'challenge-of', document: what.document }),
    );
    if (!opened) return;
    const { entries, entry, claim, link, seeds } = opened;
    const own = ownEntries(link).map((kept) => fresh(entryOf(kept), 'own', seeds.length));
    const brought = entry ? [{ ...fresh(entry, 'link', seeds.length), claim }] : [];
    // One's own link brings what is on the board already.
    const others = own.filter((run) => !brought.some((known) => isSame(known, run)));
    const runs = [...entries.map((known) => fresh(known, 'board', seeds.length)), ...others, ...brought];
    const { name } = state().typed;
    const address = entry && 'address' in what ? what.address : null;
    update({
      open: opened,
      address,
      runs,
      board: null,
      draft: null,
      typed: { ...NO_CHALLENGE.typed, name },
      problem: null,
    });
    await Promise.all([order(), compute()]);
  }

  /** Has the runs that are missing carried out. */
  async function compute(): Promise<void> {
    const { open: opened, runs } = state();
    if (!opened) return;
    const mine = ++round;
    const { document } = opened;
    const tasks = await told(() => Promise.all(runs.map((run) => tasksOf(document, run))));
    if (!tasks || mine !== round) return;
    update({ works: true });
    try {
      await pool.each(tasks.flat(), async (worker, task) => {
        const measure = await worker.ask({ type: 'challenge-run', document: task.document });
        if (mine === round) arrive(task, measure);
      });
    } catch (thrown) {
      refuse(thrown);
    }
    if (mine === round) update({ works: false });
  }

  async function tasksOf(document: Record<string, unknown>, run: ChallengeRun): Promise<Task[]> {
    if (run.measures.every((measure) => measure !== null)) return [];
    const documents = await engine.ask({ type: 'challenge-documents', document, entry: entryAsk(run.entry) });
    return documents.flatMap((each, seed) => (run.measures[seed] === null ? [{ run, seed, document: each }] : []));
  }

  function arrive({ run, seed }: Task, measure: ChallengeMeasure): void {
    const runs = state().runs.map((known) =>
      isSame(known, run) && known.origin === run.origin
        ? { ...known, measures: known.measures.with(seed, measure) }
        : known,
    );
    update({ runs });
    void order();
  }

  /** Has the board put in order; of several that are asked for at once, the last. */
  async function order(): Promise<void> {
    const { open: opened, runs } = state();
    if (!opened) return;
    const board = await told(() =>
      engine.ask({ type: 'challenge-board', document: opened.document, runs: runs.map(runAsk) }),
    );
    if (board && state().runs === runs) update({ board });
  }

  async function take(): Promise<void> {
    const { open: opened, runs, typed } = state();
    if (!opened) return;
    const entry = entryOf(askTyped(typed, opened.of === 'buffer'));
    const run = fresh(entry, 'own', opened.seeds.length);
    update({ refusal: null });
    // Whether it can take part the core says.
    if (!(await told(() => tasksOf(opened.document, run)))) return;
    const others = runs.filter((known) => known.origin !== 'own' || !isSame(known, run));
    update({ runs: [...others, run] });
    keep();
    await Promise.all([order(), compute()]);
  }

  function keep(): void {
    const { open: opened, runs } = state();
    const own = runs.filter(({ origin }) => origin === 'own').map(({ entry }) => entryAsk(entry));
    if (!opened) return;
    const entries = own.filter((entry) => typeof entry !== 'string');
    tellStored(store, keepOwn(opened.link, entries));
  }

  function stop(): void {
    round++;
    if (!state().works) return;
    pool.stop();
    update({ works: false });
  }

  return {
    async list() {
      if (state().ready.length > 0) return;
      const found = await told(() => engine.ask({ type: 'challenges' }));
      if (found) update(found);
    },
    open,
    take,
    remove(at) {
      const { runs } = state();
      if (runs[at]?.origin === 'board') return;
      update({ runs: runs.filter((_, place) => place !== at) });
      keep();
      void order();
    },
    async check() {
      const { open: opened, typed } = state();
      if (!opened) return;
      const { text } = typed;
      const found = await told(async () => ({
        problem: await engine.ask({ type: 'formula-problem', of: opened.of, text }),
      }));
      if (found && state().typed.text === text) update({ problem: { text, found: found.problem } });
    },
    async link(at) {
      const { open: opened, runs } = state();
      const run = runs[at];
      if (!opened || !run) return null;
      return told(() => engine.ask({ type: 'challenge-link', document: opened.document, run: runAsk(run) }));
    },
    async experiment(at) {
      const { open: opened, runs } = state();
      const run = runs[at];
      if (!opened || !run) return null;
      const entry = entryAsk(run.entry);
      const documents = await told(() => engine.ask({ type: 'challenge-documents', document: opened.document, entry }));
      return documents?.[0] ?? null;
    },
    async draft(draft) {
      update({ draft });
      asked++;
      try {
        const drafted = await engine.ask({ type: 'challenge-of', document: documentOf(draft) });
        if (state().draft === draft) update({ drafted, refusal: null });
      } catch (thrown) {
        if (state().draft === draft) update({ drafted: null });
        refuse(thrown);
      } finally {
        asked--;
      }
    },
    stop,
    busy: () => asked > 0 || state().works,
  };
}

const runAsk = ({ entry, measures, claim }: ChallengeRun): RunAsk => ({ entry: entryAsk(entry), measures, claim });

const isSame = (one: ChallengeRun, other: ChallengeRun): boolean =>
  JSON.stringify(one.entry) === JSON.stringify(other.entry);

/** A formula as an entry; whether it is one the core says. */
function entryOf({ name, formula, k, group }: Exclude<EntryAsk, string>): ChallengeRun['entry'] {
  return { name, policy: { formula: { text: formula, k: k ?? null, by_page: group === 'page' } } };
}

/** What is typed, with what matters to it. */
function askTyped(typed: ChallengeState['typed'], is_buffer: boolean): Exclude<EntryAsk, string> {
  const { name, text, k, by_page } = typed;
  return {
    name: name.trim(),
    formula: text,
    ...(usesConstant(text) ? { k } : {}),
    ...(is_buffer && by_page ? { group: 'page' as const } : {}),
  };
}
