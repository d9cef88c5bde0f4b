/** What keeping traces does; loaded with the first time that the browser is asked for any. */

import { failureOf } from '../../engine/failure';
import type { App } from '../command';
import type { KeptTrace } from './state';
import { createKeptTraces, NotKept } from './store';

const kept = createKeptTraces(storageOf() ?? nothingKept(), Date.now);

/** Browsers have no store where a page did not come by https, and some throw where it is blocked. */
function storageOf(): StorageManager | null {
  try {
    return navigator.storage ?? null;
  } catch {
    return null;
  }
}

function nothingKept(): Pick<StorageManager, 'getDirectory' | 'estimate'> {
  const refuse = (): Promise<never> => Promise.reject(new Error('it has no store for files'));
  return { getDirectory: refuse, estimate: refuse };
}

export async function list({ store }: App): Promise<void> {
  store.update({ kept_traces: await kept.list() });
}

/** Keeps the trace that was read last; where the disk is slow, once all the same. */
export async function keep(app: App): Promise<void> {
  const { trace_file, trace_view, keeping } = app.store.get();
  const { report } = trace_view;
  if (!trace_file || !report || keeping) return;
  const { file, name, columns = null } = trace_file;
  const requests = report.devices.reduce((sum, device) => sum + device.requests, 0);
  app.store.update({ keeping: true });
  await tried(app, () => kept.add(file, { name, columns, format: report.format, requests }));
  app.store.update({ keeping: false });
}

/** A kept trace's file, or null, with a word, where it is gone: another tab may have deleted it. */
export async function read(app: App, trace: KeptTrace): Promise<File | null> {
  let file: File | null = null;
  await tried(app, async () => {
    file = await kept.read(trace.id);
  });
  return file;
}

/** The kept trace of that name, the newest of several. */
export async function named(app: App, name: string): Promise<KeptTrace | null> {
  await list(app);
  return app.store.get().kept_traces?.find((trace) => trace.name === name) ?? null;
}

export const rename = (app: App, trace: KeptTrace, name: string): Promise<void> =>
  tried(app, () => kept.rename(trace, name));

export const remove = (app: App, trace: KeptTrace): Promise<void> => tried(app, () => kept.remove(trace.id));

async function tried(app: App, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    app.store.update({ failure: failureOf('run', inWords(thrown)) });
  }
  await list(app);
}

function inWords(thrown: unknown): string {
  if (thrown instanceof NotKept) return thrown.message;
  const is_gone = thrown instanceof DOMException && thrown.name === 'NotFoundError';
  return is_gone
    ? 'This trace is no longer kept: another tab has deleted it, or the browser has cleared it.'
    : `The kept trace cannot be used: ${String(thrown)}`;
}
