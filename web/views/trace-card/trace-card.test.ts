import { expect, test } from 'vitest';
import { busiestDevice, leftOut } from '../../app/trace-document';
import type { TraceReport } from '../../engine/protocol';
import { cardLines, deviceInWords, formatInWords, runLabel } from './trace-words';

const DEVICE: TraceReport['devices'][number] = {
  device: 0,
  label: '0',
  requests: 1_204_331,
  reads: 0,
  writes: 0,
  trims: 0,
  flushes: 3,
  span_ns: 7 * 86_400e9,
  write_share: 0.712,
  sequential_share: 0.31,
  mean_bytes: 4096,
  footprint_bytes: 0,
  arrivals: [],
};
const TRACE: TraceReport = {
  name: 'a.csv.gz',
  format: 'MSR Cambridge',
  confidence: 'certain',
  time_unit: '',
  address_unit: '',
  sha256: '',
  devices: [DEVICE],
  bad_lines: { count: 2, first: [{ line: 88104, text: '', column: '', reason: '' }] },
  ended_early: null,
  notes: [],
};

test('the card says what the trace is', () => {
  expect(formatInWords(TRACE)).toBe('MSR Cambridge (certain)');
  expect(Object.fromEntries(cardLines(TRACE, DEVICE))).toEqual({
    requests: '1\u202f204\u202f331',
    span: '7 days',
    writes: '71.2\u00a0%',
    sequential: '31\u00a0%',
    flushes: '3',
    'unreadable lines': '2: 88\u202f104',
  });
});

test('of several devices the busiest is taken, and what the others hold is said', () => {
  const devices = [
    { ...DEVICE, device: 3, label: 'hm.3', requests: 184 },
    { ...DEVICE, device: 7, label: 'hm.7', requests: 764 },
    { ...DEVICE, device: 9, label: 'hm.9', requests: 1 },
  ];
  const trace = { ...TRACE, devices, ended_early: 'the gzip file is cut short' };
  const busiest = busiestDevice(trace);
  expect(busiest).toBe(devices[1]);
  expect(leftOut(trace)).toBe(
    'a.csv.gz: only hm.7 is replayed, 764 of 949 requests; 2 lines could not be read; the gzip file is cut short.',
  );
  expect(leftOut({ ...TRACE, bad_lines: { count: 0, first: [] } })).toBeNull();
  expect(Object.fromEntries(cardLines(trace, devices[0] ?? DEVICE))).toMatchObject({
    requests: '184 of 949, 3 devices in the file',
    'ended early': 'the gzip file is cut short',
  });
  expect(devices.map(deviceInWords)).toEqual(['hm.3, 184 requests', 'hm.7, 764 requests', 'hm.9, 1 request']);
});

test('the button names the lines it leaves out', () => {
  expect(runLabel({ ...TRACE, bad_lines: { count: 0, first: [] } }, DEVICE)).toBe('Run it');
  expect(runLabel(TRACE, DEVICE)).toBe('Skip 2 lines and run');
  expect(runLabel({ ...TRACE, bad_lines: { count: 9, first: [] } }, { ...DEVICE, requests: 10 })).toBe(
    'Run the 10 readable requests',
  );
});
