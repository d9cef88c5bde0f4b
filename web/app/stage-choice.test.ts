import { expect, test } from 'vitest';
import type { Opened } from '../engine/protocol';
import { openCore } from '../fixtures/core';
import { canHappen, momentOf, unitsOf } from './moments';
import { ganttShown, offersGantt, stageAfter, stageOptions, stageShown } from './stage-choice';

const DEVICE = { pages_per_block: 8, blocks_per_plane: 64, over_provisioning: 1 };
const STRIPED = { preset: 'ttflash-small', over_provisioning: 1 };

function opened(ftl: string, buffer = 'none', bytes?: number): { opened: Opened } {
  const device = ftl === 'ttflash' ? STRIPED : DEVICE;
  const { opened, session } = openCore({
    device,
    ftl: { kind: ftl },
    buffer: { kind: buffer, ...(bytes === undefined ? {} : { bytes }) },
    workload: { requests: 1 },
  });
  session.free();
  return { opened };
}

test.each([
  ['page', 'none', ['flash']],
  ['page', 'lru', ['buffer buffer', 'flash']],
  ['fast', 'none', ['layer logs', 'flash']],
  ['fast', 'lbuffer', ['buffer buffer', 'layer logs', 'flash']],
  ['dftl', 'none', ['layer map', 'flash']],
  ['fast', 'clash', ['buffer cache', 'layer logs', 'flash']],
  ['clash', 'none', ['layer cache', 'flash']],
  ['ttflash', 'none', ['layer stripes', 'flash']],
])('%s behind %s can be looked at from the host down', (ftl, buffer, options) => {
  const words = stageOptions(opened(ftl, buffer)).map(({ view, stage }) => (stage ? `${view} ${stage}` : view));
  expect(words).toEqual(options);
});

test('what is wanted is shown where it is there, else what is nearest to the host; and it goes round', () => {
  const fast = opened('fast', 'fab');
  expect(stageShown({ ...fast, stage_view: 'layer' }).stage).toBe('logs');
  expect(stageShown({ ...opened('page', 'fab'), stage_view: 'layer' }).stage).toBe('buffer');
  expect(stageShown({ ...opened('fast'), stage_view: 'buffer' }).stage).toBe('logs');
  expect(stageShown({ ...opened('page'), stage_view: 'buffer' }).view).toBe('flash');
  expect(stageAfter({ ...fast, stage_view: 'buffer' })).toBe('layer');
  expect(stageAfter({ ...fast, stage_view: 'flash' })).toBe('buffer');
  expect(stageAfter({ ...opened('page', 'fab'), stage_view: 'layer' })).toBe('flash');
});

test('channels and planes over time are there on the event clock alone', () => {
  const on = (ftl: string, clock: string) => {
    const device = opened(ftl);
    const { document } = device.opened;
    return {
      opened: { ...device.opened, document: { ...document, device: { ...(document.device as object), clock } } },
    };
  };
  const state = { stage_view: 'layer', gantt_open: true, embedded: false } as const;
  const page = { ...state, ...on('page', 'event') };
  expect([offersGantt(page), ganttShown(page)]).toEqual([true, true]);
  expect(ganttShown({ ...page, gantt_open: false })).toBe(false);
  expect(ganttShown({ ...page, embedded: true })).toBe(false);
  const serial = { ...state, ...on('page', 'serial') };
  expect([offersGantt(serial), ganttShown(serial)]).toEqual([false, false]);
  const none = { ...state, opened: null };
  expect([offersGantt(none), ganttShown(none)]).toEqual([false, false]);
  // The stage of stripes has them itself, whether they are unfolded or not.
  const striped = { ...state, ...on('ttflash', 'event'), gantt_open: false };
  expect([offersGantt(striped), ganttShown(striped)]).toEqual([false, true]);
  const flash = { ...striped, stage_view: 'flash' as const };
  expect([offersGantt(flash), ganttShown(flash)]).toEqual([true, false]);
});

test('a buffer without room is none', () => {
  const none = opened('page', 'lru', 0);
  expect(stageOptions(none).map(({ view }) => view)).toEqual(['flash']);
  expect(unitsOf(none)).not.toContain('flush');
});

test('there are flushes where there is a buffer, and sessions where it tunes itself', () => {
  expect(unitsOf(opened('fast', 'bplru'))).toEqual(['operation', 'request', 'flush', 'merge']);
  expect(unitsOf(opened('page', 'lbuffer'))).toEqual(['operation', 'request', 'flush', 'session', 'gc']);
  expect(unitsOf(opened('page', 'none'))).toEqual(['operation', 'request', 'gc']);
  expect(momentOf(opened('fast', 'bplru'))).toBe('flush');
  expect(canHappen('buffer-flush', opened('page', 'lru'))).toBe(true);
  expect(canHappen('session', opened('page', 'lru'))).toBe(false);
  expect(canHappen('session', opened('page', 'lbuffer'))).toBe(true);
  expect(canHappen('swap', opened('page', 'lbuffer'))).toBe(false);
});
