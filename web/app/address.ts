/** Keeping the page and its address the same: opening what an address says, and saying what is open. */

import { failureOf } from '../engine/failure';
import { type App, runCommand } from './commands';
import { SAMPLES } from './examples';
import { hashOf } from './page';
import type { AppState } from './state';
import { traceChoice } from './trace-document';
import { decodeUrlState, UrlError, type UrlState } from './url-state';

/** Opens what `hash` says; a hash that cannot be read ends in a failure with a way on. No hash is the start page. */
export async function openAddress(app: App, hash: string): Promise<void> {
  let wanted: UrlState | null;
  try {
    wanted = decodeUrlState(hash);
  } catch (thrown) {
    const text = thrown instanceof UrlError ? thrown.message : String(thrown);
    app.store.update({ screen: 'workbench', failure: failureOf('document', text) });
    return;
  }
  if (!wanted) {
    app.store.update({ screen: 'start' });
    return;
  }
  const { document, op, speed, unit, colour_by } = wanted;
  app.store.update({ screen: 'workbench', document, speed, unit, colour_by });
  if (await bringTrace(app, wanted)) await openAt(app, document, op);
}

async function openAt({ lane }: App, document: UrlState['document'], op: number): Promise<void> {
  if ((await lane.open(document)) && op > 0) await lane.seek({ op });
}

/** An address names a trace without holding it: samples are fetched, others asked for. False while the file is awaited. */
async function bringTrace(app: App, { document }: UrlState): Promise<boolean> {
  const choice = traceChoice(document);
  if (!choice) return true;
  if (SAMPLES.some(({ name }) => name === choice.name)) {
    // Reading it opens the experiment, which waits for a trace of this name.
    await runCommand(app, 'trace.sample', { name: choice.name });
    app.store.update({ trace: null });
    return false;
  }
  const text = `This experiment replays the trace ${choice.name}, which the link does not hold. Drop that file on the page to run it.`;
  app.store.update({ failure: failureOf('trace', text) });
  return false;
}

/** Writes the state into the address whenever it rests; while it plays, the address stays. */
export function keepAddress(store: App['store']): void {
  let written = location.hash;
  store.subscribe((now, previous) => {
    if (now.playing || now.loading || !differs(now, previous)) return;
    const hash = now.screen === 'workbench' && now.opened ? `#${hashOf(now)}` : '';
    if (now.screen === 'workbench' && !now.opened) return;
    if (hash === written) return;
    written = hash;
    history.replaceState(null, '', hash || location.pathname + location.search);
  });
}

const KEPT = ['screen', 'document', 'frame', 'playing', 'speed', 'unit', 'colour_by', 'opened'] as const;

const differs = (now: AppState, previous: AppState): boolean => KEPT.some((key) => now[key] !== previous[key]);
