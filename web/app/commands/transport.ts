/** Moving in time. */

import type { Breakpoint, Frame, StepUnit } from '../../engine/protocol';
import { count } from '../../render/format';
import { argument, numberArgument, wordArgument } from '../arguments';
import type { App, Command } from '../command';
import { goneOn, notApproaching } from '../dwell';
import type { Place } from '../lane';
import { lanesOf } from '../lanes/side-by-side';
import { momentOf, unitOf } from '../moments';
import { LAST_NOTCH, notchOf, SPEED_MIN, speedAt } from '../speed';
import type { AppState } from '../state';
import { landsOn, UNITS, type Unit, unitName } from '../step-units';
import { toDivergence } from './compare';

const opened = (state: AppState): boolean => state.opened !== null && state.screen === 'workbench';
const atStart = (state: AppState): boolean => state.frame === null || state.frame.position.op === 0;
const canGoBack = (state: AppState): boolean => opened(state) && !atStart(state);
/** Of lanes side by side, any of them: one that has ended stops nobody. */
const canGoOn = (state: AppState): boolean =>
  opened(state) && lanesOf(state).some(({ frame }) => frame?.position.ended == null);

/** Whoever goes somewhere else leaves what an example was on the way to. */
const stop = ({ store }: App): void => store.update({ playing: false, ...notApproaching(store.get()) });

async function step(app: App, unit: StepUnit, count: number): Promise<void> {
  const { lane, store } = app;
  const { frame } = store.get();
  stop(app);
  await lane.step(unit, count);
  const now = store.get().frame;
  if (count < 0 || now?.position.ended?.kind !== 'done' || isMomentOf(unit, now)) return;
  // The run has ended without another one: whoever looks for it stays where the last one was seen, and is told.
  await lane.seek({ op: frame?.position.op ?? 0 });
  store.update({ notice: `No further ${unitName(unit)} in this run` });
}

/** Whether a frame stands where a step of a sort lands; operations and requests are everywhere. */
function isMomentOf(unit: StepUnit, { operations }: Frame): boolean {
  const kinds = landsOn(unit);
  const last = operations.at(-1);
  return kinds.length === 0 || (last !== undefined && kinds.includes(last.kind));
}

/** A step of what was chosen: where that is a place at which lanes part, to the nearest one. */
const stepBy = (app: App, unit: Unit, direction: 1 | -1): Promise<void> =>
  unit === 'divergence' ? toDivergence(app, direction) : step(app, unit, direction);

async function goTo(app: App, place: Place): Promise<void> {
  stop(app);
  await app.lane.seek(place);
}

/** On to the next moment at which a block is chosen; where it is not chosen again, back to where one stood, and that is said. */
async function toNextChoice(app: App, block: number): Promise<void> {
  const { lane, store } = app;
  const { breakpoints, frame } = store.get();
  stop(app);
  await lane.setBreakpoints([{ kind: 'block-chosen', block }]);
  try {
    await lane.runToEnd();
  } finally {
    await lane.setBreakpoints([...breakpoints]);
  }
  if (store.get().frame?.position.ended == null) return;
  await lane.seek({ op: frame?.position.op ?? 0 });
  store.update({ notice: `Block ${count(block)} is not chosen again` });
}

/** A look-up has nine steps. */
const MAP_STEPS = 9;

/** Go to a step of the look-up that is told: back to its moment, or on until it is done. */
async function toMapStep(app: App, wanted: number): Promise<void> {
  const walk = () => app.store.get().frame?.layer.openchannel?.map?.walk ?? null;
  const told = walk();
  const op = told?.ops[wanted - 1];
  if (typeof op === 'number') return goTo(app, { op: op + 1 });
  for (let left = MAP_STEPS; left > 0; left--) {
    await step(app, 'map-step', 1);
    const now = walk();
    if (!now || now.op !== told?.op || now.step >= wanted) return;
  }
}

const changeSpeed =
  (notches: number) =>
  ({ store }: App): void => {
    const notch = Math.min(Math.max(notchOf(store.get().speed) + notches, 0), LAST_NOTCH);
    store.update({ speed: speedAt(notch), approach: null });
  };

/** Plays or pauses; where play holds, it goes on. */
function play({ store }: App): void {
  const state = store.get();
  store.update(state.playing && state.hold ? goneOn(state) : { playing: !state.playing });
}

export const TRANSPORT_COMMANDS: readonly Command[] = [
  {
    id: 'transport.play',
    title: 'Play or pause; continue where play holds for reading',
    keys: ['Space'],
    group: 'Time',
    enabled: (state) => opened(state) && (state.playing || canGoOn(state)),
    run: play,
  },
  {
    id: 'transport.pause',
    title: 'Pause',
    run: ({ store }) => store.update({ playing: false }),
  },
  {
    id: 'transport.go-on',
    title: 'Continue where play holds for reading',
    enabled: ({ hold }) => hold !== null,
    run: ({ store }) => store.update(goneOn(store.get())),
  },
  {
    id: 'transport.back',
    title: 'Step back',
    keys: ['ArrowLeft'],
    group: 'Time',
    enabled: canGoBack,
    run: (app) => stepBy(app, unitOf(app.store.get()), -1),
  },
  {
    id: 'transport.forward',
    title: 'Step forward',
    keys: ['ArrowRight'],
    group: 'Time',
    enabled: canGoOn,
    run: (app) => stepBy(app, unitOf(app.store.get()), 1),
  },
  {
    id: 'transport.back-request',
    title: 'Back one request',
    keys: ['Shift+ArrowLeft'],
    group: 'Time',
    enabled: canGoBack,
    run: (app) => step(app, 'request', -1),
  },
  {
    id: 'transport.forward-request',
    title: 'Forward one request',
    keys: ['Shift+ArrowRight'],
    group: 'Time',
    enabled: canGoOn,
    run: (app) => step(app, 'request', 1),
  },
  {
    id: 'transport.next-gc',
    title: 'Next GC run, merge or swap',
    keys: ['g'],
    group: 'Time',
    enabled: canGoOn,
    run: (app) => step(app, momentOf(app.store.get()), 1),
  },
  {
    id: 'transport.next',
    title: 'Next moment of a kind',
    enabled: canGoOn,
    run: (app, args) => stepBy(app, wordArgument(args, 'unit', UNITS), 1),
  },
  {
    id: 'transport.next-choice',
    title: 'Next moment at which a block is chosen',
    enabled: canGoOn,
    run: (app, args) => toNextChoice(app, numberArgument(args, 'block')),
  },
  {
    id: 'transport.map-step',
    title: 'Go to a step of the look-up',
    enabled: opened,
    run: (app, args) => toMapStep(app, numberArgument(args, 'step')),
  },
  {
    id: 'transport.start',
    title: 'Go to the start',
    keys: ['Home'],
    group: 'Time',
    enabled: canGoBack,
    run: (app) => goTo(app, { op: 0 }),
  },
  {
    id: 'transport.end',
    title: 'Run to the end',
    keys: ['End'],
    group: 'Time',
    enabled: canGoOn,
    run: (app) => {
      stop(app);
      return app.lane.runToEnd();
    },
  },
  {
    id: 'transport.seek',
    title: 'Go to an operation',
    enabled: opened,
    run: (app, args) => goTo(app, { op: numberArgument(args, 'op') }),
  },
  {
    id: 'transport.seek-request',
    title: 'Go to a request',
    enabled: opened,
    run: (app, args) => goTo(app, { request: numberArgument(args, 'request') }),
  },
  {
    id: 'transport.unit',
    title: 'Choose what a step is',
    run: ({ store }, args) => store.update({ unit: wordArgument(args, 'unit', UNITS) }),
  },
  {
    id: 'transport.speed',
    title: 'Choose the speed',
    run: ({ store }, args) =>
      store.update({ speed: Math.max(numberArgument(args, 'speed'), SPEED_MIN), approach: null }),
  },
  { id: 'transport.faster', title: 'Faster', keys: ['+', '='], group: 'Time', run: changeSpeed(3) },
  { id: 'transport.slower', title: 'Slower', keys: ['-'], group: 'Time', run: changeSpeed(-3) },
  {
    id: 'transport.add-breakpoint',
    title: 'Stop when something happens',
    run: ({ store, lane }, args) =>
      lane.setBreakpoints([...store.get().breakpoints, argument(args, 'breakpoint') as Breakpoint]),
  },
  {
    id: 'transport.remove-breakpoint',
    title: 'Remove a stop condition',
    run: ({ store, lane }, args) => {
      const index = numberArgument(args, 'index');
      return lane.setBreakpoints(store.get().breakpoints.filter((_, at) => at !== index));
    },
  },
  {
    id: 'transport.cancel',
    title: 'Stop the work in progress',
    run: ({ lane }) => lane.stop(),
  },
];
