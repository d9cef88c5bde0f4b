// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { createKeptTraces, NotKept } from './store';

const FACTS = { name: 'disk.csv', columns: null, format: 'SPC', requests: 3 };

/** As much of a browser's file system as is used. */
function fakeStorage({ quota = 1e9, fails = null as Error | null } = {}) {
  const files = new Map<string, Blob>();
  const folder = {
    getDirectoryHandle: async () => folder,
    async *keys() {
      yield* [...files.keys()];
    },
    async getFileHandle(name: string, options?: { create: boolean }) {
      if (!files.has(name) && !options?.create) throw new DOMException('gone', 'NotFoundError');
      return {
        getFile: async () => files.get(name) ?? new Blob(),
        async createWritable() {
          let written = new Blob();
          return {
            async write(content: Blob | string) {
              if (fails && content instanceof Blob) throw fails;
              written = new Blob([content]);
            },
            close: async () => void files.set(name, written),
            abort: async () => {},
          };
        },
      };
    },
    removeEntry: async (name: string) => void files.delete(name),
  };
  const storage = {
    getDirectory: async () => folder,
    estimate: async () => ({ quota, usage: 0 }),
  } as unknown as StorageManager;
  return { files, storage };
}

const textOf = async (trace: Blob): Promise<string> => trace.text();

test('a trace is kept with its facts, renamed and deleted, the newest first', async () => {
  const { files, storage } = fakeStorage();
  let now = 0;
  const kept = createKeptTraces(storage, () => now++);
  const first = await kept.add(new Blob(['0,8,512,w,0\n']), FACTS);
  const second = await kept.add(new Blob(['x']), { ...FACTS, name: 'odd.csv', columns: 'offset=1' });
  expect(await kept.list()).toEqual([second, first]);
  expect(await textOf(await kept.read(first.id))).toBe('0,8,512,w,0\n');
  await kept.rename(first, 'disk of Monday');
  expect((await kept.list()).map(({ name, columns }) => [name, columns])).toEqual([
    ['odd.csv', 'offset=1'],
    ['disk of Monday', null],
  ]);
  await kept.remove(second.id);
  expect(await kept.list()).toEqual([{ ...first, name: 'disk of Monday' }]);
  expect(files.size).toBe(2);
});

test('what others have written there is left out', async () => {
  const { files, storage } = fakeStorage();
  const kept = createKeptTraces(storage, () => 0);
  for (const [at, facts] of ['{', '3', '{"name":1}', '{"name":"a","format":"b","columns":null}'].entries()) {
    files.set(`${at}`, new Blob(['x']));
    files.set(`${at}.json`, new Blob([facts]));
  }
  files.set('no-bytes.json', new Blob([JSON.stringify({ ...FACTS, kept_ms: 1 })]));
  expect(await kept.list()).toEqual([]);
});

test('where there is no room, or the browser fails, nothing is left behind and a sentence says why', async () => {
  const refusal = async (fake: ReturnType<typeof fakeStorage>): Promise<string> => {
    const add = createKeptTraces(fake.storage, () => 0).add(new Blob(['12345678']), FACTS);
    const thrown: unknown = await add.catch((error: unknown) => error);
    expect(fake.files.size).toBe(0);
    if (!(thrown instanceof NotKept)) throw new Error('it was kept');
    return thrown.message;
  };
  expect(await refusal(fakeStorage({ quota: 5 }))).toMatch(
    /^disk\.csv was not kept: it takes 8.B, and the browser has 5.B left/,
  );
  const full = new DOMException('full', 'QuotaExceededError');
  expect(await refusal(fakeStorage({ fails: full }))).toMatch(/^disk\.csv was not kept: it takes 8.B/);
  expect(await refusal(fakeStorage({ fails: new Error('not allowed') }))).toContain('(not allowed). It stays open');
});
