import { expect, test } from 'vitest';
import type { FigureEntry, FigurePlan } from '../../engine/core-types';
import { claiming, dataWith, ENTRY, measureOf, planOf } from '../../fixtures/figure';
import { comparisonWith } from '../charts/line-model';
import { claimedWords, leadWords } from '../charts/line-words';
import { marksOf } from './claim-marks';
import { headlineText } from './headline-text';
import { modelsOf } from './models';

const plan = planOf([1]);
const plain = (text: string | null): string | null => text?.replaceAll(/[\u00a0\u202f]/g, ' ') ?? null;
const headlineFor = (change: Partial<FigureEntry>, factor: (run: FigurePlan['runs'][number]) => number = () => 1) => {
  const measures = plan.runs.map((run) => {
    const measure = measureOf(run);
    return { ...measure, mean_response_ns: Number(measure.mean_response_ns) * factor(run) };
  });
  return plain(headlineText(modelsOf({ ...ENTRY, ...change }, dataWith(plan, measures), null)));
};
const slower = (by: number) => (run: { system: string }) => (run.system === 'clash' ? by : 1);

test('the headline puts what was measured beside what was claimed', () => {
  expect(headlineFor({})).toBe('C-lash beats DFTL once **38 %** of requests are sequential; the paper says from 40 %.');
  expect(headlineFor({}, slower(0.1))).toBe('C-lash beats DFTL **at every point**; the paper says from 40 %.');
  expect(headlineFor({}, slower(9))).toBe('**Nowhere** does C-lash beat DFTL; the paper says from 40 %.');
});

test('before anything is measured there is no news', () => {
  expect(
    headlineText(
      modelsOf(
        ENTRY,
        dataWith(
          plan,
          plan.runs.map(() => null),
        ),
        null,
      ),
    ),
  ).toBeNull();
});

test('a gain is told as such, and a loss too', () => {
  const x = { ...ENTRY.x, name: 'write ratio' };
  expect(headlineFor({ ...claiming('C13'), x })).toBe(
    'C-lash falls **11 %** behind DFTL; the paper says 35 to 63 % ahead.',
  );
  expect(headlineFor({ ...claiming('C13'), x }, slower(0.5))).toBe(
    'C-lash takes at least **44 %** less time per request than DFTL; the paper says 35 to 63 %.',
  );
});

test('a panel is named, and a count follows its number', () => {
  const panels = [{ id: 'all', title: 'random' }];
  const x = { name: 'requests', unit: '', scale: 'linear' } as const;
  const counts = { ...plan, x: [10_000, 20_000, 30_000, 40_000, 50_000] };
  const models = modelsOf({ ...ENTRY, panels, x, ...claiming('C1') }, dataWith(counts, plan.runs.map(measureOf)), null);
  expect(plain(headlineText(models))).toBe(
    'Random: C-lash beats DFTL from **25 000** requests on; the paper says from 0.4.',
  );
});

test('leads and claims are said in a few words', () => {
  const [model] = modelsOf(ENTRY, dataWith(plan, plan.runs.map(measureOf)), null);
  if (!model) throw new Error('no model');
  const words = (rival: string): string | null => plain(leadWords(comparisonWith(model, rival), model.x));
  expect(words('dftl')).toBe('from 38 %');
  expect(words('fast')).toBe('up to 98 %');
  expect(words('page')).toBe('nowhere');
  const rival = model.lanes.find(({ system }) => system === 'dftl');
  const said = (claim: string): (string | null)[] =>
    marksOf(claiming(claim)).map((mark) => plain(claimedWords(mark, { ...model, rival })));
  expect(said('C1')).toEqual(['paper: ahead of B from 40 %']);
  expect(said('C4')).toEqual(['paper: close to B at 100 %']);
  expect(said('C9')[0]).toBe('paper: ahead of B throughout');
  expect(said('C11')[3]).toBe('paper: behind B up to 60 %');
  // Beside DFTL and beside FAST; a mark is shown with its own rival.
  const gains = 'paper: 35 to 63 % below B throughout';
  expect(said('C13')).toEqual([gains, gains, 'paper: does not change']);
});

test('where more is better, ahead is above', () => {
  const metrics = [
    { id: 'kiops', title: 'requests', unit: 'KIOPS', scale: 'linear', field: 'requests_per_s', per_unit: 1 },
  ] as const;
  const systems = [
    { id: 'kept', title: 'kept' },
    { id: 'mixed', title: 'mixed' },
  ];
  const run = (system: string) => ({ panel: 'all', system, x_index: 0, seed: 1, by: 'device', document: {} });
  const x = { name: 'journal', unit: 'MiB', scale: 'log' } as const;
  const one: FigurePlan = { id: 'o', quick: true, x: [128], runs: [run('kept'), run('mixed')] };
  const entry: FigureEntry = { ...ENTRY, metrics: [...metrics], systems, x, ...claiming('O2') };
  const news = (kept: number) =>
    plain(
      headlineText(
        modelsOf(
          entry,
          dataWith(
            one,
            [kept, 100].map((rate) => ({ requests_per_s: rate, saturated: false })),
            entry,
          ),
          null,
        ),
      ),
    );
  expect(news(112)).toBe('At journal 128 MiB, kept serves **12 %** more requests than mixed; the paper says 10 %.');
  expect(news(90)).toBe('At journal 128 MiB, kept falls **10 %** behind mixed; the paper says 10 % ahead.');
});

test('a share of another is told as such', () => {
  const metric = {
    id: 'bandwidth',
    title: 'bandwidth',
    unit: 'MB/s',
    scale: 'linear',
    field: 'bytes_per_s',
    per_unit: 1,
  } as const;
  const systems = [
    { id: 'lfu', title: 'LFU' },
    { id: 'pblk', title: 'whole table', level: true as const },
  ];
  const run = (system: string) => ({ panel: 'all', system, x_index: 0, seed: 1, by: 'device', document: {} });
  const x = { name: 'cache', unit: 'MiB', scale: 'linear' } as const;
  const one: FigurePlan = { id: 'o', quick: true, x: [128], runs: [run('lfu'), run('pblk')] };
  const entry: FigureEntry = { ...ENTRY, metrics: [metric], systems, x, ...claiming('O1-nand') };
  const made = [30, 240].map((rate) => ({ bytes_per_s: rate, saturated: false }));
  const models = modelsOf(entry, dataWith(one, made, entry), null);
  expect(plain(headlineText(models))).toBe(
    'At cache 128 MiB, LFU reaches **13 %** of the bandwidth of whole table; the paper says 80 %.',
  );
  const [model] = models;
  const [mark] = model?.marks ?? [];
  expect(model && mark && plain(claimedWords(mark, { ...model, rival: { letter: 'A' } }))).toBe(
    'paper: at least 80 % of A at 128 MiB',
  );
});
