// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { initialState } from '../../../app/initial-state';
import type { AppState } from '../../../app/state';
import type { Frame, Geometry } from '../../../engine/protocol';
import { FIGURE_4_FRAMES, figure4, figure4Hit } from '../../../fixtures/host-map-figure-4';
import { largeFrame, wholeFrame } from '../../../fixtures/host-map-large';
import { COLLECTS } from '../../../fixtures/observables';
import { accounts } from './accounts';
import { pictureOf } from './model';
import { fieldsOf, rowFor } from './readout';
import { HOST_MAP } from './view';

const GEOMETRY = { logical_pages: 16, page_bytes: 512 } as Geometry;
const LARGE = { logical_pages: 104_857_600, page_bytes: 4096 } as Geometry;

function stageOf(document_: object = { ftl: { kind: 'pblk-selective' } }, geometry = GEOMETRY) {
  const ran: string[] = [];
  let state: AppState = {
    ...initialState(),
    opened: {
      document: { ...document_ },
      geometry,
      address_mode: null,
      theory: null,
      joins_commands: false,
      observables: COLLECTS,
      trace: null,
    },
  };
  const view = HOST_MAP.create({
    motion: () => false,
    play: () => {},
    run: (id, args) => ran.push(`${id} ${JSON.stringify(args)}`),
    update: (change) => {
      state = { ...state, ...change };
    },
    state: () => state,
  });
  document.body.replaceChildren(view.element);
  const texts = (selector: string): string[] =>
    [...view.element.querySelectorAll(selector)].map(({ textContent }) =>
      (textContent ?? '').replaceAll('\u202f', ' '),
    );
  const account = (name: string): string[] => texts(`[data-account="${name}"] li`);
  return {
    view,
    ran,
    texts,
    account,
    state: () => state,
    open: (other: object) => {
      state = {
        ...state,
        opened: {
          document: { ...other },
          geometry,
          address_mode: null,
          theory: null,
          joins_commands: false,
          observables: COLLECTS,
          trace: null,
        },
      };
    },
    show: (frame: Frame) => view.show(frame, geometry, state),
  };
}

test('before the first look-up the stage says what each of them asks', () => {
  const { show, texts } = stageOf();
  show(figure4(0));
  expect(texts('.host-step-list .is-ahead')).toHaveLength(9);
  expect(texts('.host-where .part-words')[0]).toContain('no look-up yet');
});

test('the nine steps light up one after the other', () => {
  const { show, texts } = stageOf();
  for (let step = 1; step <= 9; step++) {
    show(figure4(step + 1));
    expect(texts('.host-step-list [aria-current="step"]')).toHaveLength(1);
    expect(texts('.host-step-list .is-now .step-number')).toEqual([String(step)]);
  }
  show(figure4(11));
  expect(texts('.host-step-list .is-done')).toHaveLength(9);
  expect(texts('.host-outcome')).toEqual(['Then 7 mod 4 = entry 3: physical page 43']);
  expect(texts('.host-sum mark')).toEqual(['physical page 43']);
});

test('the account follows the block that leaves and the one that comes', () => {
  const { show, account } = stageOf();
  show(figure4(2));
  expect(account('Directory')[3]).toBe(
    'Map block 3: hotness 15, on the SSD at line 1, place 4, in memory, dirty at 0x3000',
  );
  show(figure4(11));
  expect(account('Directory')[3]).toBe('Map block 3: hotness 15, on the SSD at line 2, place 1, not in memory');
  expect(account('Directory')[1]).toBe('Map block 1: hotness 8, on the SSD at line 1, place 2, in memory at 0x3000');
  expect(account('Cache')[0]).toBe('slot 0x3000: block 1: 4 to 7; 24, 55, 96, 43');
  expect(account('SSD')).toContain('line 1, place 4: map block 3, stale');
  expect(account('Look-up')[0]).toBe('host read of LBN 7: a miss, its victim was dirty');
});

test('backwards shows what forwards showed', () => {
  const { show, view } = stageOf();
  const all = Array.from({ length: FIGURE_4_FRAMES }, (_, at) => at);
  const forwards = all.map((at) => {
    show(figure4(at));
    return view.element.textContent;
  });
  for (const at of all.toReversed()) {
    show(figure4(at));
    expect(view.element.textContent).toBe(forwards[at]);
  }
});

test('each step leads to its moment, but for those that are not needed and the present one', () => {
  const { show, view, ran } = stageOf();
  show(figure4(7));
  const buttons = [...view.element.querySelectorAll<HTMLButtonElement>('.host-step-list button')];
  expect(buttons.map(({ disabled }) => disabled)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
  buttons[3]?.click();
  buttons[8]?.click();
  expect(ran).toEqual(['transport.map-step {"step":4}', 'transport.map-step {"step":9}']);
  show(figure4Hit());
  expect(buttons.map(({ disabled }) => disabled)).toEqual([false, ...Array(8).fill(true)]);
});

test('a map that is told whole has no trade to make', () => {
  const { show, view } = stageOf();
  show(figure4(5));
  expect(view.element.querySelector<HTMLElement>('.host-tradeoff')?.hidden).toBe(true);
  expect(view.element.classList.contains('is-tiny')).toBe(true);
});

const PARETO = { kind: 'pareto', h: 0.2, write_ratio: 1 };
const documentOf = (scatter: boolean) => ({
  ftl: { kind: 'pblk-selective' },
  device: { read_ns: 10_000, program_ns: 30_000, transfer_ns: 320 },
  workload: { ...PARETO, scatter },
});

test('together and scattered keep what the other was like', () => {
  const { show, open, texts, ran, view } = stageOf(documentOf(false), LARGE);
  show(largeFrame());
  expect(texts('.host-rivals button')).toEqual(['together79.7\u00a0%', 'scattered']);
  expect(view.element.querySelector<HTMLElement>('.host-rival')?.hidden).toBe(true);
  view.element.querySelectorAll<HTMLButtonElement>('.host-rivals button')[1]?.click();
  expect(ran).toEqual(['experiment.scatter {"scatter":true}']);
  open(documentOf(true));
  show(largeFrame(true));
  expect(texts('.host-rivals button')).toEqual(['together79.7\u00a0%', 'scattered50\u00a0%']);
  expect(texts('.host-rivals [aria-pressed="true"]')[0]).toContain('scattered');
  expect(texts('.host-rival .note')).toEqual(['together, at request 412 346']);
  // Another experiment has nothing to be compared with.
  open({ ...documentOf(true), ftl: { kind: 'pblk-selective', policy: 'lru' } });
  show({ ...largeFrame(true) });
  expect(texts('.host-rivals button')[0]).toBe('together');
});

test('where the whole table is in memory, the ring and the lines are the stage', () => {
  const { show, view, texts, account } = stageOf({ ftl: { kind: 'pblk' }, device: { page_bytes: 4096 } }, LARGE);
  show(wholeFrame());
  expect(view.element.querySelector<HTMLElement>('.host-high')?.hidden).toBe(true);
  expect(texts('.host-whole-size')).toEqual(['400\u00a0MiB']);
  expect(texts('.host-lists b')).toEqual(['2', '12', '31', '702', '184']);
  expect(account('Map')[0]).toContain('The whole table is in memory: 400\u00a0MiB');
  expect(account('Rate limiter')).toHaveLength(3);
});

test('a block that is pointed at is told from the frame, or when it was asked', () => {
  const map = figure4(11).layer.openchannel?.map;
  if (!map) throw new Error('no map');
  expect(fieldsOf(1, rowFor(1, map.rows, null), 4)).toEqual(['1', '8', '1', '2', '0x3000', '4']);
  expect(fieldsOf(9, rowFor(9, map.rows, null), 4)).toEqual(['9', '…', '…', '…', '…', '36']);
  const row = { id: 9, hotness: 5, line: null, offset: null, slot: 1, address: 0x3020, dirty: true, journal: false };
  expect(fieldsOf(9, rowFor(9, map.rows, { row, first_lbn: 36, entries: [] }), 4)).toEqual([
    '9',
    '5',
    '–',
    '–',
    '0x3020, dirty',
    '36',
  ]);
});

test('where single entries are cached, there is no walk to tell', () => {
  const frame = figure4(0);
  const view = frame.layer.openchannel;
  if (!view?.map) throw new Error('no map');
  const map = { ...view.map, policy: 'entries', slots: [], walk: null };
  const { show, texts } = stageOf();
  show({ ...frame, layer: { ...frame.layer, openchannel: { ...view, map } } });
  expect(texts('.host-where .part-words')[0]).toContain('single entries are cached');
});

test('all accounts have their lines', () => {
  const { state } = stageOf(documentOf(false), LARGE);
  const picture = pictureOf(largeFrame(), state());
  if (!picture) throw new Error('no picture');
  expect(accounts(picture).map(({ name }) => name)).toEqual([
    'Look-up',
    'Directory',
    'Cache',
    'SSD',
    'Map',
    'Memory against bandwidth',
    'Rate limiter',
    'Lines',
  ]);
});
