import { expect, test } from 'vitest';
import { cancelled, EngineError } from './failure';
import { collectLog } from './log';

/** A core whose log is a head, then a line of nine letters a request, two requests a piece. */
function fakeCore(requests: number) {
  const begun: string[] = [];
  let at = 0;
  let end = 0;
  let headed = false;
  const session = {
    cancelled: 0,
    log_begin(format: string, from: number, to?: number | null) {
      begun.push(`${format} ${from} ${to}`);
      [at, end, headed] = [from, Math.min(to ?? requests, requests), false];
    },
    log_step(): Uint8Array | undefined {
      const lines: string[] = headed ? [] : ['head'];
      headed = true;
      if (at === end && lines.length === 0) return undefined;
      for (let i = 0; i < 2 && at < end; i++) lines.push(`request ${at++}`);
      return new TextEncoder().encode(`${lines.join('\n')}\n`);
    },
    log_progress: () => new Float64Array([at, end]),
    log_written_before: () => at,
    log_cancel() {
      session.cancelled++;
    },
  };
  return { session, begun };
}

const quiet = { pause: async () => {}, tell: () => {} };
const ask = { type: 'log', format: 'csv', from_request: 0, to_request: null } as const;

test('a log is its pieces one after another', async () => {
  const { session, begun } = fakeCore(5);
  const told: number[] = [];
  const log = await collectLog(session, ask, { ...quiet, tell: (done) => told.push(done) });
  expect(await log.file.text()).toBe('head\nrequest 0\nrequest 1\nrequest 2\nrequest 3\nrequest 4\n');
  expect([log.file.type, log.cut_at, begun, told]).toEqual(['text/csv', null, ['csv 0 null'], [2, 4, 5]]);
});

test('what is too long is written again up to the request until which it fits', async () => {
  const { session, begun } = fakeCore(100);
  const log = await collectLog(session, { ...ask, format: 'chrome', from_request: 3 }, quiet, 60);
  expect(begun).toEqual(['chrome 3 null', 'chrome 3 7']);
  expect(log.cut_at).toBe(7);
  expect(await log.file.text()).toBe('head\nrequest 3\nrequest 4\nrequest 5\nrequest 6\n');
  expect(log.file.size).toBeLessThanOrEqual(60);
});

test('a log that is called off ends in the core too', async () => {
  const { session } = fakeCore(100);
  const pause = async (): Promise<void> => {
    throw new EngineError(cancelled());
  };
  await expect(collectLog(session, ask, { ...quiet, pause })).rejects.toBeInstanceOf(EngineError);
  expect(session.cancelled).toBe(1);
});
