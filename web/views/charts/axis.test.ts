import { expect, test } from 'vitest';
import { ENTRY } from '../figures/figure.fixture';
import { inPercent, valueShort, valueWords, xAxis, xShort, xWords, yAxis } from './axis';

const RATIO = { name: 'sequential ratio', unit: '', scale: 'linear' } as const;
const PERCENT = inPercent(RATIO, [0, 0.5, 1]);
const COUNT = { name: 'requests', unit: '', scale: 'linear' } as const;
const PAGES = { name: 'request size', unit: 'pages', scale: 'log' } as const;
const FLASH = { name: 'flash size', unit: 'MiB', scale: 'log' } as const;
const [response, erases] = ENTRY.metrics as [(typeof ENTRY.metrics)[0], (typeof ENTRY.metrics)[0]];
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const names = (axis: { ticks: { text: string }[] }): string[] => axis.ticks.map(({ text }) => plain(text));

test('ratios are read in percent, counts and sizes are not', () => {
  expect(PERCENT.unit).toBe('%');
  expect(inPercent(COUNT, [10_000, 120_000]).unit).toBe('');
  expect(inPercent(PAGES, [1]).unit).toBe('pages');
});

test('places are said with their unit', () => {
  expect(plain(xWords(PERCENT, 0.4183, 2))).toBe('42 %');
  expect(plain(xWords(PAGES, 1))).toBe('1 page');
  expect(plain(xWords(PAGES, 4.23, 2))).toBe('4.2 pages');
  expect(plain(xWords(COUNT, 59_123, 2))).toBe('59 000');
  expect(plain(xWords(FLASH, 128))).toBe('128 MiB');
  expect(plain(xWords(FLASH, 1800, 2))).toBe('1.8 GiB');
  expect(plain(xShort(FLASH, 1800))).toBe('1.8 G');
  expect(plain(xWords(FLASH, 2048))).toBe('2 GiB');
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
  const tail = { name: 'percentile of reads', unit: '', scale: 'log', over: 'reads' } as const;
  expect(names(xAxis(tail, [10, 100, 1000, 10_000], [0, 400]))).toEqual(['P90', 'P99', 'P99.9', 'P99.99']);
  expect(xWords(tail, 30, 2)).toBe('P96.67');
});

test('an axis says its unit once', () => {
  expect(names(xAxis(PERCENT, [0, 0.5, 1], [0, 400]))).toEqual(['0', '20', '40', '60', '80', '100 %']);
  expect(names(yAxis(response, [12, 75], [100, 0]))).toEqual(['0', '20', '40', '60', '80 ms']);
});

test('a logarithmic axis names values of its grid, and the last of them', () => {
  expect(names(xAxis(PAGES, [1, 2, 4, 8, 16, 32, 64, 128], [0, 200]))).toEqual(['2', '8', '32', '128']);
});

test('on a logarithmic axis zeros stand at its foot', () => {
  const axis = yAxis({ ...erases, scale: 'log' }, [0, 5, 40_000], [100, 0]);
  expect(axis(0)).toBe(100);
  expect(axis(5)).toBeLessThan(100);
  expect(names(axis)).toEqual(['0', '10', '100', '1 000', '10 k']);
});

test('few decades have values between them', () => {
  const axis = yAxis({ ...erases, scale: 'log' }, [0.12, 0.9], [100, 0]);
  expect(axis.ticks.length).toBeGreaterThanOrEqual(3);
});

test('measured values keep four digits, and two where room is short', () => {
  expect(plain(valueWords(response, 20.6712))).toBe('20.67 ms');
  expect(plain(valueWords(erases, 30877))).toBe('30 877');
  expect(plain(valueShort(30877))).toBe('30.9 k');
});
