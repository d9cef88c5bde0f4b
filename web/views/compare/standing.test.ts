import { expect, test } from 'vitest';
import { initialState } from '../../app/initial-state';
import { type FullRun, NO_FULL_RUNS } from '../../app/lanes/full-runs-state';
import { NEW_LANE } from '../../app/lanes/state';
import type { AppState } from '../../app/state';
import type { Frame } from '../../engine/protocol';
import { bestsInWords, fullRunsInWords, standings } from './standing';

/** A lane that has come to `request`, with this mean. */
const at = (request: number, mean_response_ns: number): Frame =>
  ({
    charts: {
      so_far: { request, mean_response_ns, p99_ns: 100, erases: 3, ram_bytes: 64 },
      write_amplification: { now: 1.5 },
    },
  }) as unknown as Frame;

const beside = (one: Frame, other: Frame, meet_by: AppState['meet_by']): AppState => ({
  ...initialState(),
  frame: one,
  beside: [{ ...NEW_LANE, frame: other }],
  meet_by,
});
const leadsInMean = (state: AppState) => standings(state, 'so-far').map(({ leads }) => leads.mean_ns);
const timesOfMean = (state: AppState) => standings(state, 'so-far').map(({ times }) => times.mean_ns);

/** A full run of so many requests, with this mean. */
const run = (requests: number, mean_response_ns: number, nand_erases = 3): FullRun =>
  ({
    figures: {
      requests,
      mean_response_ns,
      p99_ns: 100,
      nand_erases,
      write_amplification: 1.5,
      ram_bytes: 64,
    },
  }) as unknown as FullRun;

test('full runs are compared with each other, wherever lanes stand', () => {
  const apart = beside(at(100, 10), at(99, 20), 'time');
  const state = { ...apart, full_runs: { ...NO_FULL_RUNS, runs: [run(900, 40), run(900, 20)] } };
  expect(standings(state, 'whole').map(({ figures }) => figures?.mean_ns)).toEqual([40, 20]);
  expect(standings(state, 'whole').map(({ leads }) => leads.mean_ns)).toEqual([false, true]);
  expect(standings(apart, 'whole').map(({ figures }) => figures)).toEqual([null, null]);
  const early = { ...state, full_runs: { ...state.full_runs, runs: [run(900, 40), run(900, 20), run(600, 5)] } };
  const three = { ...early, beside: [...early.beside, { ...NEW_LANE, frame: at(98, 5) }] };
  expect(standings(three, 'whole').map(({ leads }) => leads.mean_ns)).toEqual([false, true, false]);
});

test('who does best is said of each figure but the mean', () => {
  const figures = (erases: number, ram_bytes: number | null) => ({
    requests: 900,
    mean_ns: 10,
    p99_ns: null,
    erases,
    amplification: 1.5,
    ram_bytes,
  });
  const standing = [
    { figures: figures(7, 64), leads: { mean_ns: true, ram_bytes: true }, times: {} },
    { figures: figures(1200, 64), leads: { ram_bytes: true }, times: {} },
    { figures: figures(3, 512), leads: { erases: true }, times: {} },
  ];
  expect(bestsInWords(standing)).toEqual(['fewest erases: C, 3', 'least memory: A, B, 64\u00a0B']);
  expect(bestsInWords(standing.slice(0, 2))).toEqual(['least memory: A, B, 64\u00a0B']);
});

test('of full runs it is said how far they are, or why there are none', () => {
  const none = 'The lanes have not been run to the end yet.';
  expect(fullRunsInWords(NO_FULL_RUNS)).toBe(none);
  expect(fullRunsInWords({ ...NO_FULL_RUNS, runs: [run(900, 40), null] })).toBe(none);
  expect(fullRunsInWords({ ...NO_FULL_RUNS, runs: [run(900, 40)] })).toBeNull();
  expect(fullRunsInWords({ ...NO_FULL_RUNS, work: 0.129 })).toBe('Running all lanes to the end: 12\u00a0%');
  expect(fullRunsInWords({ ...NO_FULL_RUNS, work: 0.5, refused: 'no trace' })).toBe(
    'The lanes could not be run to the end: no trace',
  );
});

test('lanes that stand at one request are compared, whatever holds them together', () => {
  for (const meet_by of ['request', 'time'] as const) {
    const state = beside(at(100, 10), at(100, 20), meet_by);
    expect(leadsInMean(state)).toEqual([true, false]);
    expect(timesOfMean(state)).toEqual(['', '2.0 × A']);
  }
});

test('lanes held together by time are not compared where each has come to a request of its own', () => {
  const state = beside(at(100, 10), at(99, 20), 'time');
  expect(leadsInMean(state)).toEqual([false, false]);
  expect(timesOfMean(state)).toEqual(['', '']);
  expect(
    standings(state, 'so-far').map(({ figures }) => figures?.mean_ns),
    'their figures are told',
  ).toEqual([10, 20]);
});

test('nor are two of three that happen to have come to the same request', () => {
  const two = beside(at(100, 10), at(100, 20), 'time');
  const three = { ...two, beside: [...two.beside, { ...NEW_LANE, frame: at(42, 5) }] };
  expect(leadsInMean(three)).toEqual([false, false, false]);
  expect(timesOfMean(three)).toEqual(['', '', '']);
  expect(leadsInMean({ ...three, meet_by: 'request' }), 'a lane that stopped early keeps nobody').toEqual([
    true,
    false,
    false,
  ]);
});

test('of lanes held together by requests, one that stopped a request early leads in nothing', () => {
  const state = beside(at(99, 10), at(100, 20), 'request');
  expect(leadsInMean(state)).toEqual([false, false]);
  expect(timesOfMean(state)).toEqual(['', '']);
});
