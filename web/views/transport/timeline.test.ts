// @vitest-environment happy-dom
/** The line of requests: what stands where on it, and where a pointer leads, to the request. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { initialState } from '../../app/initial-state';
import type { AppState } from '../../app/state';
import type { Frame, Opened, TimelineMarks } from '../../engine/protocol';
import { COLLECTS } from '../../fixtures/observables';
import { createTimeline } from './timeline';

const WIDTH = 800;
const LEFT = 25;
const REQUESTS = 400;
const BINS = 100;

const none = (): number[] => Array.from({ length: BINS }, () => 0);
const inBin = (bin: number, many = 1): number[] => none().with(bin, many);

/** Four requests in each bin: a collection in the one of requests 20 to 23, two in that of 24 to 27. */
const MARKS = {
  gc: none().with(5, 1).with(6, 2),
  erase: none().with(5, 1).with(6, 2),
  wear: inBin(90),
  merges: none(),
  map_misses: none(),
  swaps: none(),
  flushes: none(),
  plugs: none(),
  sessions: none(),
  rebuilds: none(),
  waits: none(),
  flags: [{ request: 30, label: 'block 3 was erased 9 times' }],
} as TimelineMarks;

const state = (request: number): AppState => ({
  ...initialState(),
  screen: 'workbench',
  opened: { observables: COLLECTS, document: {} } as Opened,
  frame: { position: { request, requests: REQUESTS, op: 77, ended: null }, marks: MARKS } as unknown as Frame,
});

let resized: ResizeObserverCallback;
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: ResizeObserverCallback) {
        resized = callback;
      }
      observe(): void {}
    },
  );
  Element.prototype.setPointerCapture = () => {};
  Element.prototype.hasPointerCapture = () => false;
});
afterEach(() => vi.unstubAllGlobals());

function timelineAt(request: number, change: Partial<AppState> = {}) {
  const run = vi.fn();
  const now = { ...state(request), ...change };
  const timeline = createTimeline({ run, update: () => {}, motion: () => false, state: () => now });
  timeline.element.getBoundingClientRect = () => ({ left: LEFT, right: LEFT + WIDTH, width: WIDTH }) as DOMRect;
  resized([{ contentRect: { width: WIDTH } } as ResizeObserverEntry], {} as ResizeObserver);
  const send = (kind: string, px: number) =>
    timeline.element.dispatchEvent(new PointerEvent(kind, { clientX: LEFT + px, button: 0, pointerId: 1 }));
  const places = (selector: string): number[] =>
    [...timeline.element.querySelectorAll(selector)].map((one) =>
      Number(/translate\(([\d.]+)/.exec(one.getAttribute('transform') ?? '')?.[1]),
    );
  return { run, send, places, element: timeline.element };
}

const pxOf = (request: number): number => (WIDTH * request) / REQUESTS;

test('a pointer leads to the request that it stands on, and to no other', () => {
  const { run, send } = timelineAt(40);
  for (const request of [0, 1, 2, 40, 199, 399, 400]) {
    // A request is two pixels wide: up to a pixel on either side of its place is still this one.
    for (const off of [-0.9, 0, 0.9]) {
      send('pointerdown', pxOf(request) + off);
      expect(run).toHaveBeenLastCalledWith('transport.seek-request', { request });
    }
  }
});

test('near a diamond a pointer leads behind the request at which lanes part', () => {
  const divergence = { request: 43, least_ns: 0, most_ns: 1000, slowest: 0 };
  const full_runs = { ...initialState().full_runs, divergences: [divergence] };
  const { run, send, places } = timelineAt(40, { full_runs });
  send('pointerdown', pxOf(44) + 3);
  expect(run).toHaveBeenLastCalledWith('transport.seek-request', { request: 44 });
  expect(places('.divergences path')).toEqual([pxOf(44)]);
});

test('handle and line stand at the request, marks in the middle of their bins, flags at theirs', () => {
  const { places, element } = timelineAt(37);
  expect(places('.handle')).toEqual([pxOf(37)]);
  expect(Number(element.querySelector('.done')?.getAttribute('width'))).toBe(pxOf(37));
  expect(element.getAttribute('aria-valuenow')).toBe('37');
  expect(element.getAttribute('aria-valuetext')).toBe('request 37 of 400, operation 77');
  expect(places('.marks path')).toEqual([22, 26, 362].map(pxOf));
  expect(places('.flags path')).toEqual([pxOf(30)]);
});

test('what is told at a pointer is what happened there', () => {
  const { send, element } = timelineAt(40);
  const told = (request: number): string => {
    send('pointermove', pxOf(request));
    return element.querySelector('.tip')?.textContent ?? '';
  };
  expect([19, 20, 23, 24, 27, 28].map(told)).toEqual([
    'request 19',
    'request 20 · 1 GC run',
    'request 23 · 1 GC run',
    'request 24 · 2 GC runs',
    'request 27 · 2 GC runs',
    'request 28',
  ]);
});
