import { expect, test } from 'vitest';
import { allowedOrigins } from './origins';

const OWN = 'https://flashlab.example';

test('an address that names no origin allows its own alone', () => {
  expect(allowedOrigins('?embed=1', OWN)).toEqual([OWN]);
});

test('one that names some allows those, as often as it says', () => {
  const search = '?embed=1&origin=https://a.example&origin=http%3A%2F%2Flocalhost%3A8080';
  expect(allowedOrigins(search, OWN)).toEqual(['https://a.example', 'http://localhost:8080']);
});

test.each([
  '*',
  'null',
  '',
  'a.example',
  'https://a.example/',
  'https://a.example/page',
  'javascript:alert(1)',
  'file://',
])('origin=%s allows nobody', (origin) => {
  expect(allowedOrigins(`?embed=1&origin=${encodeURIComponent(origin)}`, OWN)).toEqual([]);
});
