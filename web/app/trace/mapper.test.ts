import { expect, test } from 'vitest';
import type { TraceSheet } from '../../engine/protocol';
import { columnsOf, guessed, type Mapper, withMeaning, wordsOf } from './mapper';

const word = (text: string, known: string | null, guess: string | null) => ({ word: text, known, guess });

const SHEET: TraceSheet = {
  columns: [
    { name: 'when', guess: { meaning: 'time', unit: 'ms' }, words: [] },
    {
      name: 'what',
      guess: { meaning: 'op', unit: '' },
      words: [word('GET', null, 'read'), word('PUT+', null, 'write'), word('zap', null, null)],
    },
    { name: 'where', guess: { meaning: 'offset', unit: 'sectors' }, words: [] },
    { name: 'mode', guess: null, words: [word('R', 'read', 'read'), word('W', 'write', 'write')] },
    { name: 'much', guess: { meaning: 'size', unit: 'bytes' }, words: [] },
  ],
  rows: [],
};

const MAPPER: Mapper = {
  name: 'a.csv',
  file: new Blob([]),
  sheet: SHEET,
  choices: guessed(SHEET),
  words: {},
  reading: null,
  base: null,
};

test('what is guessed and chosen is said as the core takes it', () => {
  expect(columnsOf(MAPPER)).toBe('time=1:ms,op=2:GET/PUT%2B,offset=3:sectors,size=5:bytes');
  expect(columnsOf({ ...MAPPER, words: { zap: 'write', GET: 'other' } })).toBe(
    'time=1:ms,op=2:/PUT%2B+zap,offset=3:sectors,size=5:bytes',
  );
});

test('words that mean what they commonly do need not be said', () => {
  const choices = withMeaning(MAPPER.choices, 3, 'op');
  expect(choices[1]).toEqual({ meaning: 'ignore', unit: '' });
  expect(columnsOf({ ...MAPPER, choices })).toBe('time=1:ms,offset=3:sectors,op=4,size=5:bytes');
  expect(columnsOf({ ...MAPPER, choices, words: { R: 'write', W: 'read' } })).toContain('op=4:W/R');
});

test('a word without a meaning is no request until somebody says what it is', () => {
  expect(wordsOf(MAPPER).map(({ means }) => means)).toEqual(['read', 'write', 'other']);
});

test('a meaning that has a unit begins with the first', () => {
  expect(withMeaning(MAPPER.choices, 3, 'size').slice(3)).toEqual([
    { meaning: 'size', unit: 'bytes' },
    { meaning: 'ignore', unit: '' },
  ]);
});
