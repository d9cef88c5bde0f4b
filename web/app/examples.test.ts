/** The ready examples, as the core plays them: each opens at what it promises, and holds there until it has been read. */

import { expect, test } from 'vitest';
import type { Frame, StepUnit } from '../engine/protocol';
import { openCore } from '../fixtures/core';
import { approaching, goneOn, holdOf, isDecision } from './dwell';
import { EXAMPLES, type Example } from './examples';
import { initialState } from './initial-state';
import { unitsOf } from './moments';
import { createPlayback } from './playback';
import type { AppState } from './state';
import { landsOn } from './step-units';

/** What each title promises, as the headline says it. */
const PROMISED: Readonly<Record<string, RegExp>> = {
  toy: /^GC picks .*block 0.*: .*1 of its 4 pages/,
  block: /B9 moves, and .*63 pages with it/,
  bast: /^All 4 log blocks are taken/,
  fast: /pages of .*6 different blocks.*rebuilding all six/,
  dftl: /^The entry of .*LPN 98.* leaves the cache: .*read and rewritten/,
  'clash-figure-2': /B21, 3 pages.* swaps places with .*B4, 2 pages/,
  clash: /B791 is flushed/,
  bplru: /B31.* is the group written least recently/,
  lbuffer: /^Session 1 is over: .*α = 0.25/,
  ttflash: /3 other pages of its stripe reconstruct it/,
  'ttflash-base': /waits 7.569 ms/,
  'figure-4': /The entry of LPN 7 is in .*map block 1.*, which is not in memory/,
  selective: /^Map block 130 is not in memory: .*block 838.*least hot/,
  scattered: /^Map block 722 is not in memory: .*block 745.*least hot/,
  journal: /^Map block 21 is not in memory: .*block 24.*least hot/,
  'pblk-limiter': /^GC picks .*line 1.*move through the ring/,
  'hot-cold': /^GC picks .*block 177.*none of its 64 pages/,
};

/** Operations before the promised one: a few seconds, at the speed at which an example comes to it. */
const LEAD_MAX = 14;
const FRAME_MS = 16;

interface Stood {
  text: string;
  ms: number;
}

/** Plays an example from its opening until what it promises has been there, on a clock of frames; how long each headline stood. */
function playInto({ document, speed, unit, opens }: Example): { stood: Stood[]; state: AppState } {
  const core = openCore(document);
  let state: AppState = {
    ...initialState(),
    screen: 'workbench',
    document,
    opened: core.opened,
    unit,
    frame: core.toRequest(opens.at_request),
    ...approaching({ into: opens.into, speed }),
    playing: true,
  };
  const update = (change: Partial<AppState>): void => {
    state = { ...state, ...change };
  };
  const playback = createPlayback({
    playing: () => state.playing,
    speed: () => state.speed,
    busy: () => false,
    settled: () => true,
    shown: () => state.frame?.position.op ?? 0,
    dwell: () => holdOf(state),
    holds: () => state.hold !== null,
    hold: (hold) => update({ hold }),
    goOn: () => update(goneOn(state)),
    advance({ operations, budget_ms }) {
      core.session.advance(operations, budget_ms);
      update({ frame: core.frame() });
    },
  });
  const stood: Stood[] = [];
  for (let now_ms = 0; state.approach && now_ms < 120_000; now_ms += FRAME_MS) {
    playback.tick(now_ms);
    const text = state.frame?.headline.text ?? '';
    const last = stood.at(-1);
    if (last?.text === text) last.ms += FRAME_MS;
    else stood.push({ text, ms: FRAME_MS });
  }
  core.session.free();
  return { stood, state };
}

const plain = (text: string): string => text.replaceAll('**', '');

test.each(EXAMPLES.map((example) => [example.id, example] as const))(
  '%s opens a little before what it promises, holds there until it is read, and goes on',
  (id, example) => {
    const { stood, state } = playInto(example);
    const at = stood.findIndex(({ text }) => PROMISED[id]?.test(plain(text)));
    expect(at, stood.map(({ text }) => text).join('\n')).toBeGreaterThanOrEqual(0);
    expect(at).toBeLessThanOrEqual(LEAD_MAX);
    expect(at, 'nothing is held for longer than what is promised').toBe(stood.length - (stood[at + 1] ? 2 : 1));
    const { text, ms } = stood[at] ?? { text: '', ms: 0 };
    const words = plain(text).split(' ').length;
    expect(ms).toBeGreaterThanOrEqual(Math.max(3000, (words / 4) * 1000));
    expect(ms).toBeLessThan(20_000);
    expect(state).toMatchObject({ approach: null, hold: null, speed: example.speed, playing: true });
  },
);

/** Where the lane stands after each of some steps. */
function landings(step: () => Frame, count: number): Frame[] {
  const frames: Frame[] = [];
  for (let left = count; left > 0; left--) {
    const frame = step();
    const stays = frame.position.op === frames.at(-1)?.position.op;
    if (stays || frame.position.ended || frame.position.op === 0) break;
    frames.push(frame);
  }
  return frames;
}

/** Moments that are told without a choice between candidates. */
const NO_CHOICE: ReadonlySet<string> = new Set(['map-miss', 'map-step', 'ttflash flush', 'ttflash-base flush']);

const OFFERED = EXAMPLES.flatMap((example) =>
  unitsOf({ opened: openCore(example.document).opened })
    .filter((unit) => landsOn(unit).length > 0)
    .map((unit) => [example.id, unit, example] as const),
);

test.each(OFFERED)('%s: a step by %s lands on its decision, forwards and back', (id, unit: StepUnit, { document }) => {
  const core = openCore(document);
  const forward = landings(() => core.step(unit, 1), 4);
  for (const frame of forward) {
    const kind = frame.operations.at(-1)?.kind ?? '';
    expect(landsOn(unit)).toContain(kind);
    const follows = unit === 'merge' && forward[0] !== frame;
    if (!follows && !NO_CHOICE.has(unit) && !NO_CHOICE.has(`${id} ${unit}`))
      expect(isDecision(frame), `${frame.position.op}: ${frame.headline.text}`).toBe(true);
  }
  // Behind the last one lies the end of the run.
  core.session.seek_operation(forward.at(-1)?.position.op ?? 0, Number.POSITIVE_INFINITY);
  const back = landings(() => core.step(unit, -1), 4);
  const there = forward.slice(0, -1).reverse();
  expect(back.map(({ position, headline }) => [position.op, headline.text])).toEqual(
    there.map(({ position, headline }) => [position.op, headline.text]),
  );
  core.session.free();
});
