import { expect, test } from 'vitest';
import { EMBED_DEFAULT, EMBED_MIN, embedCode, embedSize } from './embed-code';

test('a frame is never smaller than what the page works in, and always whole pixels', () => {
  expect(embedSize(100, 100)).toEqual(EMBED_MIN);
  expect(embedSize(640.4, 360.6)).toEqual({ width: 640, height: 361 });
  expect(embedSize(Number.NaN, undefined)).toEqual(EMBED_DEFAULT);
  expect(embedSize(1e9, 1e9)).toEqual({ width: 3840, height: 2160 });
});

test('the address stands in the code as an attribute must', () => {
  const code = embedCode('https://example.org/?embed=1#v=1&a="b"', { width: 480, height: 320 });
  const [frame] = [...code.matchAll(/src="([^"]*)"/g)];
  expect(frame?.[1]).toBe('https://example.org/?embed=1#v=1&amp;a=&quot;b&quot;');
  expect(code).toContain('width="480" height="320"');
});
