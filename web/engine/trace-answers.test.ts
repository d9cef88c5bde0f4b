import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { initSync, Session, schema, trace_formats_written, version } from '../pkg/sim_core.js';
import type { Core, CoreSession } from './core';
import type { TraceWindow } from './protocol';
import { answerTrace, type TraceAnswering } from './trace-answers';
import type { TraceAsk } from './trace-ask';

const ROOT = join(import.meta.dirname, '../..');
const NAME = 'sqlite-ext4.csv.gz';
const trace = { name: NAME, device: null };
const WAL: TraceWindow = { from_ns: 15.4e9, to_ns: 20.75e9, first_sector: 0, end_sector: 2 ** 40 };

function answering(): TraceAnswering & { told: [number, number][] } {
  initSync({ module: readFileSync(join(ROOT, 'web/pkg/sim_core_bg.wasm')) });
  const session: CoreSession = new Session();
  session.import_begin(NAME);
  session.import_push(readFileSync(join(ROOT, 'traces', NAME)));
  session.import_finish();
  const core: Core = { Session, schema, version, trace_formats_written };
  const told: [number, number][] = [];
  return {
    core,
    session,
    told,
    traceIndex: () => 0,
    pause: async () => {},
    tell: (done, total) => void told.push([done, total]),
  };
}

test('the built core tells what a trace is, in a window and on a device', async () => {
  const context = answering();
  const ask = <A extends TraceAsk>(question: A) => answerTrace(context, question);
  const whole = await ask({ type: 'trace-overview', trace, window: null });
  expect(whole).toMatchObject({ requests: 12_044, flushes: 3232, written: { pages: 51_854 } });
  const part = await ask({ type: 'trace-overview', trace, window: WAL });
  expect(part).toMatchObject({ window: { from_ns: 15.4e9 } });
  const device = { preset: 'micron-lb', logical_bytes: 128 * 2 ** 20 };
  const mapped = await ask({ type: 'trace-mapped', trace, window: null, document: { device } });
  expect(mapped).toMatchObject([
    { mode: 'exact', refused: expect.stringContaining('beyond the device') },
    { mode: 'fold', refused: null },
    { mode: 'compact', refused: expect.stringContaining('touches at least') },
    { mode: 'scale', touched: { bytes: expect.any(Number) } },
    { mode: 'cut', dropped: expect.any(Number) },
  ]);
});

test('a window is written as a trace of its own, and what a format cannot say is told', async () => {
  const context = answering();
  const formats = await answerTrace(context, { type: 'trace-formats' });
  expect(formats).toContain('csv');
  const saved = await answerTrace(context, { type: 'trace-save', trace, window: WAL, format: 'spc', document: null });
  if (!('file' in (saved as object))) throw new Error('no file');
  const { file, losses } = saved as { file: Blob; losses: string[] };
  const lines = (await file.text()).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^0,\d+,\d+,[rw],0\.0/i);
  expect(losses).toEqual([expect.stringContaining('requests are left out: the format has reads and writes only')]);
});

test('what is saved as it is replayed has those times and addresses, and says so', async () => {
  const context = answering();
  const workload = { address: 'fold', queue_depth: null, time_scale: 0.1 };
  const document = { device: { preset: 'toy' }, workload: { kind: 'trace', file: NAME, ...workload } };
  const saved = await answerTrace(context, { type: 'trace-save', trace, window: WAL, format: 'csv', document });
  const { file, notes, losses } = saved as { file: Blob; notes: string[]; losses: string[] };
  expect(losses).toEqual([]);
  expect(notes).toEqual([
    expect.stringMatching(/^the window has \d+ of 12.044 requests$/),
    expect.stringMatching(/^addresses fold onto 40\.0 KiB: 40\.0 KiB are touched, \d+\.\d MiB before; /),
    'times are multiplied by 0.1: 5.278 s become 527.8 ms',
  ]);
  const rows = (await file.text()).trimEnd().split('\n').slice(1);
  expect(rows.every((row) => Number(row.split(',')[2]) < 40 * 1024)).toBe(true);
});

test('a generator is told in the same words', async () => {
  const document = { device: { preset: 'toy' }, workload: { kind: 'uniform', write_ratio: 1 } };
  const told = await answerTrace(answering(), { type: 'trace-generated', document, most: 300 });
  expect(told).toMatchObject({ requests: 300, reads: { requests: 0 }, writes: { requests: 300 } });
});
