import { expect, test } from 'vitest';
import { ENTRY } from '../../fixtures/figure';
import { inPercent, valueShort, valueWords, xAxis, xShort, xWords, yAxis } from './axis';

const RATIO = { name: 'sequential ratio', unit: '', scale: 'linear' } as const;
const PERCENT = inPercent(RATIO, [0, 0.5, 1]);
const COUNT = { name: 'requests', unit: '', scale: 'linear' } as const;
const PAGES = { name: 'request size', unit: 'pages', scale: 'log' } as const;
const FLASH = { name: 'flash size', unit: 'MiB', scale: 'log' } as const;
const BYTES = { name: 'request size', unit: 'B', scale: 'linear' } as const;
const TIME = { name: 'read time', unit: 'ns', scale: 'log' } as const;
const [response, erases] = ENTRY.metrics as [(typeof ENTRY.metrics)[0], (typeof ENTRY.metrics)[0]];
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const names = (axis: { ticks: { text: string }[] }): string[] => axis.ticks.map(({ text }) => plain(text));

test('ratios are read in percent, counts and sizes are not', () => {
  expect(PERCENT.unit).toBe('%');
  expect(inPercent(COUNT, [10_000, 120_000]).unit).toBe('');
  expect(inPercent(PAGES, [1]).unit).toBe('pages');
  expect(inPercent(RATIO, [0.5, 2]).unit).toBe('');
  expect(inPercent(RATIO, [-0.5, 0.5]).unit).toBe('');
});

test('places are said with their unit', () => {
  expect(plain(xWords(PERCENT, 0.4183, 2))).toBe('42 %');
  expect(plain(xWords(PAGES, 1))).toBe('1 page');
  expect(plain(xWords(PAGES, 4.23, 2))).toBe('4.2 pages');
  expect(plain(xWords(COUNT, 59_123, 2))).toBe('59 000');
  expect(plain(xWords(FLASH, 128))).toBe('128 MiB');
  expect(plain(xWords(FLASH, 1800, 2))).toBe('1.8 GiB');
  expect(plain(xShort(FLASH, 1800))).toBe('1.8 G');
  expect(plain(xWords(FLASH, 1023))).toBe('1 023 MiB');
  expect(plain(xWords(FLASH, 1024))).toBe('1 GiB');
  expect(plain(xWords(TIME, 1500))).toBe('1.5 µs');
  expect([9999, 1e4].map((value) => plain(xShort(COUNT, value)))).toEqual(['9 999', '10 k']);
  expect([xShort(PAGES, 4.23), xShort(COUNT, 59_123), xShort(PERCENT, 0.4183)].map(plain)).toEqual([
    '4.2',
    '59 k',
    '42 %',
  ]);
});

test('cases have names, and places in the tail of the reads their percentiles', () => {
  const cases = {
    name: 'trace substitute',
    unit: '',
    scale: 'linear',
    names: [
      [1, 'DAPPS'],
      [2, 'DTRS'],
      [3, 'EXCH'],
    ],
  } as const;
  const standins = { ...cases, names: cases.names.map(([value, name]): [number, string] => [value, name]) };
  expect(names(xAxis(standins, [1, 2, 3], [0, 400]))).toEqual(['DAPPS', 'DTRS', 'EXCH']);
  expect([xWords(standins, 2), xShort(standins, 2.9)]).toEqual(['DTRS', 'EXCH']);
  expect(xWords(standins, 1.5)).toBe('DAPPS');
  const tail = { name: 'percentile of reads', unit: '', scale: 'log', over: 'reads' } as const;
  expect(names(xAxis(tail, [10, 100, 1000, 10_000], [0, 400]))).toEqual(['P90', 'P99', 'P99.9', 'P99.99']);
  expect(xWords(tail, 30, 2)).toBe('P96.67');
});

test('names that would touch are left out', () => {
  const tail = { name: 'percentile of reads', unit: '', scale: 'log', over: 'reads' } as const;
  expect(names(xAxis(tail, [2, 20, 33.34, 100, 10_000], [0, 350]))).toEqual(['P50', 'P97', 'P99', 'P99.99']);
});

test('an axis says its unit once', () => {
  expect(names(xAxis(PERCENT, [0, 0.5, 1], [0, 400]))).toEqual(['0', '20', '40', '60', '80', '100 %']);
  expect(names(yAxis(response, [12, 75], [100, 0]))).toEqual(['0', '20', '40', '60', '80 ms']);
  expect(names(yAxis({ ...response, unit: 'MiB' }, [75], [100, 0])).at(-1)).toBe('80 MiB');
  expect(names(yAxis({ ...response, unit: 'pages' }, [75], [100, 0])).at(-1)).toBe('80');
  expect(names(xAxis(BYTES, [4096, 65_536], [0, 400]))).toEqual(['4 KiB', '64 KiB']);
  expect(names(xAxis(TIME, [1e3, 1e4], [0, 400]))).toEqual(['1 µs', '10 µs']);
});

test('sizes say their unit once below 1 GiB, and each its own from there on', () => {
  expect(names(xAxis(FLASH, [256, 512], [0, 400]))).toEqual(['256', '512 MiB']);
  expect(names(xAxis(FLASH, [512, 1024], [0, 400]))).toEqual(['512 MiB', '1 GiB']);
});

test('the x axis reaches from the first to the last value, and a single one stands at its beginning', () => {
  const pages = xAxis(PAGES, [1, 2, 4], [100, 300]);
  expect([1, 2, 4].map((value) => Math.round(pages(value)))).toEqual([100, 200, 300]);
  expect(Math.round(pages.invert(200))).toBe(2);
  const single = xAxis(COUNT, [5], [100, 300]);
  expect([5, 6].map(single)).toEqual([100, 300]);
});

test('costs are measured from nothing; of other numbers that differ little the difference is shown', () => {
  const bandwidth = { ...erases, id: 'bandwidth' };
  const foot = (metric: typeof erases, ...values: number[]) => yAxis(metric, values, [100, 0]).invert(100);
  expect(foot(erases, 80, 100)).toBe(0);
  expect(foot(bandwidth, 80, 100)).toBe(80);
  expect(foot(bandwidth, 50, 100)).toBe(0);
  expect(foot(bandwidth, 40, 100)).toBe(0);
  expect(foot(bandwidth, -20, 100)).toBe(-20);
  expect(foot(bandwidth)).toBe(0);
});

test('where all is zero the axis reaches to one', () => {
  const axis = yAxis(erases, [0, 0], [100, 0]);
  expect([0, 1].map(axis)).toEqual([100, 0]);
});

test('a logarithmic axis names values of its grid, and the last of them', () => {
  expect(names(xAxis(PAGES, [1, 2, 4, 8, 16, 32, 64, 128], [0, 200]))).toEqual(['2', '8', '32', '128']);
  expect(names(xAxis(PAGES, [1, 2, 4, 8, 16, 32, 64, 128], [100, 300]))).toEqual(['2', '8', '32', '128']);
  expect(names(xAxis(PAGES, [1, 2, 4, 8, 16, 32], [100, 235]))).toEqual(['1', '2', '4', '8', '16', '32']);
});

test('on a logarithmic axis zeros stand at its foot', () => {
  const axis = yAxis({ ...erases, scale: 'log' }, [0, 5, 40_000], [100, 0]);
  expect(axis(0)).toBe(100);
  expect(axis.invert(100)).toBeCloseTo(5 / 4);
  expect(names(axis)).toEqual(['0', '10', '100', '1 000', '10 k']);
});

test('few decades have values between them', () => {
  const axis = yAxis({ ...erases, scale: 'log' }, [0.12, 0.9], [100, 0]);
  expect(axis.ticks.length).toBeGreaterThanOrEqual(3);
  const log = { ...response, scale: 'log' } as const;
  const of = (...values: number[]) => names(yAxis(log, values, [100, 0]));
  expect(of(10, 1000)).toEqual(['10', '100', '1 000 ms']);
  expect(of(12, 400)).toEqual(['30', '100', '300 ms']);
  expect(of(12, 110)).toEqual(['20', '50', '100 ms']);
  expect(of(12, 75)).toEqual(['15', '20', '30', '50', '70 ms']);
});

test('a logarithmic axis leaves a tenth at both ends, and a single value some room', () => {
  const ends = (...values: number[]) =>
    [100, 0].map((place) =>
      Number(
        yAxis({ ...response, scale: 'log' }, values, [100, 0])
          .invert(place)
          .toPrecision(6),
      ),
    );
  expect(ends(12, 75)).toEqual([10.8, 82.5]);
  expect(ends(10)).toEqual([9, 27]);
});

test('measured values keep four digits, and two where room is short', () => {
  expect(plain(valueWords(response, 20.6712))).toBe('20.67 ms');
  expect(plain(valueWords(erases, 30877))).toBe('30 877');
  expect([30_877, 1e4, 9999, 12.345, -0.5].map((value) => plain(valueShort(value)))).toEqual([
    '30.9 k',
    '10 k',
    '9 999',
    '12.3',
    '−0.5',
  ]);
});
