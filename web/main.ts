/** Puts the page together and starts it. */

import './ui/tokens.css';
import './ui/forced-colours.css';
import './ui/base.css';
import './ui/layout.css';
import { keepAddress, openAddress, screenOf } from './app/address';
import type { Baselines } from './app/baselines/baselines';
import { type App, type Command, isEnabled } from './app/command';
import { runCommand } from './app/commands';
import { TRY_AGAIN } from './app/commands/offline';
import { goneOn, holdOf } from './app/dwell';
import { createFigures } from './app/figures/figures';
import { fetchFirmness, fetchKept } from './app/figures/saved-results';
import { acceptDrops } from './app/file-drop';
import { initialState } from './app/initial-state';
import { createFullRuns } from './app/lanes/full-runs';
import { createLaneGroup } from './app/lanes/lane-group';
import { laneStore } from './app/lanes/lane-store';
import { asFocused, laneInFocus } from './app/lanes/side-by-side';
import { type Clock, createLoop } from './app/loop';
import { hasStripes } from './app/moments';
import { once } from './app/once';
import { createPage } from './app/page';
import { createPlayback } from './app/playback';
import { wantedTheme } from './app/preferences';
import { commandFor, isFree } from './app/shortcuts';
import type { AppState } from './app/state';
import { createStore } from './app/store';
import { tellStored } from './app/storing';
import { createToy } from './app/toy';
import { followStyles, isUnloaded, unloadedInWords } from './app/unloaded';
import { isLessonAddress } from './app/url-state';
import type { StageContext } from './app/view';
import { createFiguresDue, createViewRequest } from './app/view-request';
import { createEngine } from './engine/client';
import { FIRST_CORE } from './engine/core';
import { failureOf } from './engine/failure';
import { createPool } from './engine/pool';
import type { StageRequest } from './engine/protocol';
import { spawn } from './engine/spawn';
import { forcedColours } from './render/colours';
import { tellCutText } from './ui/cut-text';
import { firstPaint, painted } from './ui/painted';
import { createShell } from './views/shell';

tellCutText(document);
followStyles(document.head);
void import('./views/glossary/tell-terms').then(
  ({ tellTerms }) => tellTerms(document),
  () => {}, // without it, terms say nothing when pointed at
);

const NOTICE_MS = 4000;
const WHOLE_CORE_AFTER_MS = 1500;
const POOL_MAX = 4;
/** Keeping files for use without network waits until what is in sight has come. */
const KEEP_AFTER_MS = 5000;
/** What is asked of a stage that is not there yet. */
const NOTHING: StageRequest = { kind: 'none' };

const switches = new URLSearchParams(location.search);
const store = createStore<AppState>({
  ...initialState(),
  theme: wantedTheme(switches),
  embedded: switches.get('embed') === '1',
  screen: screenOf(location.hash),
});
/** The core, most of what a visit transfers, does not keep waiting what can be read without it. */
const read = isLessonAddress(location.hash)
  ? painted('.reader')
  : store.get().screen === 'workbench'
    ? painted('.app')
    : firstPaint();
const start = () => createEngine(spawn('whole', read));
/** The state as the lane in focus sees it. */
const focused = laneStore(store, () => laneInFocus(store.get()) ?? 0);
/** Answers what concerns no lane. */
const engine = start();
const pool = createPool(() => createEngine(spawn('figures', read)), Math.min(POOL_MAX, navigator.hardwareConcurrency));
const page = createPage(store.get);
const figures = createFigures({
  engine,
  pool,
  store,
  now: () => performance.now(),
  kept: (system) => fetchKept(system, page.fetchFile),
  keptFirmness: (system) => fetchFirmness(system, page.fetchFile),
});

const context: StageContext = {
  run: (id, args) => void run(id, args),
  update: focused.update,
  state: focused.get,
  motion: page.motion,
  play: (moving) => loop.play(moving),
};
const shell = createShell(context, createToy(createEngine(spawn(FIRST_CORE, read))), page.link);

/** The loop's; a film takes its place while it is made. */
const clock: Clock = { frame: (callback) => requestAnimationFrame(callback), now: () => performance.now() };
let drawn: AppState | null = null;
const loop = createLoop(
  {
    tick: (now_ms) => playback.tick(now_ms),
    draw() {
      const state = store.get();
      shell.render(state, drawn);
      drawn = state;
    },
    meter: (frame_meter) => store.update({ frame_meter }),
  },
  clock,
);
const view = createViewRequest({
  state: store.get,
  stage: () => shell.workbench()?.stage.request() ?? NOTHING,
  beside: (index) => shell.workbench()?.compare.request(index) ?? NOTHING,
  timelineWidth: () => shell.workbench()?.transport.timelineWidth() ?? 0,
  now: () => performance.now(),
});
const figuresDue = createFiguresDue({ state: store.get, now: () => performance.now() });
const lane = createLaneGroup({ store, start, view, figuresDue, flush: loop.flush });
const full_runs = createFullRuns({ pool, store });
/** What cannot be estimated is refused when it is opened, and says why then. */
const estimate: App['estimate'] = (document) => engine.ask({ type: 'estimate', document }).catch(() => null);
const playback = createPlayback({
  playing: () => store.get().playing,
  speed: () => store.get().speed,
  busy: lane.busy,
  settled: shell.settled,
  shown: () => store.get().frame?.position.op ?? 0,
  dwell: () => holdOf(store.get()),
  holds: () => store.get().hold !== null,
  hold: (hold) => store.update({ hold }),
  goOn: () => store.update(goneOn(store.get())),
  advance: ({ operations, budget_ms }) => void lane.advance(operations, budget_ms),
});
const sweep = once(() =>
  import('./app/sweep').then(({ createKeep, createSweep }) =>
    createSweep({ engine, pool, store, keep: createKeep(Date.now), now: () => performance.now() }),
  ),
);
const challenges = once(() =>
  import('./app/challenge/challenge').then(({ createChallenges }) => createChallenges({ engine, pool, store })),
);
const unwatched = once(() =>
  import('./app/unwatched/unwatched').then(({ createUnwatched }) =>
    createUnwatched({ start: () => createEngine(spawn('unwatched', read)), store, now: () => performance.now() }),
  ),
);
const lecture = once(() =>
  import('./app/lecture/lecture').then(({ createLecture }) =>
    createLecture({ store, press, href: () => location.href, now_ms: Date.now }),
  ),
);
const film = once(() =>
  import('./app/film/film').then(({ createFilm }) =>
    createFilm({ store: focused, lane, clock, settled: shell.settled, ...page }),
  ),
);
/** What runs beside the lane is loaded with the first device that has something to be compared with. */
const baselines = once(() =>
  import('./app/baselines/baselines').then(({ createBaselines }) => createBaselines({ pool, store })),
);
let running_beside: Baselines | null = null;
const app: App = {
  store: focused,
  whole: store,
  lane,
  figures,
  sweep,
  challenges,
  unwatched,
  lecture,
  film,
  full_runs,
  baselines: {
    pause: () => running_beside?.pause(),
    resume: () => (running_beside ? running_beside.resume() : bringBaselines()),
  },
  estimate,
  run: (id, args) => runCommand(app, id, args),
  openLink: (how) => untilDone(openAddress(app, location.hash, how)),
  page,
};

/** Commands and links that have begun and not ended: some wait for code to be loaded before they do anything that shows. */
let under_way = 0;

async function untilDone(work: Promise<void>): Promise<void> {
  under_way += 1;
  await work.finally(() => {
    under_way -= 1;
  });
}

function tellUnloaded(thrown: unknown, again: AppState['again']): void {
  store.update({ failure: failureOf('unloaded', unloadedInWords(thrown)), again });
}

/** Runs a command; one that was misused or broke says so where everything else does. */
async function run(id: string, args?: unknown): Promise<void> {
  try {
    await untilDone(runCommand(app, id, args));
  } catch (thrown) {
    if (isUnloaded(thrown)) tellUnloaded(thrown, id === TRY_AGAIN ? store.get().again : { id, args });
    else store.update({ failure: failureOf('run', `${id}: ${thrown instanceof Error ? thrown.message : thrown}`) });
  }
}

/** Does what a key does that was pressed in another window. */
function press(key: string): void {
  const command = commandFor(
    { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, target: null },
    canRun,
  );
  if (command) context.run(command.id);
}

let notice_ends: ReturnType<typeof setTimeout> | undefined;

/** Changes of these change what the stage must be sent, though the lane stands still. */
const VIEW_KEYS = ['colour_by', 'isolate', 'theme', 'presenting', 'stage_view', 'gantt_open', 'focus'] as const;

/** What runs beside the lane follows what is open in it. */
async function followBaselines(): Promise<void> {
  running_beside = await baselines();
  running_beside.follow();
}

function bringBaselines(): void {
  followBaselines().catch((thrown) =>
    store.update({ baselines: { ...store.get().baselines, refused: unloadedInWords(thrown) } }),
  );
}

/** A sweep that was never loaded computes nothing. */
async function stopSweep(): Promise<void> {
  if (store.get().sweep.work) (await sweep()).stop();
}

/** So does a challenge. */
async function stopChallenge(): Promise<void> {
  if (store.get().challenge.works) (await challenges()).stop();
}

store.subscribe((whole, before) => {
  loop.request();
  const [now, previous] = [asFocused(whole), asFocused(before)];
  const begins = (now.frame === null) !== (previous.frame === null);
  const moved_on = begins || now.opened !== previous.opened || now.screen !== previous.screen;
  const alone = now.beside.length === 0;
  if (moved_on && alone && (running_beside || hasStripes(now))) bringBaselines();
  if (now.beside !== previous.beside || now.opened !== previous.opened || now.screen !== previous.screen)
    full_runs.follow();
  // What a page in a frame opens is the choice of the page around it.
  if (begins && now.frame && !now.embedded)
    void import('./app/recent/remember').then(
      ({ remember }) => tellStored(store, remember(whole, Date.now())),
      () => {},
    );
  if (previous.playing && !now.playing) void lane.synchronise();
  // What nobody looks at is not computed; on coming back it goes on.
  if (previous.screen === 'figures' && now.screen !== 'figures') figures.stop();
  if (previous.screen === 'sweep' && now.screen !== 'sweep') void stopSweep();
  if (previous.screen === 'challenge' && now.screen !== 'challenge') void stopChallenge();
  if (now.screen === 'workbench' && now.schema === null && now.screen !== previous.screen) void lane.loadSchema();
  // A page of a large device is asked about when it comes under the pointer, and again when the run has moved on.
  const asks = now.hovered_page !== previous.hovered_page || (now.frame !== previous.frame && !now.playing);
  if (asks && now.hovered_page !== null && now.frame?.stage?.kind !== 'cells') void lane.inspect(now.hovered_page);
  // So is the stripe of a logical page that is looked at.
  const asks_stripe = now.asked_lpn !== previous.asked_lpn || (now.frame !== previous.frame && !now.playing);
  if (asks_stripe && now.asked_lpn !== null) void lane.stripe(now.asked_lpn);
  // And a block of the map.
  const asks_block = now.asked_block !== previous.asked_block || (now.frame !== previous.frame && !now.playing);
  if (asks_block && now.asked_block !== null) void lane.mapBlock(now.asked_block);
  // And what a formula makes of the moment, while it is typed.
  const { formula, frame } = now;
  const moved = frame !== previous.frame && (!now.playing || frame?.charts);
  const { of, text, k } = previous.formula;
  const is_new = formula.of !== of || formula.text !== text || formula.k !== k;
  if (formula.is_open && (is_new || moved || !previous.formula.is_open)) void lane.rank(formula);
  if (VIEW_KEYS.some((key) => now[key] !== previous[key]) && !now.playing)
    requestAnimationFrame(() => void lane.refresh());
  if (now.notice && now.notice !== previous.notice) {
    clearTimeout(notice_ends); // an earlier notice's end is not this one's
    notice_ends = setTimeout(() => store.update({ notice: null }), NOTICE_MS);
  }
});
// The system's theme is none of the page's state, and yet all that is painted follows it.
for (const query of [matchMedia('(prefers-color-scheme: dark)'), forcedColours()])
  query.addEventListener('change', () => {
    loop.request();
    void lane.refresh();
  });
document.querySelector('#first-look')?.replaceWith(shell.element);
shell.element.addEventListener('request-changed', () => void lane.refresh());
acceptDrops(shell.element, context.run);
const canRun = (command: Command): boolean => isEnabled(command, focused.get());
document.addEventListener('keydown', (event) => {
  const command = commandFor(event, canRun);
  if (!command) {
    // Whoever has read what play holds for presses any key.
    if (store.get().hold && isFree(event)) context.run('transport.go-on');
    return;
  }
  if (event.repeat && lane.busy()) return;
  event.preventDefault();
  context.run(command.id);
});
if (switches.get('testing') === '1')
  void import('./app/testing').then(({ exposeForTesting }) =>
    exposeForTesting(app, () => under_way === 0 && shell.settled() && engine.waiting() === 0),
  );

loop.request();
keepAddress(store);
window.addEventListener('hashchange', () => void app.openLink(null));
// The start page is to be there first; the whole core, which knows the schema, comes when it stands or is left.
if (store.get().screen === 'start') setTimeout(() => void lane.loadSchema(), WHOLE_CORE_AFTER_MS);
else void lane.loadSchema();
const opening = app.openLink(null);

if (store.get().embedded) {
  const embedded = import('./embedded').then(({ embed }) => embed({ app, opening, settled: shell.settled }));
  window.addEventListener('message', (event) => void embedded.then((receive) => receive(event)));
}
// Not in development, where files change.
if (import.meta.env.PROD)
  setTimeout(
    () =>
      void import('./app/offline/keep').then(
        ({ keepOffline }) => keepOffline(store),
        () => {},
      ),
    KEEP_AFTER_MS,
  );
