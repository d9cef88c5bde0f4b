// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { initialState } from '../../../app/initial-state';
import type { AppState } from '../../../app/state';
import type { Frame } from '../../../engine/protocol';
import { MAP_GEOMETRY, mapFrames } from '../../../fixtures/cached-map';
import { COLLECTS } from '../../../fixtures/observables';
import { MAP } from './view';

const FRAMES = mapFrames();

function stageOf() {
  const document_ = { ftl: { kind: 'dftl' }, device: { read_ns: 1000, program_ns: 4000 } };
  const state: AppState = {
    ...initialState(),
    opened: {
      document: document_,
      geometry: MAP_GEOMETRY,
      address_mode: null,
      theory: null,
      joins_commands: false,
      observables: COLLECTS,
      trace: null,
    },
  };
  const view = MAP.create({
    motion: () => false,
    play: () => {},
    run: () => {},
    update: () => {},
    state: () => state,
  });
  document.body.replaceChildren(view.element);
  const words = (selector: string): string[] =>
    [...view.element.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
  return { view, words, show: (frame: Frame) => view.show(frame, MAP_GEOMETRY, state) };
}

const frameOf = (request: number, steps: number): Frame => {
  const found = FRAMES.find(({ position, walk }) => position.request === request && walk?.steps.length === steps);
  if (!found) throw new Error('no such frame');
  return found;
};

test('entries stand in their segments, the most recent on top, changed ones marked', () => {
  const { show, words, view } = stageOf();
  show(frameOf(5, 2));
  const [kept, tried] = [...view.element.querySelectorAll('.map-entries')];
  expect(kept?.textContent).toContain('0');
  expect(tried?.textContent).toContain('5');
  expect(view.element.querySelectorAll('.map-entry.is-changed')).toHaveLength(2);
  expect(words('.map-cache .panel-figure')).toEqual(['2 dirty']);
});

test('a write-back leaves the old place of the translation page struck out', () => {
  const { show, view } = stageOf();
  show(frameOf(4, 4));
  const row = view.element.querySelector('.map-directory .map-row');
  expect(row?.querySelector('s')?.textContent).toBe('4·0');
  expect(row?.querySelector('.map-place > span')?.textContent).toBe('6·0');
});

test('backwards shows what forwards showed', () => {
  const { show, view } = stageOf();
  const forwards = FRAMES.map((frame) => {
    show(frame);
    return view.element.textContent;
  });
  for (const [i, frame] of [...FRAMES.entries()].reverse()) {
    show(frame);
    expect(view.element.textContent).toBe(forwards[i]);
  }
});

test('a conversion fills its places, and blocks in order are listed', () => {
  const { show, words } = stageOf();
  const frame = frameOf(1, 1);
  const map = frame.layer.map;
  if (!map) throw new Error('no map');
  const layer = { ...frame.layer, map: { ...map, whole_blocks: [[3, 7]] as [number, number][] } };
  show({ ...frame, layer, conversion: { lbn: 2, block: 9, from: [8, 9, null, null], over: false } });
  expect(words('.map-conversion p')).toEqual(['B2 is put in order in block 9: 2 of 4 pages']);
  expect(words('.map-blocks li')).toEqual(['B3 block 7']);
});
