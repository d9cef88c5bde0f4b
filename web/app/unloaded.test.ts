import { expect, test } from 'vitest';
import { once } from './once';
import { isUnloaded, UnloadedError, unloadedInWords } from './unloaded';

test('each browser’s word for a part that could not be fetched is known', () => {
  for (const text of [
    'Failed to fetch dynamically imported module: http://localhost/assets/player-1.js',
    'error loading dynamically imported module: http://localhost/assets/player-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/player-1.css',
  ])
    expect(isUnloaded(new TypeError(text)), text).toBe(true);
  expect(isUnloaded(new TypeError('lesson is null'))).toBe(false);
  expect(isUnloaded('Importing a module script failed.')).toBe(false);
});

test('what is known of the reason is said', () => {
  expect(unloadedInWords(new UnloadedError('lessons/dftl.md: the server said 503'))).toBe(
    'This part could not be loaded (lessons/dftl.md: the server said 503).',
  );
  expect(unloadedInWords(new TypeError('Importing a module script failed.'))).toContain('did not answer');
});

test('what was loaded is not loaded again; what was not is', async () => {
  let tries = 0;
  const load = once(async () => {
    if (++tries === 1) throw new Error('offline');
    return tries;
  });
  await expect(load()).rejects.toThrow('offline');
  expect(await load()).toBe(2);
  expect(await load()).toBe(2);
});
