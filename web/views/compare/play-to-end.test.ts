/** Lanes played to the end by workers that answer late, at different paces, and in any order: what stands there is of all requests. */

import { expect, test } from 'vitest';
import { randomNumbers } from '../../../e2e/support/random';
import { goneOn, holdOf } from '../../app/dwell';
import { initialState } from '../../app/initial-state';
import { createLaneGroup } from '../../app/lanes/lane-group';
import { areLevel, isCurrent } from '../../app/lanes/level';
import { lanesOf } from '../../app/lanes/side-by-side';
import { createPlayback } from '../../app/playback';
import type { AppState } from '../../app/state';
import { createStore } from '../../app/store';
import { createFiguresDue, createViewRequest } from '../../app/view-request';
import { createEngine, type WorkerLike } from '../../engine/client';
import { failureOf } from '../../engine/failure';
import {
  type Ask,
  type Charts,
  type Frame,
  isStale,
  type SyncPoint,
  type ToWorker,
  type View,
} from '../../engine/protocol';
import { momentOf } from './headline';
import { headlineText } from './headline-text';
import { standings } from './standing';

type Random = (limit: number) => number;

/** What a lane is: how long each request takes it, how many it can serve, and how many its worker manages at a time. */
interface Design {
  responses_ns: readonly number[];
  served: number;
  stride: number;
}

/** Tells one question's answer; false when there is none to be told. */
type Serve = () => boolean;

const meanOf = (responses_ns: readonly number[]): number | null =>
  responses_ns.length === 0 ? null : responses_ns.reduce((sum, ns) => sum + ns, 0) / responses_ns.length;

/** A worker that answers one question whenever `serve` is called. */
function workerOf(design: Design, requests: number): { worker: WorkerLike; serve: Serve } {
  const questions: Extract<ToWorker, { ask: Ask }>[] = [];
  let request = 0;
  let newest = 0;
  const figures = (): Charts => {
    const served = design.responses_ns.slice(0, request);
    const so_far = {
      op: 2 * request,
      request,
      requests: request,
      mean_response_ns: meanOf(served),
      p99_ns: 0,
      last_response_ns: served.at(-1) ?? null,
      erases: 0,
      ram_bytes: 0,
      tallies: [],
      time_by_purpose: { all: { requests: request, total_ns: 0 } },
    };
    return { so_far, write_amplification: { now: 1, host_pages: 1 } } as unknown as Charts;
  };
  const frame = (view: View): Frame => {
    const kind = design.served < requests ? 'device-full' : 'done';
    const ended = request < design.served ? null : { kind, text: 'no block is left' };
    return {
      position: { op: 2 * request, request, requests, simulated_ns: request, ended },
      stopped_by: null,
      invariants: { broken: null },
      free_blocks: { now: 7, low: 2, high: 3 },
      bad_blocks: 0,
      replaced_blocks: 0,
      power: { flash_operations: 0, recovers: true, outcome: null },
      charts: view.charts ? figures() : null,
      marks: view.timeline_bins > 0 ? {} : null,
    } as unknown as Frame;
  };
  const place = (to: { op: number } | SyncPoint): number =>
    Math.min(design.served, 'request' in to ? to.request : 'op' in to ? Math.floor(to.op / 2) : to.time_ns);
  const answer = (ask: Ask): unknown => {
    if (ask.type === 'open') {
      request = 0;
      return { document: ask.document, geometry: { physical_pages: 64, page_bytes: 1, logical_pages: 1 } };
    }
    if (ask.type === 'breakpoints') return null;
    if (ask.type === 'follow') request = Math.max(request, Math.min(place(ask.to), request + design.stride));
    if (ask.type === 'seek') request = place(ask.to);
    return 'view' in ask ? frame(ask.view) : null;
  };
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    terminate: () => {},
    postMessage(message) {
      if ('cancel' in message) return;
      newest = Math.max(newest, message.epoch);
      questions.push(message);
    },
  };
  const serve = (): boolean => {
    const question = questions.shift();
    if (!question) return false;
    const { id, ask, epoch } = question;
    const data = isStale(ask, epoch, newest)
      ? { id, ok: false, failure: failureOf('cancelled', '') }
      : { id, ok: true, answer: answer(ask) };
    worker.onmessage?.({ data } as never);
    return true;
  };
  return { worker, serve };
}

const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

/** A page with these lanes. Nothing happens by itself: `pass` lets time go by, and one of the workers answer. */
async function pageWith(designs: readonly Design[], requests: number, random: Random) {
  const store = createStore<AppState>({ ...initialState(), screen: 'workbench', speed: Infinity });
  const serves: Serve[] = [];
  const time = { now_ms: 0 };
  const now = (): number => time.now_ms;
  const view = createViewRequest({
    state: store.get,
    stage: () => ({ kind: 'none' }),
    beside: () => ({ kind: 'none' }),
    timelineWidth: () => 800,
    now,
  });
  const lane_group = createLaneGroup({
    store,
    start: () =>
      createEngine(() => {
        const { worker, serve } = workerOf(designs[serves.length] as Design, requests);
        serves.push(serve);
        return worker;
      }),
    view,
    figuresDue: createFiguresDue({ state: store.get, now }),
    flush: () => {},
  });
  // As the page does.
  store.subscribe((after, before) => {
    if (before.playing && !after.playing) void lane_group.synchronise();
  });
  const playback = createPlayback({
    playing: () => store.get().playing,
    speed: () => store.get().speed,
    busy: lane_group.busy,
    settled: () => true,
    shown: () => store.get().frame?.position.op ?? 0,
    dwell: () => holdOf(store.get()),
    holds: () => store.get().hold !== null,
    hold: (hold) => store.update({ hold }),
    goOn: () => store.update(goneOn(store.get())),
    advance: ({ operations, budget_ms }) => void lane_group.advance(operations, budget_ms),
  });
  const headline = (): string | null => {
    const state = store.get();
    const names = designs.map((_, lane) => ({ name: `Design ${lane}`, detail: '' }));
    return headlineText(momentOf(state, names, standings(state, 'so-far'), state.playing))?.text ?? null;
  };
  async function pass(): Promise<void> {
    time.now_ms += random(40);
    playback.tick(time.now_ms);
    // One lane is much slower than the others, another one each time.
    const lane = random(3) === 0 ? random(serves.length) : serves.length - 1;
    serves[lane]?.();
    await settled();
  }
  async function rest(work: Promise<unknown> = Promise.resolve()): Promise<void> {
    let is_over = false;
    void work.finally(() => {
      is_over = true;
    });
    for (let left = 5000; left > 0 && (!is_over || lane_group.busy() || store.get().playing); left--) await pass();
    for (const serve of serves) while (serve()) await settled();
    await settled();
  }
  await rest(lane_group.openAll(designs.map((_, lane) => ({ lane }))));
  return { store, lane_group, headline, pass, rest };
}

function drawn(random: Random): { designs: Design[]; requests: number } {
  const requests = 1 + random(200);
  const lanes = 2 + random(3);
  const alike = random(5) === 0;
  // The first requests of a trace often find nothing and take no time.
  const idle = random(20);
  const designs = Array.from({ length: lanes }, (_, lane) => ({
    responses_ns: Array.from({ length: requests }, (_, at) =>
      at < idle ? 0 : 1e5 * (alike ? 1 : 1 + random(9) * (lane + 1)),
    ),
    served: requests,
    stride: 1 + random(60),
  }));
  return { designs, requests };
}

/** Collects whatever is concluded on the way of lanes that do not stand level, and a result that is told before all are there. */
function watch({ store, headline }: Awaited<ReturnType<typeof pageWith>>): string[] {
  const wrong: string[] = [];
  store.subscribe((state) => {
    const said = headline() ?? '';
    const are_there = lanesOf(state).every(({ frame }) => frame?.position.ended?.kind === 'done' && isCurrent(frame));
    if (/leads|tie|fastest/.test(said) && !areLevel(state)) wrong.push(said);
    if (said.startsWith('All requests served') && !are_there) wrong.push(said);
  });
  return wrong;
}

test('of 200 drawn comparisons, played to the end, every one ends with all lanes there and the right result', async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomNumbers(seed * 7919);
    const { designs, requests } = drawn(random);
    const page = await pageWith(designs, requests, random);
    const wrong = watch(page);
    page.store.update({ playing: true });
    const meddles = random(3) === 0;
    if (meddles) {
      // Somebody pauses, goes somewhere, and plays on.
      for (let left = random(60); left > 0; left--) await page.pass();
      page.store.update({ playing: false });
      for (let left = random(4); left > 0; left--) await page.pass();
      if (random(2) === 0) await page.rest(page.lane_group.seek({ request: random(requests + 1) }));
      if (random(2) === 0) await page.rest();
      page.store.update({ playing: true });
    }
    await page.rest();
    const lanes = lanesOf(page.store.get());
    const where = `seed ${seed}`;
    expect(wrong, where).toEqual([]);
    expect(page.store.get().playing, where).toBe(false);
    expect(
      lanes.map(({ frame }) => frame?.position.request),
      where,
    ).toEqual(designs.map(() => requests));
    expect(areLevel(page.store.get()), where).toBe(true);
    const whole = designs.map(({ responses_ns }) => meanOf(responses_ns));
    const so_far = standings(page.store.get(), 'so-far').map(({ figures }) => figures?.mean_ns);
    expect(so_far, where).toEqual(whole);
    const least = Math.min(...whole.map(Number));
    const [first] = designs.flatMap((_, lane) => (whole[lane] === least ? [`Design ${lane} (${'ABCD'[lane]})`] : []));
    const all_tie = whole.every((mean_ns) => Number(mean_ns) <= least * 1.005);
    expect(page.headline(), where).toMatch(/^All requests served\. /);
    expect(page.headline(), where).toContain(all_tie ? 'tie' : `**${first}** is fastest`);
  }
}, 60_000);

test('a lane that wears out stops none of the others, whichever it is', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomNumbers(seed * 104_729);
    const { designs, requests } = drawn(random);
    const early = random(designs.length);
    const served = random(requests);
    const worn = designs.map((design, lane) => (lane === early ? { ...design, served } : design));
    const page = await pageWith(worn, requests, random);
    page.store.update({ playing: true });
    await page.rest();
    const where = `seed ${seed}`;
    expect(page.store.get().playing, where).toBe(false);
    expect(
      lanesOf(page.store.get()).map(({ frame }) => frame?.position.request),
      where,
    ).toEqual(worn.map((design) => design.served));
    expect(page.headline(), where).toContain(`stopped early, at request ${served} of ${requests}: no block is left.`);
    const [own, ...others] = standings(page.store.get(), 'so-far').toSorted((a) =>
      a.figures?.requests === served ? -1 : 1,
    );
    expect(Object.values(own?.leads ?? {}), where).not.toContain(true);
    expect(others, where).toHaveLength(designs.length - 1);
  }
}, 60_000);
