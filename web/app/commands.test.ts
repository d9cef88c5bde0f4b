import { expect, test } from 'vitest';
import type { FigureEntry, FigurePlan } from '../engine/core-types';
import { ENTRY, planOf, resultWith } from '../fixtures/figure';
import { COLLECTS } from '../fixtures/observables';
import type { App, Page } from './command';
import { COMMANDS, findCommand, runCommand } from './commands';
import type { Figures } from './figures/figures';
import { NO_FIGURES } from './figures/state';
import { initialState } from './initial-state';
import type { LaneGroup } from './lanes/lane-group';
import type { AppState } from './state';
import { createStore } from './store';

/** An app whose lane and page note what they are asked, and do nothing. */
function start(change: Partial<AppState> = {}) {
  const asked: string[] = [];
  const note =
    (name: string, answer?: unknown) =>
    async (...args: unknown[]): Promise<unknown> => {
      asked.push(`${name} ${JSON.stringify(args)}`);
      return answer;
    };
  const lane = {
    open: note('open', true),
    step: note('step'),
    seek: note('seek'),
    runToEnd: note('runToEnd'),
    setBreakpoints: note('setBreakpoints'),
    importTrace: note('importTrace', { name: 'a trace' }),
    log: note('log', { file: 'a log', cut_at: 1500 }),
    openAll: note('openAll', true),
    keep: () => {},
    restore: () => app.whole.update({ document: { run: { seed: 1 } } }),
  } as unknown as LaneGroup;
  const page = {
    copy: note('copy'),
    download: note('download'),
    link: () => 'a link',
    drawings: async () => [],
    rememberTheme: () => true,
    fetchFile: note('fetchFile', { text: async () => '{"journal":{"first_byte":8,"bytes":9}}' }),
  } as unknown as Page;
  const figures = {
    show: note('show'),
    compute: note('compute'),
    stop: () => {},
    text: note('text', '{}'),
    bring: () => {},
  } as unknown as Figures;
  const store = createStore<AppState>({ ...initialState(), ...change });
  const unwatched = async () => ({ run: note('unwatched') as () => Promise<void> });
  const sweep = () => Promise.reject(new Error('no sweeps here'));
  const full_runs = { pause: () => void note('pause')(), resume: () => void note('resume')() };
  const baselines = { pause: () => void note('pause')(), resume: () => void note('resume')() };
  const openLink = note('openLink') as App['openLink'];
  const estimate = async () => null;
  const app: App = {
    store,
    whole: store,
    lane,
    figures,
    sweep,
    challenges: () => Promise.reject(new Error('no challenges here')),
    unwatched,
    lecture: async () => ({ openNotes: () => {} }),
    film: () => Promise.reject(new Error('no films here')),
    full_runs,
    baselines,
    estimate,
    openLink,
    run: (id, args) => runCommand(app, id, args),
    page,
  };
  return { app, asked, run: app.run };
}

const OPENED = { screen: 'workbench', opened: { observables: COLLECTS } as AppState['opened'] } as const;
const at = (op: number, ended: unknown = null) => ({ frame: { position: { op, ended } } as AppState['frame'] });

test('to the next choice of a block: other stop conditions wait meanwhile, and come back', async () => {
  const gc = { kind: 'gc' } as const;
  const { asked, app, run } = start({ ...OPENED, ...at(7), breakpoints: [gc] });
  await run('transport.next-choice', { block: 4 });
  expect(asked).toEqual([
    'setBreakpoints [[{"kind":"block-chosen","block":4}]]',
    'runToEnd []',
    'setBreakpoints [[{"kind":"gc"}]]',
  ]);
  expect(app.store.get().notice).toBeNull();
});

test('a block that is not chosen again: back to where one stood, and that is said', async () => {
  const { asked, app, run } = start({ ...OPENED, ...at(7) });
  const ends = async () => app.store.update(at(90, { kind: 'done' }));
  app.lane.runToEnd = ends;
  await run('transport.next-choice', { block: 4 });
  expect(asked.at(-1)).toBe('seek [{"op":7}]');
  expect(app.store.get().notice).toBe('Block 4 is not chosen again');
});

test('ids are used once', () => {
  const ids = COMMANDS.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every command with a key can be found in the help', () => {
  for (const command of COMMANDS) if (command.keys) expect(command.group, command.id).toBeDefined();
});

test('an unknown command is said to be', () => {
  expect(() => findCommand('no.such')).toThrow('no command no.such');
});

test('a command that cannot be run now does nothing', async () => {
  const { asked, run } = start({ screen: 'start' });
  await run('transport.forward');
  expect(asked).toEqual([]);
});

test('stepping pauses, and moves by the unit chosen', async () => {
  const { app, asked, run } = start({ ...OPENED, ...at(4), playing: true, unit: 'gc' });
  await run('transport.back');
  expect(asked).toEqual(['step ["gc",-1]']);
  expect(app.store.get().playing).toBe(false);
});

test('there is no way back from the start, nor on from the end', async () => {
  const first = start({ ...OPENED, ...at(0) });
  await first.run('transport.back');
  const last = start({ ...OPENED, ...at(9, { kind: 'done', text: '' }) });
  await last.run('transport.forward');
  expect([...first.asked, ...last.asked]).toEqual([]);
});

test('changing a field opens the changed document', async () => {
  const { asked, run } = start({ ...OPENED, document: { run: { seed: 1 } } });
  await run('experiment.set', { path: 'ftl.kind', value: 'block' });
  expect(asked).toEqual(['open [{"run":{"seed":1},"ftl":{"kind":"block"}}]']);
});

test('another α is fixed in the experiment, which goes on to the request where it stood', async () => {
  const document = { buffer: { kind: 'lbuffer', alpha: 1 } };
  const frame = { position: { op: 90, request: 7 } } as unknown as AppState['frame'];
  const observables = { ...COLLECTS, moments: ['flush', 'session'] };
  const opened = { document, observables } as unknown as AppState['opened'];
  const { asked, run } = start({ ...OPENED, opened, document, frame });
  await run('experiment.fix-alpha', { alpha: 0.5 });
  expect(asked).toEqual(['open [{"buffer":{"kind":"lbuffer","alpha":0.5,"tuner":"fixed"}}]', 'seek [{"request":7}]']);
});

test('a plane is lost at the present request; once one is, the next is the second', async () => {
  const document = { ftl: { kind: 'ttflash' } };
  const frame = { position: { op: 90, request: 7 } } as unknown as AppState['frame'];
  const observables = { ...COLLECTS, stages: { buffer: null, layer: 'stripes' } };
  const opened = { document, observables } as unknown as AppState['opened'];
  const first = start({ ...OPENED, opened, document, frame });
  await first.run('fault.kill-plane', { plane: 5 });
  expect(first.asked).toEqual(['open [{"ftl":{"kind":"ttflash","kill_plane":5,"kill_at":6}}]', 'seek [{"request":7}]']);
  const lost = { ftl: { kind: 'ttflash', kill_plane: 5, kill_at: 3 } };
  const second = start({ ...OPENED, opened, document: lost, frame });
  await second.run('fault.kill-plane', { plane: 6 });
  expect(second.asked[0]).toContain('"kill_plane":5,"kill_at":3,"second_plane":6,"second_at":6');
});

test('putting a failure aside brings back the document that was accepted', async () => {
  const { app, run } = start({
    document: { bad: 1 },
    failure: { kind: 'value', text: '', field: null, nearest: null },
  });
  await run('experiment.dismiss');
  expect(app.store.get()).toMatchObject({ document: { run: { seed: 1 } }, failure: null });
});

test('colours and themes cycle; isolating twice shows all again', async () => {
  const { app, run } = start(OPENED);
  await run('view.colour-by');
  await run('view.theme');
  await run('view.isolate-invalid');
  expect(app.store.get()).toMatchObject({ colour_by: 'age', theme: 'light', isolate: 'invalid' });
  await run('view.isolate-invalid');
  expect(app.store.get().isolate).toBeNull();
});

test('closing closes what lies on top first', async () => {
  const { app, run } = start({ ...OPENED, help_open: true, presenting: true });
  await run('view.close');
  expect(app.store.get()).toMatchObject({ help_open: false, presenting: true });
  await run('view.close');
  expect(app.store.get().presenting).toBe(false);
});

test('arguments of the wrong kind are refused in words', async () => {
  const { run } = start(OPENED);
  await expect(run('transport.seek', { op: 'far' })).rejects.toThrow('op: far is not a number');
  await expect(run('view.colour-by', { by: 'mood' })).rejects.toThrow('is not one of state, age');
});

test('breakpoints are added and removed', async () => {
  const { asked, run } = start({ ...OPENED, breakpoints: [{ kind: 'gc' }, { kind: 'erase' }] });
  await run('transport.remove-breakpoint', { index: 0 });
  expect(asked).toEqual(['setBreakpoints [[{"kind":"erase"}]]']);
});

test('an example that replays a trace brings it along, and nothing is asked about it', async () => {
  const { app, asked, run } = start();
  await run('experiment.example', { id: 'clash-figure-2', play: false });
  expect(asked.slice(0, 3)).toEqual([
    'fetchFile ["traces/clash-figure-2.csv"]',
    'fetchFile ["traces/clash-figure-2.csv.json"]',
    'importTrace [{},"clash-figure-2.csv",{"first_byte":8,"bytes":9}]',
  ]);
  expect(asked[3]).toMatch(/^open .*"ftl":\{"kind":"clash","p_pages":8,"b_blocks":2\}/);
  expect(app.store.get().trace).toBeNull();
});

test('an example whose trace cannot be fetched says so and opens nothing', async () => {
  const { app, asked, run } = start();
  app.page.fetchFile = () => Promise.reject(new Error('the server said 404'));
  await expect(run('experiment.example', { id: 'clash-figure-2' })).rejects.toThrow('the server said 404');
  expect(asked).toEqual([]);
});

test('to the next moment of a kind, whatever a step is', async () => {
  const { asked, run } = start({ ...OPENED, ...at(4), unit: 'operation' });
  await run('transport.next', { unit: 'swap' });
  expect(asked).toEqual(['step ["swap",1]']);
});

test('where a run has no further moment of a kind one stays, and is told', async () => {
  const { app, asked, run } = start({ ...OPENED, ...at(4), unit: 'operation' });
  const lands = (kind: string) => async () =>
    app.store.update({
      frame: { position: { op: 90, ended: { kind: 'done' } }, operations: [{ kind }] } as unknown as AppState['frame'],
    });
  app.lane.step = lands('program');
  await run('transport.next', { unit: 'swap' });
  expect(asked).toEqual(['seek [{"op":4}]']);
  expect(app.store.get().notice).toBe('No further swap in this run');

  app.store.update({ ...at(4), notice: null });
  app.lane.step = lands('swap');
  await run('transport.next', { unit: 'swap' });
  app.store.update(at(4));
  app.lane.step = lands('program');
  await run('transport.forward');
  expect(asked, 'one that is the last of all is gone to, and so is the end').toHaveLength(1);
  expect(app.store.get().notice).toBeNull();
});

const entry = (id: string) => ({ id }) as FigureEntry;
const FIGURES = {
  screen: 'figures',
  figures: { ...NO_FIGURES, list: [entry('one'), entry('two')], id: 'two', form: 'quick' },
} as const;

test('figures follow one another, round the end', async () => {
  const { asked, run } = start(FIGURES);
  await run('figures.next');
  await run('figures.previous');
  await run('figures.size');
  expect(asked).toEqual(['show ["one","quick"]', 'show ["one","quick"]', 'show ["two","full"]']);
});

test('opening the figures brings back the one last seen, and an address the one it names', async () => {
  const { app, asked, run } = start({ ...FIGURES, screen: 'workbench', playing: true });
  await run('figures.open');
  await run('figures.open', { figure: 'one', form: 'full' });
  expect(asked).toEqual(['show ["two","quick"]', 'show ["one","full"]']);
  expect(app.store.get()).toMatchObject({ screen: 'figures', playing: false });
});

test('a point of a figure opens the experiment behind it', async () => {
  const plan = { id: 'two', quick: true, x: [0], runs: [{ document: { run: { seed: 3 } } }] } as unknown as FigurePlan;
  const { app, asked, run } = start({ ...FIGURES, figures: { ...FIGURES.figures, plan } });
  await run('figures.run', { index: 0 });
  expect(asked).toEqual(['open [{"run":{"seed":3}}]']);
  expect(app.store.get().screen).toBe('workbench');
  await run('figures.open');
  await expect(run('figures.run', { index: 9 })).rejects.toThrow('no run 9');
});

test('putting a failure aside on the figures stays there', async () => {
  const { app, run } = start({ ...FIGURES, failure: { kind: 'run', text: '', field: null, nearest: null } });
  await run('experiment.dismiss');
  expect(app.store.get()).toMatchObject({ screen: 'figures', failure: null });
});

test('hot pages are scattered, or put together, up to the same request', async () => {
  const document = { workload: { kind: 'pareto' } };
  const opened = { document: { workload: { kind: 'pareto', scatter: false } } } as unknown as AppState['opened'];
  const frame = { position: { op: 9, request: 4, ended: null } } as AppState['frame'];
  const { asked, run } = start({ screen: 'workbench', document, opened, frame });
  await run('experiment.scatter', { scatter: false });
  expect(asked).toEqual([]);
  await run('experiment.scatter', { scatter: true });
  expect(asked).toEqual(['open [{"workload":{"kind":"pareto","scatter":true}}]', 'seek [{"request":4}]']);
});

test('a workload without hot pages cannot be scattered', async () => {
  const opened = { document: { workload: { kind: 'uniform' } } } as unknown as AppState['opened'];
  const { asked, run } = start({ screen: 'workbench', opened });
  await run('experiment.scatter', { scatter: true });
  expect(asked).toEqual([]);
});

test('a step of a look-up is gone back to, or stepped to', async () => {
  const walk = { op: 1, step: 3, ops: [1, 2, 3, null, null, null, null, null, null] };
  const frame = {
    position: { op: 4, ended: null },
    layer: { openchannel: { map: { walk } } },
  } as unknown as AppState['frame'];
  const back = start({ ...OPENED, frame });
  await back.run('transport.map-step', { step: 2 });
  expect(back.asked).toEqual(['seek [{"op":3}]']);
  const on = start({ ...OPENED, frame });
  await on.run('transport.map-step', { step: 5 });
  expect(on.asked[0]).toBe('step ["map-step",1]');
  // The lane of this test stays where it is, so it is tried no more often than a look-up has steps.
  expect(on.asked).toHaveLength(9);
});

test('a log is of the whole run or of what is asked for, and says where it was cut', async () => {
  const { app, asked, run } = start(OPENED);
  await run('share.log-csv');
  await run('share.log-chrome', { from_request: 7, to_request: 9000 });
  expect(asked).toEqual([
    'log ["csv",0,null]',
    'download ["flashlab-log.csv","text/csv","a log"]',
    'log ["chrome",7,9000]',
    'download ["flashlab-log.json","application/json","a log"]',
  ]);
  expect(app.store.get().notice).toMatch(/after requests 7 to 1\s499\./);
  await expect(run('share.log-csv', { from_request: 'x' })).rejects.toThrow('from_request');
  const closed = start();
  await closed.run('share.log-csv');
  expect(closed.asked).toEqual([]);
});

test('a figure is taken along once something of it is there, and not from elsewhere', async () => {
  const result = { ...resultWith([]), settings: { ...resultWith([]).settings, version: '1.2.3' } };
  const figures = { ...NO_FIGURES, list: [ENTRY], id: ENTRY.id, plan: planOf([1]) };
  const without = start({ screen: 'figures', figures });
  await without.run('figures.save-points');
  expect(without.asked).toEqual([]);
  const there = { ...figures, results: { 'clash-seq quick': result } };
  const { asked, run } = start({ screen: 'figures', figures: there });
  await run('figures.save-points');
  await run('figures.save-svg');
  await run('figures.save-report');
  expect(asked.map((each) => each.replace(/(panel,system|<svg|<!doctype).*/s, '$1'))).toEqual([
    'download ["clash-seq.csv","text/csv","panel,system',
    'download ["clash-seq.svg","image/svg+xml","<svg',
    'download ["clash-seq.html","text/html","<!doctype',
  ]);
  expect(asked[2]).toContain('a link');
});

test('a link that takes much is opened when somebody says so, at its moment or at the start', async () => {
  const failure = { kind: 'large', text: '', field: 'op', nearest: null } as const;
  const { run, asked } = start({ screen: 'workbench', failure });
  await run('link.open');
  await run('link.open', { at_start: true });
  await run('link.open', { smaller: true });
  expect(asked).toEqual([
    'openLink [{"at_start":false,"smaller":false}]',
    'openLink [{"at_start":true,"smaller":false}]',
    'openLink [{"at_start":false,"smaller":true}]',
  ]);
  const idle = start({ screen: 'workbench' });
  await idle.run('link.open');
  expect(idle.asked).toEqual([]);
});

test('whole runs are stopped while they are made, and made again when they were', async () => {
  const work = { ...initialState().full_runs, work: 0.5 };
  const making = start({ screen: 'workbench', full_runs: work });
  await making.run('compare.runs');
  expect(making.asked).toEqual(['pause []']);
  const stopped = start({ screen: 'workbench', full_runs: { ...work, work: null, refused: 'they were stopped.' } });
  await stopped.run('compare.runs');
  expect(stopped.asked).toEqual(['resume []']);
});

test('a device that is gone is opened again at its start, or where it stood', async () => {
  const gone = { screen: 'workbench', schema: {} as AppState['schema'], ...at(7) } as const;
  const { run, asked } = start(gone);
  await run('experiment.retry');
  await run('experiment.retry', { back: true });
  expect(asked).toEqual(['openAll [[{}]]', 'openAll [[{}]]', 'seek [{"op":7}]']);
});
