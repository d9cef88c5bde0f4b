import { expect, test } from 'vitest';
import { changesOf } from './changes';

test('of the first picture all dots are kept, of the next those that changed', () => {
  const [a, b] = [new Uint32Array([1, 2, 3]), new Uint32Array([1, 0xff00ff00, 3])];
  expect([...changesOf(null, a).places]).toEqual([0, 1, 2]);
  expect([...changesOf(a, b).places]).toEqual([1]);
  expect(changesOf(a, b).dots).toHaveLength(4);
  expect(changesOf(b, b).places).toHaveLength(0);
});
