/**
 * Films what is on stage: goes to the first moment, on by one operation after the other, or of lanes side by side by one request, and takes pictures on the way. The page's clock
 * is held meanwhile, so that the pictures are the same on any machine. Then everything stands where it stood.
 */

import { CELLS_MAX_PAGES } from '../../engine/protocol';
import type { Path } from '../../lessons/path';
import { count } from '../../render/format';
import { extentOf } from '../lanes/extent';
import type { LaneGroup } from '../lanes/lane-group';
import { isComparing, laneInFocus } from '../lanes/side-by-side';
import { stepOf } from '../lesson/state';
import type { Clock } from '../loop';
import type { AppState } from '../state';
import type { Store } from '../store';
import { holdClock } from './held-clock';
import { FilmError, picturesMax, stills, tooLong } from './limit';
import type { FilmKind, FilmOptions } from './options';
import { pictureSource } from './picture-source';
import type { Sink } from './sink';
import { SINKS } from './sinks';
import type { FilmState, FilmUnit } from './state';

export interface Film {
  /** Opens the dialog with a proposal of from where to where. */
  open(): Promise<void>;
  /** Makes a film and hands it to the browser. What cannot be made is said in the state; nothing is thrown. */
  make(options: FilmOptions): Promise<void>;
  /** Stops; there is no file then. */
  cancel(): void;
}

export interface FilmContext {
  store: Store<AppState>;
  lane: Pick<LaneGroup, 'seek' | 'step' | 'locate' | 'refresh' | 'busy'>;
  /** The loop's; held while a film is made. */
  clock: Clock;
  /** No stage has something on its way. */
  settled: () => boolean;
  /** The parts of the page that make the picture. */
  pictured: () => HTMLElement[];
  download: (name: string, type: string, content: Blob) => void;
}

const NAMES: Readonly<Record<FilmKind, string>> = {
  gif: 'flashlab.gif',
  webm: 'flashlab.webm',
  png: 'flashlab-png.zip',
  svg: 'flashlab-svg.zip',
};

/** Parts of a large device, and figures and curves of lanes side by side, are drawn at most so often, by the clock on the wall. */
const REDRAWN_MS = 75;
const LANES_REDRAWN_MS = 300;
/** Operations, or requests, that are proposed, and those of a lesson's step that are proposed as a whole. */
const PROPOSED = 20;
const STEP_MAX = 60;
/** A motion that has not ended by then does not end. */
const MOTION_MAX_MS = 10_000;

export function createFilm({ store, lane, clock, settled, pictured, download }: FilmContext): Film {
  let stopped = new AbortController();

  const unit = (): FilmUnit => (laneInFocus(store.get()) === null ? 'request' : 'operation');
  const place = (): number =>
    unit() === 'request' ? (extentOf(store.get())?.request ?? 0) : (store.get().frame?.position.op ?? 0);
  const seek = (to: number): Promise<void> => lane.seek(unit() === 'request' ? { request: to } : { op: to });
  const tell = (change: Partial<FilmState>): void => {
    const { film } = store.get();
    if (film) store.update({ film: { ...film, ...change } });
  };

  async function record(options: FilmOptions): Promise<Blob> {
    const { kind, from, to, width, frames_per_s, headline, theme } = options;
    if (!(from < to)) throw new FilmError('The last operation has to be later than the first.');
    store.update({ theme });
    await seek(from);
    await nextFrames();
    const held = holdClock(clock);
    try {
      draw(held.tick);
      const places = pictured().filter((place) => headline || !place.matches('.headline'));
      const pictures = pictureSource(places, width);
      if (
        stills(to - from, options.motion ? 1 : options.steps_per_frame) > picturesMax(pictures.width, pictures.height)
      )
        throw new FilmError(tooLong(pictures.width, pictures.height));
      const sink = limited(await SINKS[kind]({ pictures, frames_per_s }), pictures);
      await sink.add();
      await takeSteps(options, held, sink);
      return await sink.finish();
    } finally {
      held.release();
    }
  }

  async function takeSteps(options: FilmOptions, held: ReturnType<typeof holdClock>, sink: Sink): Promise<void> {
    const { from, to, motion, steps_per_frame, frames_per_s } = options;
    const frame_ms = 1000 / frames_per_s;
    for (let at = from; at < to; ) {
      await lane.step(unit(), motion ? 1 : Math.min(steps_per_frame, to - at));
      const now = place();
      if (now <= at) break; // the run has ended
      at = now;
      draw(held.tick);
      await pause(redrawn_ms(store.get()));
      for (let ms = 0; motion && isMoving(held) && ms < MOTION_MAX_MS; ms += frame_ms) {
        held.tick(frame_ms);
        held.tick(0);
        if (isMoving(held)) await sink.add();
      }
      finishMotion(held);
      await sink.add();
      tell({ work: { done: Math.min(at, to) - from, total: to - from } });
    }
  }

  const isMoving = (held: ReturnType<typeof holdClock>): boolean => !settled() || held.moves();

  /** Where motion is not shown, the picture is that of its end. */
  function finishMotion(held: ReturnType<typeof holdClock>): void {
    for (let ms = 0; isMoving(held) && ms < MOTION_MAX_MS; ms += REDRAWN_MS) held.tick(REDRAWN_MS);
    held.tick(0);
  }

  /** Stops before a picture that is not wanted any more, or is one too many. */
  function limited(sink: Sink, { width, height }: { width: number; height: number }): Sink {
    let taken = 0;
    return {
      finish: sink.finish,
      async add() {
        await pause(0); // what was pressed meanwhile is heard
        stopped.signal.throwIfAborted();
        if (++taken > picturesMax(width, height)) throw new FilmError(tooLong(width, height));
        await sink.add();
      },
    };
  }

  /** The page's own frames: what they still wait for is drawn before their clock is held. */
  async function nextFrames(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet = lane.busy() || !settled() ? 0 : quiet + 1)
      await Promise.race([new Promise(requestAnimationFrame), pause(REDRAWN_MS)]);
  }

  /** Where a place of a lesson is; null where there is none. */
  async function located(path: Path | null | undefined): Promise<number | null> {
    if (!path) return null;
    if (unit() === 'operation') return lane.locate(path);
    const { from } = path;
    return from === 'end' ? (extentOf(store.get())?.requests ?? null) : 'request' in from ? from.request : 0;
  }

  /** The way to the answer of a lesson's step, or what comes next; at the end of the run, the last. */
  async function proposed(here: number): Promise<[from: number, to: number]> {
    const { lesson } = store.get();
    const step = lesson && stepOf(lesson);
    const [first, last] = [await located(step?.scene.at), await located(step?.prediction?.moves_to)];
    if (first !== null && last !== null && first < last && last - first <= STEP_MAX) return [first, last];
    const there = await further(here);
    return there > here ? [here, there] : [Math.max(0, here - PROPOSED), here];
  }

  async function further(here: number): Promise<number> {
    if (unit() === 'request') return Math.min(here + PROPOSED, extentOf(store.get())?.requests ?? here);
    const moves = [{ unit: 'operation', count: PROPOSED }] as const;
    return (await lane.locate({ from: { op: here }, moves })) ?? here;
  }

  return {
    async open() {
      const here = place();
      store.update({ playing: false });
      const [from, to] = await proposed(here);
      store.update({ film: { unit: unit(), from, to, work: null, said: null } });
    },
    async make(options) {
      const { theme } = store.get();
      const stands = place();
      stopped = new AbortController();
      store.update({ playing: false });
      tell({ work: { done: 0, total: Math.max(1, options.to - options.from) }, said: null });
      let said: string | null = null;
      try {
        const blob = await record(options);
        download(NAMES[options.kind], blob.type, blob);
        said = `${NAMES[options.kind]} is saved: ${count(Math.ceil(blob.size / 1000))} kB.`;
      } catch (thrown) {
        said = stopped.signal.aborted ? 'Stopped: there is no file.' : reasonOf(thrown);
      }
      store.update({ theme });
      await seek(stands);
      tell({ work: null, said });
    },
    cancel: () => stopped.abort(),
  };
}

/** Once for the state to be rendered, once for what asks for a frame of its own. */
function draw(tick: (ms: number) => void): void {
  tick(0);
  tick(0);
}

const isLarge = ({ opened }: AppState): boolean => (opened?.geometry.physical_pages ?? 0) > CELLS_MAX_PAGES;

/** How long it may take until everything has been drawn. */
const redrawn_ms = (state: AppState): number =>
  isComparing(state) && laneInFocus(state) === null ? LANES_REDRAWN_MS : isLarge(state) ? REDRAWN_MS : 0;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const reasonOf = (thrown: unknown): string =>
  thrown instanceof FilmError
    ? thrown.message
    : `The film could not be made: ${thrown instanceof Error ? thrown.message : String(thrown)}.`;
