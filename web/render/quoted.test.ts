import { expect, test } from 'vitest';
import { quoted } from './quoted';

test('words are said back as they are, if they can be', () => {
  expect(quoted('ftl.kind = “fast”, µ 😀')).toBe('ftl.kind = “fast”, µ 😀');
});

test('what is long is cut, also through a character of two parts', () => {
  expect(quoted('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
  expect(quoted(`${'x'.repeat(59)}😀y`)).toBe(`${'x'.repeat(59)}\ufffd…`);
  expect(quoted('abcd', 2)).toBe('ab…');
});

test('what no one can read has a sign in its place', () => {
  expect(quoted('a\nb\u0000\u001b[2J\u202e\u2028\ud800')).toBe('a\ufffdb\ufffd\ufffd[2J\ufffd\ufffd\ufffd');
});
