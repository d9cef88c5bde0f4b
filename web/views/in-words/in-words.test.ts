import { expect, test } from 'vitest';
import { EXAMPLES } from '../../app/examples';
import { initialState } from '../../app/initial-state';
import type { AppState } from '../../app/state';
import { BLOCK_STATES, type StageCells } from '../../engine/protocol';
import { openCore } from '../../fixtures/core';
import { accountsOf } from './in-words';

function stateAt(id: string, request: number, change: Partial<AppState> = {}): AppState {
  const document = EXAMPLES.find((example) => example.id === id)?.document ?? {};
  const { opened, toRequest } = openCore(document);
  return { ...initialState(), screen: 'workbench', document, opened, frame: toRequest(request), ...change };
}

/** One stage of each kind, at a moment at which it has something to say. */
const STAGES_TOLD: readonly (readonly [example: string, request: number, parts: readonly string[]])[] = [
  ['toy', 40, ['Flash', 'Next']],
  ['bast', 60, ['Log blocks']],
  ['dftl', 60, ['Look-up']],
  ['clash-figure-2', 5, []],
  ['bplru', 200, ['Buffer', 'Order of leaving']],
  ['ttflash', 200, ['Planes', 'Tokens']],
  ['selective', 200, ['Map']],
];

test.each(STAGES_TOLD)('the stage of %s at request %i says what happened and what each part holds', (id, at, parts) => {
  const accounts = accountsOf(stateAt(id, at));
  const names = accounts.map(({ name }) => name);
  expect(names[0]).toBe('What just happened');
  expect(names.length).toBeGreaterThan(1);
  for (const part of parts) expect(names).toContain(part);
  const lines = accounts.flatMap((account) => account.lines);
  expect(lines.filter((line) => /undefined|NaN|null|\*\*/.test(line))).toEqual([]);
  expect(lines.every((line) => line.trim().length > 3)).toBe(true);
});

test('flash is told block by block where there are few, with what they hold', () => {
  const state = stateAt('toy', 0);
  if (!state.frame) throw new Error('no frame');
  const closed = BLOCK_STATES.indexOf('closed');
  const stage = {
    kind: 'cells',
    page_state: new Uint8Array([1, 2, 0, 0]),
    page_owner: new Uint32Array([7, 3, 0xffff_ffff, 0xffff_ffff]),
    block_state: new Uint8Array([closed, 0]),
    block_erases: new Uint32Array([2, 0]),
  } as unknown as StageCells;
  const flash = accountsOf({ ...state, frame: { ...state.frame, stage } }).find(({ name }) => name === 'Flash');
  expect(flash?.lines).toEqual([
    'block 0, closed: 1 valid (logical pages 7), 1 invalid; erased 2 times',
    'block 1, free: 2 free; not erased yet',
  ]);
});

test('before the first request it says so', () => {
  expect(accountsOf(stateAt('toy', 0))[0]?.lines[0]).toContain('Nothing yet');
});
