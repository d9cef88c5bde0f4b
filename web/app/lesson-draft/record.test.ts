import { expect, test } from 'vitest';
import type { Ended, Frame, Opened } from '../../engine/protocol';
import { LessonError } from '../../lessons/lesson-error';
import type { App } from '../command';
import { EXAMPLES } from '../examples';
import { initialState } from '../initial-state';
import { NEW_LANE } from '../lanes/state';
import type { AppState } from '../state';
import { createStore } from '../store';
import { momentNow, sceneNow } from './record';

const TOY = EXAMPLES.find(({ id }) => id === 'toy')?.document ?? {};
const ENDED: Ended = { kind: 'done', text: '' };
const OPENED = { document: TOY } as Opened;

/** A frame that stands at a moment; `mapping` has the physical page of each logical page. */
const frameAt = (position: Partial<Frame['position']>, mapping: readonly number[] = []): Frame =>
  ({
    position: { op: 40, request: 6, requests: 400, ended: null, ...position },
    stage: { kind: 'cells', mapping },
  }) as unknown as Frame;

/** An app at a state, on a device whose request N begins at operation 10 N. */
function at(change: Partial<AppState>): App {
  const store = createStore<AppState>({ ...initialState(), document: TOY, opened: OPENED, ...change });
  const lane = { locate: async ({ from }: { from: { request: number } }) => 10 * from.request };
  return { store, whole: store, lane } as unknown as App;
}

test.each([
  ['before the first operation', { op: 0, request: 0 }, 'start'],
  ['at the end', { op: 900, request: 400, ended: ENDED }, 'end'],
  ['between two requests', { op: 60, request: 6 }, 'request 6'],
  ['within a request', { op: 63, request: 6 }, 'operation 63'],
])('the moment %s is told as a lesson spells it', async (_, position, words) => {
  expect(await momentNow(at({ frame: frameAt(position) }))).toBe(words);
});

test('lanes stand between requests, and the furthest tells where', async () => {
  const beside = (position: Partial<Frame['position']>) => [{ ...NEW_LANE, opened: OPENED, frame: frameAt(position) }];
  const places = [
    [{ op: 0, request: 0 }, { op: 0, request: 0 }, 'start'],
    [{ op: 63, request: 6 }, { op: 80, request: 7 }, 'request 7'],
    [{ request: 400, ended: ENDED }, { request: 400, ended: ENDED }, 'end'],
  ] as const;
  for (const [one, other, words] of places)
    expect(await momentNow(at({ frame: frameAt(one), beside: beside(other) }))).toBe(words);
});

test('a ready example is told by its name, anything else by its document', async () => {
  const frame = frameAt({ op: 60 });
  expect((await sceneNow(at({ frame }))).device).toEqual({ example: 'toy' });
  const document = { ...TOY, run: { seed: 77 } };
  expect((await sceneNow(at({ frame, document }))).device).toEqual({ experiment: document });
});

test('what is to be looked at: the page pinned last, else the one that is lit, else a state', async () => {
  const frame = frameAt({ op: 60 }, [5, 9, 12]);
  const highlight = async (change: Partial<AppState>) => (await sceneNow(at({ frame, ...change }))).highlight;
  expect(await highlight({ pinned_pages: [12, 9], lit_lpn: 2, isolate: 'invalid' })).toEqual({ lpn: 1 });
  expect(await highlight({ pinned_pages: [7], lit_lpn: 2 }), 'a pinned page that holds none').toEqual({ lpn: 2 });
  expect(await highlight({ isolate: 'invalid' })).toEqual({ state: 'invalid' });
  expect(await highlight({})).toBeNull();
});

test('view and lanes come along, and a run that plays is held', async () => {
  const beside = [{ ...NEW_LANE, opened: OPENED, frame: frameAt({}), document: { ...TOY, ftl: { kind: 'fast' } } }];
  const app = at({ frame: frameAt({}), beside, colour_by: 'wear', stage_view: 'flash', playing: true });
  const scene = await sceneNow(app);
  expect(scene).toMatchObject({ colour_by: 'wear', stage: 'flash' });
  expect(scene.beside).toEqual([expect.arrayContaining([['ftl.kind', 'fast']])]);
  expect(app.store.get().playing).toBe(false);
});

test('what a lesson cannot hold is refused, and named', async () => {
  await expect(sceneNow(at({ opened: null, frame: null }))).rejects.toThrow(LessonError);
  const document = { ...TOY, workload: { kind: 'trace', file: 'mine.csv' } };
  await expect(sceneNow(at({ frame: frameAt({}), document }))).rejects.toThrow(/mine\.csv/);
});
