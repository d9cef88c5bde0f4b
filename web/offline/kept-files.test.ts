import { expect, test } from 'vitest';
import { isKept, pathFromPage } from './kept-files';

test('what the page can ask for is kept; what only the README shows, and the worker itself, is not', () => {
  const kept = ['index.html', 'assets/index-1.js', 'traces/a.csv.gz', 'lessons/dftl.md', 'figures/a.json', 'icon.svg'];
  expect(kept.filter(isKept)).toEqual(kept);
  expect(['readme-toy.png', 'write-amplification.svg', 'robots.txt', 'service-worker.js'].filter(isKept)).toEqual([]);
});

test('the page is asked for as its folder, since hosts redirect its name', () => {
  expect(pathFromPage('index.html')).toBe('');
  expect(pathFromPage('traces/index.html')).toBe('traces/index.html');
});
