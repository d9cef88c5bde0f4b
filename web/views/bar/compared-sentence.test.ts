import { expect, test } from 'vitest';
import { differences } from './compared-sentence';
import { plainSentence } from './sentence';

const told = (...paths: string[]): string => plainSentence(differences(paths));

test('what differs is told by its section, or by its name where it is one setting', () => {
  expect(told('ftl.kind', 'ftl.gc.policy', 'ftl.p_pages')).toBe('differs: the translation layer');
  expect(told('ftl.gc.policy')).toBe('differs: GC policy');
  expect(told('buffer.kind', 'buffer.alpha', 'ftl.gc.low')).toBe('differs: the write buffer, GC low');
  expect(told('run.changes')).toBe('differs: what changes during the run');
  expect(told()).toBe('nothing differs yet');
});
