/** Keeping the page and its address the same: opening what an address says, and saying what is open. */

import { failureOf } from '../engine/failure';
import { quoted } from '../render/quoted';
import { isChallengeAddress, isChallengeList } from './challenge/address';
import type { Agreed, App } from './command';
import { comesAlong, EXAMPLES } from './examples';
import type { Place } from './lane';
import { lanesOf } from './lanes/side-by-side';
import { NEW_LANE } from './lanes/state';
import { UrlError } from './link-pairs';
import { hashOf } from './page';
import type { AppState } from './state';
import { traceChoice } from './trace-document';
import { isUnloaded, unloadedInWords } from './unloaded';
import {
  decodeExampleAddress,
  decodeFigureAddress,
  decodeLessonAddress,
  decodeSweepAddress,
  decodeUrlState,
  decodeWayBack,
  isExampleAddress,
  isFigureAddress,
  isLessonAddress,
  isSweepAddress,
  isTraceAddress,
  type UrlState,
} from './url-state';

/**
 * Opens what `hash` says; a hash that cannot be read ends in a failure with a way on. No hash is the start page. What takes long, or much memory, is not
 * begun before somebody has agreed to it.
 */
export async function openAddress(app: App, hash: string, agreed: Agreed | null = null): Promise<void> {
  try {
    if (isFigureAddress(hash)) await openFigure(app, hash);
    else if (isLessonAddress(hash)) await app.run('lesson.open', decodeLessonAddress(hash));
    else if (isSweepAddress(hash)) await app.run('sweep.show', { sweep: decodeSweepAddress(hash) });
    else if (isTraceAddress(hash)) await app.run('trace.show', { hash });
    else if (isChallengeList(hash)) await app.run('challenge.list');
    else if (isChallengeAddress(hash)) await app.run('challenge.open', { address: hash });
    else if (isExampleAddress(hash)) await openExample(app, decodeExampleAddress(hash));
    else {
      const back = decodeWayBack(hash);
      if (back) await app.run('lesson.leave-behind', back);
      else app.store.update({ left_lesson: null });
      await openState(app, decodeUrlState(hash), agreed);
    }
  } catch (thrown) {
    if (isUnloaded(thrown)) {
      const failure = failureOf('unloaded', unloadedInWords(thrown));
      app.store.update({ failure, again: { id: 'link.retry', args: undefined } });
      return;
    }
    const text = thrown instanceof UrlError ? thrown.message : String(thrown);
    app.store.update({ screen: 'workbench', failure: failureOf('document', text) });
  }
}

function openFigure(app: App, hash: string): Promise<void> {
  return app.run('figures.open', { ...decodeFigureAddress(hash), waits: true });
}

async function openExample(app: App, id: string): Promise<void> {
  const ids = EXAMPLES.map((example) => example.id);
  if (!ids.includes(id))
    throw new UrlError(`This link says example = ${quoted(id)}; expected one of ${ids.join(', ')}.`);
  await app.run('experiment.example', { id, play: false });
}

async function openState(app: App, wanted: UrlState | null, agreed: Agreed | null): Promise<void> {
  if (!wanted) {
    app.store.update({
      screen: 'start',
      playing: false,
      failure: null,
      unwatched: null,
      lesson: null,
      left_lesson: null,
    });
    return;
  }
  const { document, beside, op, request: _, ...settings } = wanted;
  app.whole.update({ ...settings, screen: 'workbench', lesson: null, document, beside: lanesFrom(beside) });
  const { needsConfirmation } = await import('./confirm-cost');
  if (!agreed && (await needsConfirmation(app, { documents: [document, ...beside], op }))) return;
  const at = agreed?.smaller ? await madeSmaller(app, wanted) : agreed?.at_start ? { ...wanted, ...START } : wanted;
  // A trace that was read for its number of requests is not read again.
  const is_read = agreed !== null && app.whole.get().trace_file?.name === traceChoice(document)?.name;
  if (is_read || (await bringTrace(app, at))) await openAt(app, at);
}

const lanesFrom = (documents: UrlState['beside']) => documents.map((document) => ({ ...NEW_LANE, document }));

/** What is opened in the place of `wanted`, at its start. */
async function madeSmaller(app: App, wanted: UrlState): Promise<UrlState> {
  const documents = [wanted.document, ...wanted.beside];
  const { smallerOne } = await import('./confirm-cost');
  const smaller = await smallerOne(app, documents);
  const [document = wanted.document, ...beside] = smaller?.documents ?? documents;
  app.whole.update({ document, beside: lanesFrom(beside) });
  return { ...wanted, document, beside, ...START };
}

const START: Pick<UrlState, 'op' | 'request'> = { op: 0, request: null };

/** Where the lanes stand; null is the start of the run. */
const placeOf = ({ op, request }: UrlState): Place | null => (request !== null ? { request } : op > 0 ? { op } : null);

async function openAt({ lane }: App, wanted: UrlState): Promise<void> {
  const place = placeOf(wanted);
  if ((await lane.openAll([wanted.document, ...wanted.beside])) && place) await lane.seek(place);
}

/** An address names a trace without holding it: those that come along are fetched, those that are kept are read, others asked for. False while the file is awaited. */
async function bringTrace(app: App, wanted: UrlState): Promise<boolean> {
  const choice = traceChoice(wanted.document);
  const place = placeOf(wanted);
  if (!choice) return true;
  if (place) seekWhenOpened(app, wanted.document, place);
  if (comesAlong(choice.name)) {
    // Reading it opens the experiment, which waits for a trace of this name.
    await app.run('trace.sample', { name: choice.name });
    app.store.update({ trace: null });
    return false;
  }
  const { named } = await import('./kept-traces');
  const kept = await named(app, choice.name);
  if (kept) {
    await app.run('kept-traces.open', { id: kept.id });
    app.store.update({ trace: null });
    return false;
  }
  const text = `This experiment replays the trace ${quoted(choice.name)}, which the link does not hold. Drop that file on the page to run it.`;
  app.store.update({ failure: failureOf('trace', text) });
  return false;
}

/** The trace may come at any time, or never: goes to `place` once its experiment stands at the start. */
function seekWhenOpened({ whole: store, lane }: App, document: UrlState['document'], place: Place): void {
  const stop = store.subscribe((now) => {
    if (now.document !== document) stop();
    else if (lanesOf(now).every(({ frame }) => frame !== null)) {
      stop();
      void lane.seek(place);
    }
  });
}

/**
 * Writes the state into the address whenever it rests; while it plays, the address stays, until the page is out of sight: a browser may end a
 * hidden tab, and loads it from its address when somebody comes back.
 */
export function keepAddress(store: App['store']): void {
  const write = (now: AppState): void => {
    if (now.loading) return;
    if (now.screen === 'workbench' && !now.opened) return;
    // What an address says of a trace that is not there yet stays.
    if (now.screen === 'trace' && !now.trace_view.report) return;
    const hash = now.screen === 'start' ? '' : `#${hashOf(now)}`;
    if (hash === location.hash) return;
    const address = hash || location.pathname + location.search;
    // Going from one screen to another is a step that the browser's Back undoes; moments are not.
    if (isAnother(hash, location.hash)) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  };
  store.subscribe((now, previous) => {
    if (!now.playing && differs(now, previous)) write(now);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') write(store.get());
  });
}

export function screenOf(hash: string): AppState['screen'] {
  if (isFigureAddress(hash)) return 'figures';
  if (isSweepAddress(hash)) return 'sweep';
  if (isTraceAddress(hash)) return 'trace';
  if (isChallengeAddress(hash)) return 'challenge';
  return hash === '' ? 'start' : 'workbench';
}

/** From the list of challenges to one of them is a step, too. */
const isAnother = (hash: string, before: string): boolean =>
  screenOf(hash) !== screenOf(before) ||
  (isChallengeAddress(hash) && isChallengeList(hash) !== isChallengeList(before));

const KEPT = [
  'screen',
  'document',
  'beside',
  'focus',
  'meet_by',
  'frame',
  'playing',
  'speed',
  'unit',
  'colour_by',
  'stage_view',
  'opened',
  'figures',
  'sweep',
  'challenge',
  'trace_view',
  'lesson',
  'left_lesson',
] as const;

const differs = (now: AppState, previous: AppState): boolean => KEPT.some((key) => now[key] !== previous[key]);
