import { expect, test } from 'vitest';
import { initialState } from './initial-state';
import { linkOf } from './page';
import type { AppState } from './state';

const HREF = 'https://example.org/flashlab/?testing=1#old';
const STATE: AppState = {
  ...initialState(),
  screen: 'workbench',
  document: { ftl: { kind: 'fast' } },
  frame: { position: { op: 37 } } as AppState['frame'],
};

test('a link leads to the moment or to the start, to the page or to the stage alone', () => {
  const link = (moment: boolean, embedded: boolean): string => linkOf(STATE, HREF, { moment, embedded });
  expect(linkOf(STATE, HREF)).toBe(link(true, false));
  expect(link(true, false)).toBe('https://example.org/flashlab/#v=1&ftl.kind=fast&op=37');
  expect(link(false, false)).toBe('https://example.org/flashlab/#v=1&ftl.kind=fast');
  expect(link(true, true)).toBe('https://example.org/flashlab/?embed=1#v=1&ftl.kind=fast&op=37');
});

test('a link says where the other lanes stand once the run of lane A has ended before theirs', () => {
  const lane = (request: number, kind: 'read-only' | null) =>
    ({ position: { op: 37, request, ended: kind && { kind, text: '' } } }) as AppState['frame'];
  const beside = [{ document: {}, frame: lane(80, null) }] as unknown as AppState['beside'];
  expect(linkOf({ ...STATE, frame: lane(20, 'read-only'), beside }, HREF)).toContain('&op=37&request=80');
  expect(linkOf({ ...STATE, frame: lane(80, null), beside }, HREF)).not.toContain('request=');
});
