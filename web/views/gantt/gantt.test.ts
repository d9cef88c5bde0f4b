// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { GanttBar, GanttView, TtflashRead } from '../../engine/core-types';
import { viewOf } from '../../fixtures/ttflash';
import type { Colours } from '../../render/colours';
import { barAt, heightFor, neighbour, PROPOSED, panned, place, rowsOf, stretchOf, ticksOf, zoomed } from './layout';
import { account, barWords, type Device, laneName, modelOf, ofItsGroup, tableOf } from './model';
import { paintOf } from './paint';

const MS = 1e6;

/** Numbers keep their unit on the line; here that does not matter. */
const plain = (lines: readonly string[]): string[] => lines.map((line) => line.replaceAll('\u00a0', ' '));

/** A device whose planes collect one by one. */
const SHAPE = { channels: 4, groups: 4 };
const PLANE: Device = {
  blocking: 'plane',
  read: null,
  planes: viewOf(SHAPE, { 1: { state: 'collects', moves: 30, remaining_ns: MS } }).planes,
};

const lanes = (channels: number, planes: number): GanttView['lanes'] => [
  ...Array.from({ length: channels }, (_, index) => ({ kind: 'channel' as const, index, channel: index })),
  ...Array.from({ length: planes }, (_, index) => ({ kind: 'plane' as const, index, channel: index % channels })),
];

const bar = (change: Partial<GanttBar>): GanttBar => ({
  lane: 4,
  issued_ns: 0,
  start_ns: 0,
  end_ns: MS,
  over: true,
  what: 'read',
  purpose: 'host',
  request: 7,
  op: 1,
  lpn: 12,
  pages: 1,
  ...change,
});

/** Plane 1 on channel 1 collects; a read of its own waits, one of plane 5 on the same channel waits with it. */
const copies = bar({ lane: 5, what: 'copy', purpose: 'gc', start_ns: 10 * MS, end_ns: 40 * MS, pages: 30, lpn: null });
const blocked = bar({ lane: 5, op: 2, issued_ns: 20 * MS, start_ns: 40 * MS, end_ns: 40.14 * MS, over: false });
const beside = bar({ lane: 9, op: 3, issued_ns: 30 * MS, start_ns: 38 * MS, end_ns: 38.2 * MS });
const view: GanttView = {
  from_ns: 0,
  to_ns: 50 * MS,
  now_ns: 39 * MS,
  seen_from_ns: 5 * MS,
  request: 7,
  group: 0,
  logical_pages: 100,
  lanes: lanes(4, 16),
  bars: [copies, beside, blocked],
  collections: [{ lane: 5, plane: 1, op: 100, start_ns: 10 * MS, end_ns: 40 * MS, over: false, copies: 30 }],
};

test('a read waits behind the collection of its own plane, and of its channel where that is what stands still', () => {
  const plane = modelOf(view, PLANE);
  expect(plane.waiting.map(({ bar: read, behind_gc }) => [read?.op, behind_gc])).toEqual([
    [3, false],
    [2, true],
  ]);
  expect(plane.held).toEqual([]);
  const channel = modelOf(view, { ...PLANE, blocking: 'channel' });
  expect(channel.waiting.every(({ behind_gc }) => behind_gc)).toBe(true);
  expect(channel.held).toEqual([{ lane: 1, from_ns: 10 * MS, to_ns: 40 * MS, over: false, plane: 1 }]);
  expect(modelOf(view, { ...PLANE, blocking: 'controller' }).held).toHaveLength(4);
});

test('the chart in words says who collects, and who waits for how much longer', () => {
  expect(plain(account(modelOf(view, PLANE)))).toEqual([
    'G0·C1 collects 30 pages, 1 ms to go.',
    '1 read waits behind a collection, 1 ms more if nothing comes between.',
  ]);
  // What was begun before anything was seen is under way all the same.
  expect(plain(account(modelOf({ ...view, bars: [], collections: [] }, PLANE)))[0]).toContain('G0·C1 collects');
  expect(plain(account(modelOf(view, null)))[0]).toBe('C1·P0 collects 30 pages, 1 ms to go.');
  expect(account(modelOf({ ...view, bars: [], collections: [] }, { ...PLANE, planes: viewOf(SHAPE).planes }))).toEqual([
    'No plane collects.',
    'No read waits behind a collection.',
  ]);
});

test('a read that has chosen is told before it is queued: its wait, or the one that it goes round', () => {
  const read = { request: 7, lpn: 5, group: 0, channel: 1, at_ns: 39 * MS, remaining_ns: MS, choice: 'waited' };
  const chosen = (choice: string) =>
    modelOf({ ...view, bars: [copies] }, { ...PLANE, read: { ...read, choice } as TtflashRead });
  expect(chosen('waited').waiting).toMatchObject([
    { lane: 5, from_ns: 39 * MS, to_ns: 40 * MS, behind_gc: true, bar: null },
  ]);
  expect(chosen('waited').avoided).toBeNull();
  expect(chosen('rebuilt').waiting).toEqual([]);
  expect(chosen('rebuilt').avoided).toEqual({ lane: 5, from_ns: 39 * MS, to_ns: 40 * MS });
  expect(plain(account(chosen('rebuilt')))[1]).toBe('The last read avoids a wait of 1 ms.');
  expect(
    modelOf({ ...view, request: 8 }, { ...PLANE, read: { ...read, choice: 'rebuilt' } as TtflashRead }).avoided,
  ).toBeNull();
});

test('a bar in words: what, where, how long, and what it waited for', () => {
  const model = modelOf(view, PLANE);
  expect(barWords(copies, model).title).toBe('30 copies of a collection');
  expect(barWords(bar({ lpn: 103, purpose: 'parity', what: 'program' }), model).title).toBe(
    'write the parity of stripe 3',
  );
  const replaced = bar({ lpn: 12, purpose: 'replace', what: 'copy' });
  expect(barWords(replaced, model).title).toBe('copy 12 to the block in reserve');
  const { title, lines } = barWords(blocked, model);
  expect(title).toBe('read 12 for the host');
  expect(plain(lines)).toEqual([
    'G0·C1',
    'takes 140 µs, over in 1.14 ms if nothing comes between',
    'waited 20 ms behind a collection',
    'request 7, operation 2',
  ]);
  expect(tableOf(model, 0, 50 * MS, 2).map(({ cells }) => cells[4])).toEqual(['expected', 'over']);
});

test('copies to the block in reserve do not look like those of a collection', () => {
  const cells = { erasing: { fill: 'red', on: 'white' }, programming: { fill: 'orange', on: 'black' } };
  const fill = (purpose: GanttBar['purpose']) => paintOf({ what: 'copy', purpose }, { cells } as Colours).fill;
  expect([fill('gc'), fill('wear'), fill('replace')]).toEqual(['red', 'red', 'orange']);
});

test('a read that is not yet queued brings its group into sight, if its planes are told', () => {
  expect(ofItsGroup(view, { request: 7, group: 2 }).group).toBe(2);
  expect(ofItsGroup(view, { request: 6, group: 2 }).group).toBe(0);
  expect(ofItsGroup({ ...view, lanes: lanes(4, 4) }, { request: 7, group: 2 }).group).toBe(0);
});

test('planes have the names of their groups where there are such', () => {
  const plane = { kind: 'plane', index: 9, channel: 1 } as const;
  expect(laneName(plane, 4, true)).toBe('G2·C1');
  expect(laneName(plane, 4, false)).toBe('C1·P2');
});

test('rows that there is no room for make way for the group that is worked for', () => {
  const high = heightFor(view, 14);
  const all = rowsOf(view, high);
  expect(all).toHaveLength(20);
  expect((all.at(-1)?.y ?? 0) + (all.at(-1)?.height ?? 0)).toBeLessThanOrEqual(high);
  expect(rowsOf({ ...view, group: 2 }, 130).map(({ lane }) => lane)).toEqual([0, 1, 2, 3, 12, 13, 14, 15]);
  expect(rowsOf({ ...view, group: 2 }, 70).map(({ lane }) => lane)).toEqual([12, 13, 14, 15]);
});

test('zooming keeps the moment under the pointer, and ends where there is nothing more to tell', () => {
  const closer = zoomed(view, PROPOSED, 0.5, 30 * MS);
  const before = place(stretchOf(view, PROPOSED), 0, 1000)(30 * MS);
  expect(place(stretchOf(view, closer), 0, 1000)(30 * MS)).toBeCloseTo(before);
  expect(stretchOf(view, closer).to_ns - stretchOf(view, closer).from_ns).toBe(25 * MS);
  expect(panned(view, PROPOSED, -MS).back_ns).toBe(0);
  expect(zoomed(view, PROPOSED, 100, 0).width_ns).toBe(200 * MS);
});

test('ticks are round distances from now', () => {
  expect(ticksOf({ from_ns: 0, to_ns: 50 * MS }, 39 * MS, 6)).toEqual([-30, -20, -10, 0, 10].map((ms) => ms * MS));
});

test('pointer and keys find bars', () => {
  const rows = rowsOf(view, heightFor(view, 14));
  const x = place(view, 0, 500);
  const row = rows.find(({ lane }) => lane === 5);
  expect(barAt(view.bars, rows, x, { x: 200, y: (row?.y ?? 0) + 3 })).toBe(copies);
  expect(barAt(view.bars, rows, x, { x: 50, y: (row?.y ?? 0) + 3 })).toBeNull();
  expect(neighbour(view.bars, rows, copies, 'ArrowRight')).toBe(blocked);
  expect(neighbour(view.bars, rows, blocked, 'ArrowDown')).toBe(beside);
  expect(neighbour(view.bars, rows, copies, 'ArrowUp')).toBe(copies);
});
