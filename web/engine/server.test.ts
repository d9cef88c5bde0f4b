import { expect, test } from 'vitest';
import type { Core, CoreSession, SessionFigures } from './core';
import type { Ask, FromWorker, View } from './protocol';
import { createServer } from './server';

const VIEW: View = {
  stage: { kind: 'none' },
  charts: false,
  gantt: false,
  timeline_bins: 0,
  operations_max: 0,
  state_hash: false,
  check: false,
};

/** A core whose seeks need as many slices as the distance, and which dies at operation 13. */
function fakeCore(calls: string[]): Core {
  let op = 0;
  let slices = 0;
  const session: Partial<CoreSession & SessionFigures> = {
    open: (json, trace) => {
      calls.push(`open ${json} ${trace}`);
      if (json.includes('bad'))
        throw JSON.stringify({ kind: 'value', text: 'gc.low: bad', field: 'ftl.gc.low', nearest: '1' });
      return '{"opened":true}';
    },
    import_begin: (name) => calls.push(`begin ${name}`),
    import_journal: (first_byte, bytes) => calls.push(`journal ${first_byte} ${bytes}`),
    import_is_full: () => false,
    operations: () => op,
    import_push: (bytes) => bytes.byteLength,
    import_finish: () => '{"name":"t","devices":[],"notes":[]}',
    import_cancel: () => calls.push('import cancelled'),
    seek_operation: (to) => {
      if (to === 13) throw new WebAssembly.RuntimeError('unreachable');
      op++;
      return op >= to;
    },
    frame: () =>
      JSON.stringify({ op, position: { requests: 1 }, checkpoints: {}, stage: { kind: 'map', shelves: [0] } }),
    prepare: (json) => calls.push(`prepare ${json}`),
    report_begin: () => {},
    report_step: () => ++slices === 3,
    report_progress: () => slices,
    report_requests: () => 3,
    sampled_map: (cells) => {
      calls.push(`map of ${cells}`);
      return '{"blocks":1,"step":1,"cells":[]}';
    },
    memory_bytes: () => 9,
    report: () => {
      calls.push('report');
      return '{}';
    },
    bulk: () => new Uint8ClampedArray(8),
  };
  return {
    Session: class {
      constructor() {
        Object.assign(this, session);
      }
    } as unknown as Core['Session'],
    schema: () => '{"formats":[]}',
    version: () => '0',
  };
}

function start(memory: WebAssembly.Memory | null = null) {
  const calls: string[] = [];
  const posted: FromWorker[] = [];
  const moved: number[] = [];
  const breaths: (() => void)[] = [];
  const serve = createServer({
    loadCore: async () => fakeCore(calls),
    now: () => 0,
    post(message, transfer) {
      posted.push(message);
      for (const buffer of transfer ?? []) moved.push(buffer.byteLength);
    },
    breathe: () => new Promise((resolve) => breaths.push(resolve)),
    memory: () => memory,
  });
  let id = 0;
  const ask = (question: Ask, epoch = 0): number => {
    id++;
    serve({ id, epoch, ask: question });
    return id;
  };
  /** Runs slices until nothing waits for one. */
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 200; i++) {
      breaths.shift()?.();
      await Promise.resolve();
    }
  };
  return { calls, posted, moved, serve, ask, settle };
}

test('a frame carries its epoch, and its arrays are moved, not copied', async () => {
  const { ask, posted, moved, settle } = start();
  ask({ type: 'refresh', view: VIEW }, 4);
  await settle();
  expect(posted).toMatchObject([
    { ok: true, answer: { epoch: 4, stage: { kind: 'map', pixels: expect.any(Uint8ClampedArray) } } },
  ]);
  expect(moved).toEqual([8]);
});

test('a refusal keeps its field and nearest value', async () => {
  const { ask, posted, settle } = start();
  ask({ type: 'open', document: { bad: 1 }, trace: null });
  await settle();
  expect(posted).toMatchObject([{ ok: false, failure: { kind: 'value', field: 'ftl.gc.low', nearest: '1' } }]);
});

test('a cancel stops work between its slices', async () => {
  const { ask, serve, posted, settle } = start();
  const id = ask({ type: 'seek', to: { op: 50 }, view: VIEW });
  await Promise.resolve();
  serve({ cancel: id });
  await settle();
  expect(posted).toMatchObject([{ ok: false, failure: { kind: 'cancelled' } }]);
});

test('a newer epoch calls off what is under way', async () => {
  const { ask, posted, settle } = start();
  ask({ type: 'seek', to: { op: 50 }, view: VIEW }, 1);
  await Promise.resolve();
  ask({ type: 'seek', to: { op: 2 }, view: VIEW }, 2);
  await settle();
  expect(posted).toMatchObject([
    { ok: false, failure: { kind: 'cancelled' } },
    { ok: true, answer: { epoch: 2 } },
  ]);
});

test('a newer epoch does not call off what holds in every epoch', async () => {
  const { ask, posted, settle } = start();
  ask({ type: 'schema' }, 0);
  ask({ type: 'refresh', view: VIEW }, 1);
  await settle();
  expect(posted).toMatchObject([
    { ok: true, answer: { core_version: '0' } },
    { ok: true, answer: { epoch: 1 } },
  ]);
});

test('a run that is not watched tells how far it is, and its map is taken before its report ends it', async () => {
  const { ask, posted, calls, settle } = start();
  ask({ type: 'unwatched', document: { a: 1 }, trace: null });
  await settle();
  expect(calls).toEqual(['prepare {"a":1}', 'map of 4096', 'report']);
  expect(posted).toMatchObject([
    { progress: { done: 1, total: 3 } },
    { progress: { done: 2, total: 3 } },
    { ok: true, answer: { report: '{}', map: { step: 1 }, memory_bytes: 9 } },
  ]);
});

test('after a trap nothing more is tried', async () => {
  const { ask, posted, calls, settle } = start();
  ask({ type: 'seek', to: { op: 13 }, view: VIEW });
  ask({ type: 'open', document: {}, trace: null });
  await settle();
  expect(posted).toMatchObject([{ failure: { kind: 'trap' } }, { failure: { kind: 'trap' } }]);
  expect(calls).toEqual([]);
});

test('where the core can get no more memory, that is what is told', async () => {
  const { ask, posted, settle } = start(new WebAssembly.Memory({ initial: 3, maximum: 5 }));
  ask({ type: 'seek', to: { op: 13 }, view: VIEW });
  await settle();
  ask({ type: 'schema' });
  await settle();
  const told = { failure: { kind: 'memory', text: expect.stringContaining('ran out of memory') } };
  expect(posted).toMatchObject([told, told]);
  const roomy = start(new WebAssembly.Memory({ initial: 1, maximum: 5 }));
  roomy.ask({ type: 'seek', to: { op: 13 }, view: VIEW });
  await roomy.settle();
  expect(roomy.posted).toMatchObject([{ failure: { kind: 'trap' } }]);
});

test('a trace is found by its name, and a missing one is said to be', async () => {
  const { ask, posted, calls } = start();
  ask({ type: 'import-trace', file: new Blob([]), name: 'a.csv', journal: null });
  ask({ type: 'open', document: {}, trace: { name: 'a.csv', device: null } });
  ask({ type: 'open', document: {}, trace: { name: 'b.csv', device: null } });
  await expect.poll(() => posted.length).toBe(3);
  expect(calls).toEqual(['begin a.csv', 'open {} 0']);
  expect(posted[2]).toMatchObject({ ok: false, failure: { kind: 'trace', text: expect.stringContaining('b.csv') } });
});

test('the core is told where the journal of a trace is', async () => {
  const { ask, posted, calls } = start();
  ask({ type: 'import-trace', file: new Blob([]), name: 'a.csv', journal: { first_byte: 4096, bytes: 512 } });
  await expect.poll(() => posted.length).toBe(1);
  expect(calls).toEqual(['begin a.csv', 'journal 4096 512']);
});
