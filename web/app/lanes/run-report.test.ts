import { expect, test } from 'vitest';
import { type RunParts, runReport } from './run-report';

const lane = (kind: string, mean_response_ns: number) => ({
  document: { ftl: { kind }, run: { seed: 1 } },
  joins_commands: kind === 'pblk',
  report: JSON.stringify({ requests: 10, mean_response_ns, p99_ns: null, end: { kind: 'done', text: 'all served' } }),
});
const PARTS: RunParts = {
  title: 'Two designs',
  lanes: [lane('page', 1_500_000), lane('fast', 3_000_000)],
  drawings: [{ title: 'Extra time', svg: '<svg/>', width: 1, height: 1, paper: '#fff', ink: '#000' }],
  version: '1.0.0',
  link: 'https://example.org/#v=1',
};

const section = (parts: RunParts, heading: string) => runReport(parts).sections.find((one) => one.heading === heading);

test('figures of all lanes stand side by side in their units; what applies to none is left out', () => {
  expect(section(PARTS, 'The whole run')?.table).toEqual({
    columns: ['', 'A', 'B'],
    rows: [
      ['requests', 10, 10],
      ['mean response, ms', 1.5, 3],
      ['how it ended', 'all served', 'all served'],
    ],
  });
});

test('what differs, the drawings and every experiment are told', () => {
  expect(section(PARTS, 'What differs')?.table?.rows).toEqual([['ftl.kind', '"page"', '"fast"']]);
  expect(section(PARTS, 'Extra time')?.svg).toBe('<svg/>');
  expect(section(PARTS, 'The experiment of lane B')?.settings).toEqual(PARTS.lanes[1]?.document);
});

test('lanes that are not charged for their commands alike are said to be so', () => {
  expect(section(PARTS, 'What differs')?.text).toBeUndefined();
  expect(section({ ...PARTS, lanes: [lane('page', 2), lane('dftl', 2), lane('pblk', 1)] }, 'What differs')?.text).toBe(
    'Not on like terms: C gives the device many pages with one command and pays its fixed time once, A and B pay it for every page.',
  );
});

test('a lane alone differs from nothing', () => {
  const headings = runReport({ ...PARTS, lanes: PARTS.lanes.slice(0, 1) }).sections.map(({ heading }) => heading);
  expect(headings).toEqual(['The whole run', 'Extra time', 'To reproduce it', 'The experiment']);
});

test('what of a trace is left out stands among the figures', () => {
  const trace = { lines: 960, requests: 948, bad_lines: { count: 12 }, ended_early: 'cut short', device: 7 };
  const alone = { document: {}, joins_commands: false, report: JSON.stringify({ requests: 184, trace }) };
  expect(section({ ...PARTS, lanes: [alone] }, 'The whole run')?.table?.rows).toEqual([
    ['requests', 184],
    ['trace: lines', 960],
    ['trace: lines that could not be read, left out', 12],
    ['trace: ended early', 'cut short'],
    ['trace: requests of all devices', 948],
    ['trace: device replayed', 7],
  ]);
});
