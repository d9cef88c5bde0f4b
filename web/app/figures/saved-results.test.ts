import { expect, test } from 'vitest';
import { resultWith } from '../../fixtures/figure';
import { fetchKept } from './saved-results';

const FILES = ['lbuffer-full.json'];
const giving = (text: string) => async (path: string) => {
  expect(path).toBe('figures/lbuffer-full.json');
  return new Blob([text]);
};

test('what is kept is read, and what is no result is passed over', async () => {
  const kept = [resultWith([]), { id: 'half' }, null];
  expect(await fetchKept('lbuffer', giving(JSON.stringify(kept)), FILES)).toEqual([resultWith([])]);
});

test('a file that is not there is not asked for', async () => {
  const fetchFile = () => Promise.reject(new Error('asked for'));
  expect(await fetchKept('clash', fetchFile, FILES)).toEqual([]);
  expect(await fetchKept('lbuffer', fetchFile, [])).toEqual([]);
});

test('a damaged file is as good as none', async () => {
  expect(await fetchKept('lbuffer', giving('{"id":'), FILES)).toEqual([]);
  expect(await fetchKept('lbuffer', giving('{"id":"x"}'), FILES)).toEqual([]);
  expect(await fetchKept('lbuffer', () => Promise.reject(new Error('offline')), FILES)).toEqual([]);
});
