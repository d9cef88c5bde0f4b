/**
 * Kept traces, in the browser's own file system of this page (OPFS): each is a file with its bytes as they were dropped, and one beside it with its
 * facts. Nothing of it leaves the browser.
 */

import { bytes } from '../../render/format';
import { type KeptTrace, NAME_MAX, type TraceFacts } from './state';

export interface KeptTraces {
  /** The newest first; empty where the browser keeps nothing. */
  list(): Promise<KeptTrace[]>;
  /** Throws a `NotKept` where the browser does not take it. */
  add(file: Blob, facts: TraceFacts): Promise<KeptTrace>;
  read(id: string): Promise<File>;
  rename(trace: KeptTrace, name: string): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Why a trace is not kept, in a sentence. */
export class NotKept extends Error {}

const FOLDER = 'traces';
const FACTS = '.json';

export function createKeptTraces(
  storage: Pick<StorageManager, 'getDirectory' | 'estimate'>,
  now: () => number,
): KeptTraces {
  const folder = async (): Promise<FileSystemDirectoryHandle> =>
    (await storage.getDirectory()).getDirectoryHandle(FOLDER, { create: true });

  async function write(name: string, content: Blob | string): Promise<void> {
    const handle = await (await folder()).getFileHandle(name, { create: true });
    const writable = await handle.createWritable();
    try {
      await writable.write(content);
      await writable.close();
    } catch (thrown) {
      await writable.abort().catch(() => {});
      throw thrown;
    }
  }

  async function remove(id: string): Promise<void> {
    const inside = await folder();
    // One of the two may never have been written.
    for (const name of [id + FACTS, id]) await inside.removeEntry(name).catch(() => {});
  }

  const putFacts = ({ id, bytes: _, ...facts }: KeptTrace): Promise<void> => write(id + FACTS, JSON.stringify(facts));

  async function factsOf(inside: FileSystemDirectoryHandle, file: string): Promise<KeptTrace[]> {
    const id = file.slice(0, -FACTS.length);
    try {
      const facts: unknown = JSON.parse(await textOf(inside, file));
      const { size } = await (await inside.getFileHandle(id)).getFile();
      return areFacts(facts) ? [{ ...facts, id, bytes: size }] : [];
    } catch {
      return [];
    }
  }

  return {
    async list() {
      try {
        const inside = await folder();
        const found: KeptTrace[] = [];
        for await (const file of inside.keys()) if (file.endsWith(FACTS)) found.push(...(await factsOf(inside, file)));
        return found.sort((a, b) => b.kept_ms - a.kept_ms);
      } catch {
        return [];
      }
    },
    async add(file, facts) {
      const id = crypto.randomUUID();
      const kept: KeptTrace = { ...facts, name: facts.name.slice(0, NAME_MAX), id, bytes: file.size, kept_ms: now() };
      const room = await roomIn(storage);
      if (room !== null && file.size > room) throw new NotKept(noRoom(kept, room));
      try {
        await write(id, file);
        await putFacts(kept);
        return kept;
      } catch (thrown) {
        await remove(id).catch(() => {});
        throw new NotKept(whyNot(thrown, kept, await roomIn(storage)));
      }
    },
    read: async (id) => (await (await folder()).getFileHandle(id)).getFile(),
    rename: (trace, name) => putFacts({ ...trace, name: name.slice(0, NAME_MAX) }),
    remove,
  };
}

/** Bytes that the browser has left for the page; null where it does not say. */
async function roomIn(storage: Pick<StorageManager, 'estimate'>): Promise<number | null> {
  try {
    const { quota, usage } = await storage.estimate();
    return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
  } catch {
    return null;
  }
}

function whyNot(thrown: unknown, trace: KeptTrace, room: number | null): string {
  if (thrown instanceof DOMException && thrown.name === 'QuotaExceededError') return noRoom(trace, room);
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return `${trace.name} was not kept: this browser keeps no files for this page, as in a private window or where storage is blocked (${reason}). It stays open in this tab.`;
}

const noRoom = (trace: KeptTrace, room: number | null): string =>
  `${trace.name} was not kept: it takes ${bytes(trace.bytes)}, and the browser has ${room === null ? 'less' : `${bytes(room)} left`} for this page. Delete a trace that is kept, or keep this one packed, as .gz or .zst. It stays open in this tab.`;

const textOf = async (inside: FileSystemDirectoryHandle, file: string): Promise<string> =>
  (await (await inside.getFileHandle(file)).getFile()).text();

function areFacts(value: unknown): value is Omit<KeptTrace, 'id' | 'bytes'> {
  if (typeof value !== 'object' || value === null) return false;
  const { name, columns, format, requests, kept_ms } = value as Partial<KeptTrace>;
  const are_texts = typeof name === 'string' && typeof format === 'string';
  return (
    are_texts &&
    (columns === null || typeof columns === 'string') &&
    Number.isFinite(requests) &&
    Number.isFinite(kept_ms)
  );
}
