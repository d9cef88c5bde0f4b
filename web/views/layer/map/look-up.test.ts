import { expect, test } from 'vitest';
import type { Frame } from '../../../engine/protocol';
import { MAP_COSTS, MAP_GEOMETRY, MAP_REQUESTS, mapFrames } from '../../../fixtures/cached-map';
import { formula, type LookUp, lookUp } from './look-up';

const FRAMES = mapFrames();
const told = (frame: Frame | undefined): LookUp | null => (frame ? lookUp(frame, MAP_GEOMETRY, MAP_COSTS) : null);
const ofRequest = (request: number): LookUp[] =>
  FRAMES.filter(({ position }) => position.request === request).flatMap((frame) => told(frame) ?? []);

test('a run costs what it must, request by request', () => {
  const costs = MAP_REQUESTS.map((_, i) => ofRequest(i + 1).at(-1)?.total_ns);
  expect(costs).toEqual([2, 5, 1, 10, 4, 1, 7, 2].map((us) => us * 1000));
});

test('prices of hits and misses are those of the paper', () => {
  const formulas = MAP_REQUESTS.map((_, i) => formula(ofRequest(i + 1).at(-1)?.steps ?? []));
  expect(formulas).toEqual(
    ['2 R', 'R + W', 'R', '2 R + 2 W', 'W', 'R', '3 R + W', '2 R'].map((text) => text.replace(/(\d) /g, '$1\u202f')),
  );
});

test('what is to come is known from the first step on', () => {
  for (const [i] of MAP_REQUESTS.entries()) {
    const all = ofRequest(i + 1);
    const last = all.at(-1);
    for (const early of all) {
      expect(early.total_ns).toBe(last?.total_ns);
      expect(early.steps.map(({ stop }) => stop)).toEqual(last?.steps.map(({ stop }) => stop));
    }
  }
});

test('one step is marked, what is before it is done, what is behind it is to come', () => {
  const marks = { done: '.', now: '!', ahead: ' ' } as const;
  const all = ofRequest(4).map(({ steps }) => steps.map(({ state }) => marks[state]).join(''));
  expect(all).toEqual(['.!      ', '..!     ', '...!    ', '....!   ', '......! ', '.......!']);
});

test('a hit stops at the cache, and says where the page is', () => {
  const hit = ofRequest(3).at(-1);
  expect(hit?.steps.map(({ stop }) => stop)).toEqual(['request', 'cache', 'data']);
  expect(hit?.steps[1]?.text).toContain('0·0');
  expect(hit?.verdict).toBe('a hit');
});

test('a changed entry that leaves is named before it leaves', () => {
  const first = ofRequest(4)[0];
  expect(first?.victim).toEqual({ lpn: 1, dirty: true });
  expect(first?.verdict).toContain('dirty');
});

test('an entry too far down the list is not guessed', () => {
  const frame = FRAMES.find(({ position, walk }) => position.request === 8 && walk?.steps.length === 1);
  const map = frame?.layer.map;
  if (!frame || !map) throw new Error('no such frame');
  const [kept, tried] = map.segments;
  const segments: typeof map.segments = [kept, { ...tried, entries: 40, capacity: 40 }];
  const far = told({ ...frame, layer: { ...frame.layer, map: { ...map, segments } } });
  expect(far?.victim).toEqual({ lpn: null, dirty: null });
});

test('a translation page that was never written is not read', () => {
  const frame = FRAMES.find(({ position, walk }) => position.request === 1 && walk?.steps.length === 1);
  const map = frame?.layer.map;
  if (!frame || !map) throw new Error('no such frame');
  const directory = [null, ...map.directory.slice(1)];
  const bare = told({ ...frame, layer: { ...frame.layer, map: { ...map, directory } } });
  expect(bare?.steps.map(({ stop }) => stop)).not.toContain('page');
});

test('a look-up that loads before it makes room is told in that order', () => {
  const frame = FRAMES.findLast(({ position }) => position.request === 7);
  const walk = frame?.walk;
  if (!frame || !walk) throw new Error('no such frame');
  const [ask, evict, read_old, write, load, data] = walk.steps;
  const steps = [ask, load, evict, read_old, write, data].flatMap((step, i) => (step ? [{ ...step, op: i }] : []));
  const { map } = frame.layer;
  if (!map) throw new Error('no map');
  const layer = { ...frame.layer, map: { ...map, loads_first: true } };
  const told = lookUp({ ...frame, layer, walk: { ...walk, steps } }, MAP_GEOMETRY, MAP_COSTS);
  expect(told?.steps.map(({ stop }) => stop)).toEqual([
    'request',
    'cache',
    'directory',
    'page',
    'victim',
    'old-page',
    'new-page',
    'data',
  ]);
  expect(told?.total_ns).toBe(7_000);
});

test('a write-back to the page that is then looked up is not taken for the look-up', () => {
  const frame = FRAMES.find(({ position, walk }) => position.request === 4 && walk?.steps.length === 3);
  const walk = frame?.walk;
  if (!frame || !walk) throw new Error('no such frame');
  // As if page 2, of the same translation page as the changed entry of page 1, had been asked for.
  const told = lookUp({ ...frame, walk: { ...walk, lpn: 2 } }, MAP_GEOMETRY, MAP_COSTS);
  expect(told?.steps.find(({ state }) => state === 'now')?.stop).toBe('old-page');
});

test('of a large cache, the decision says whether the entry that leaves was changed', () => {
  const frame = FRAMES.find(({ position, walk }) => position.request === 4 && walk?.steps.length === 2);
  const map = frame?.layer.map;
  const evict = frame?.walk?.steps[1];
  if (!frame || !map || !evict) throw new Error('no such frame');
  const segments: typeof map.segments = [map.segments[0], { entries: 40, capacity: 40, first: [] }];
  const row = { label: 'page 1', block: null, chosen: true, cells: ['dirty', 'a read and a program'], share: null };
  const decision = {
    op: evict.op,
    question: '',
    rule: '',
    columns: [],
    rows: [row],
    candidates: 1,
    among: [],
    tie: null,
    further: [],
    moved: [],
    prices: [],
  };
  const far = told({ ...frame, decision, layer: { ...frame.layer, map: { ...map, segments } } });
  expect(far?.victim).toEqual({ lpn: 1, dirty: true });
});
