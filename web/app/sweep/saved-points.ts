/**
 * Finished points, kept in the browser by the sweep's identity, so that they survive a reload. The sweeps looked at longest ago are
 * dropped when all together take more than is sensible. A browser that keeps nothing is told so once, and is as good otherwise.
 */

import type { SweepOutcome } from '../../engine/sweep';

export interface Keep {
  /** What is kept of a sweep; null where the browser keeps nothing. */
  load(id: string): Promise<SweepOutcome[] | null>;
  /** False where the browser did not take it. */
  add(id: string, point: SweepOutcome): Promise<boolean>;
}

const NAME = 'flashlab-sweeps';
const BYTES_MAX = 64 * 2 ** 20;

interface Entry {
  id: string;
  bytes: number;
  used_ms: number;
}

export function createKeep(now: () => number, bytes_max = BYTES_MAX): Keep {
  let opening: Promise<IDBDatabase> | null = null;
  /** What could not be opened is tried again with the next point, and so is what another tab had this one close. */
  const open = (): Promise<IDBDatabase> => {
    const forget = (): void => {
      opening = null;
    };
    opening ??= openDatabase(forget).catch((thrown: unknown) => {
      forget();
      throw thrown;
    });
    return opening;
  };

  async function touch(entries: IDBObjectStore, id: string, more: number): Promise<void> {
    const entry = ((await done(entries.get(id))) as Entry | undefined) ?? { id, bytes: 0, used_ms: 0 };
    entries.put({ id, bytes: entry.bytes + more, used_ms: now() });
  }

  return {
    async load(id) {
      try {
        const work = (await open()).transaction(['sweeps', 'points'], 'readwrite');
        await touch(work.objectStore('sweeps'), id, 0);
        return await done(work.objectStore('points').getAll(rangeOf(id)));
      } catch {
        return null;
      }
    },
    async add(id, point) {
      try {
        const work = (await open()).transaction(['sweeps', 'points'], 'readwrite');
        const [entries, points] = [work.objectStore('sweeps'), work.objectStore('points')];
        points.put(point, [id, point.index]);
        await touch(entries, id, sizeOf(point));
        for (const old of outdated(await done(entries.getAll()), id, bytes_max)) {
          entries.delete(old);
          points.delete(rangeOf(old));
        }
        await ended(work);
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Of which sweeps nothing is kept any more, so that the others have room: those used longest ago, never the present one. */
export function outdated(entries: readonly Entry[], present: string, bytes_max: number): string[] {
  let total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  const oldest = entries.filter(({ id }) => id !== present).sort((a, b) => a.used_ms - b.used_ms);
  return oldest.flatMap(({ id, bytes }) => {
    if (total <= bytes_max) return [];
    total -= bytes;
    return [id];
  });
}

/** Letters take two bytes at most here: reports are plain text. */
const sizeOf = (point: SweepOutcome): number => 64 + (point.report ?? '').length;

const rangeOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Number.POSITIVE_INFINITY]);

/** `closed` is called when the store is no longer to be used: a later version of the page, in another tab, may need another form of it, or the browser has cleared it. */
function openDatabase(closed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('points');
      request.result.createObjectStore('sweeps', { keyPath: 'id' });
    };
    request.onsuccess = () => {
      const store = request.result;
      store.onclose = closed;
      store.onversionchange = () => {
        store.close();
        closed();
      };
      resolve(store);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('another tab holds an older store'));
  });
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function ended(work: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    work.oncomplete = () => resolve();
    work.onabort = () => reject(work.error);
  });
}
