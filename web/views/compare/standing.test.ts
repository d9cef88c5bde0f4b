import { expect, test } from 'vitest';
import { initialState } from '../../app/initial-state';
import { NEW_LANE } from '../../app/lanes/state';
import type { AppState } from '../../app/state';
import type { Frame } from '../../engine/protocol';
import { standings } from './standing';

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
