import { expect, test } from 'vitest';
import type { TraceReport } from '../engine/protocol';
import { carryingOut, otherContent } from './trace-document';

const STATED = 'AB'.repeat(32);
const stating = (sha256: unknown) => ({ workload: { kind: 'trace', file: 'disk.csv', sha256 } });
const file = (sha256: string | null, name = 'disk.csv') => ({ name, sha256 });

test('a file with the content that is stated is taken, in whatever case the hash is written', () => {
  expect(otherContent(stating(STATED), file(STATED.toLowerCase()))).toBeNull();
});

test('another content is refused with both hashes, and may be taken all the same', () => {
  const other = 'cd'.repeat(32);
  const failure = otherContent(stating(STATED), file(other));
  expect(failure).toMatchObject({ kind: 'trace', field: 'workload.sha256', nearest: JSON.stringify(other) });
  for (const words of ['disk.csv: this is not the file', `this file: ${other}`, `(workload.sha256): ${STATED}`])
    expect(failure?.text).toContain(words);
});

test('nothing is said where there is nothing to compare', () => {
  expect(otherContent(stating(null), file('cd'))).toBeNull();
  expect(otherContent(stating(STATED), null)).toBeNull();
  expect(otherContent(stating(STATED), file(null))).toBeNull();
  expect(otherContent(stating(STATED), file('cd', 'other.csv'))).toBeNull();
  expect(otherContent({ workload: { kind: 'uniform', sha256: STATED } }, file('cd'))).toBeNull();
});

test('a log of operations is carried out on its own device, at the addresses that it has; a trace of requests is not', () => {
  const told = { device: { channels: 2 }, ftl: { kind: 'recorded' }, run: { initial_state: 'clean' } };
  const trace = {
    name: 'other.csv',
    sha256: 'ab',
    operations: { operations: 7, document: told },
  } as unknown as TraceReport;
  expect(carryingOut(trace)).toEqual({
    ...told,
    workload: { kind: 'trace', file: 'other.csv', queue_depth: 1, sha256: 'ab', address: 'exact' },
  });
  expect(carryingOut({ ...trace, operations: null })).toBeNull();
});
