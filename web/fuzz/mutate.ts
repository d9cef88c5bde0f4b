/** One text out of another. */

import type { Random } from './random';

/** What readers have stumbled over. */
const TOKENS = [
  ...['0', '-1', '-0', '1', '1.5', '2147483648', '4294967296', '9007199254740992', '18446744073709551616'],
  ...['1e308', '1e400', '-1e400', 'NaN', 'Infinity', '-Infinity', 'null', 'true', '""', '{}', '[]', '0x10', ' '],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '"__proto__":{"polluted":1},'],
  ...['%', '%E2%82', '%ud800', '%00', '%2', '\ud800', '\udfff', '\u0000', '\u2028', '\ufeff', '\u202e', '\u001b[2J'],
  ...[
    '"',
    '\\',
    '\\"',
    "'",
    '`',
    '```',
    '~~~',
    '```set\n',
    '```predict\n',
    '```notes\n',
    '\n```\n',
    '\n## ',
    '\n---\n',
  ],
  ...[
    '\n===\n',
    '\n# ',
    '\n> ',
    '\n- ',
    '\n1. ',
    '\n    ',
    '\n\n',
    '\r',
    '\r\n',
    '\t',
    '[a]: javascript:alert(1)\n',
    '[a][a]',
  ],
  ...[
    '<script>',
    '<img src=x onerror=alert(1)>',
    '<!--',
    '-->',
    '<![CDATA[',
    '&lt;',
    '&#x6a;',
    '<svg/onload=alert(1)>',
  ],
  ...[
    '[x](javascript:alert(1))',
    '![x](https://a.example/b.png)',
    '[x](data:text/html,x)',
    '[x](https://a.example/"x)',
  ],
  ...[
    '<javascript:alert(1)>',
    '[x](<java\nscript:alert(1)>)',
    'http://a.example/?"><b>',
    '[[victim]]',
    '{{erases}}',
    '[[',
    '{{',
  ],
  ...[
    '{{1 = erases, step 99999999999999999999}}',
    '{{b.erases}}',
    ']]',
    '}}',
    '**',
    '*',
    '_',
    '~~',
    '$',
    '|',
    '=',
    ',',
    ':',
    '&',
  ],
  ...['&x=', '&back=', '&b.ftl.kind=', '&lesson=', '&step=', '&focus=d', '&', '#', '..', '.', '/', '\\u002c'],
];
const NESTED = [
  '[',
  '{',
  '(',
  '>',
  '*',
  '_',
  '"',
  '`',
  '{"a":',
  '[[',
  '{{',
  '- ',
  '> ',
  '![',
  '[a](',
  '<a ',
  '%',
  '\\',
  '\\"',
  '\n',
  ' ',
];
/** As long as what stands beside it, or as much as a stranger has patience for. */
const TIMES = [2, 40, 400, 5_000, 40_000];
/** No case is longer than so many letters. */
export const CASE_MAX = 120_000;
const PIECE_MAX = 64;

/** `text` changed once; `other` is another text. */
export function changed(text: string, other: string, random: Random): string {
  const at = random.below(text.length);
  const put = (piece: string, end = at): string => text.slice(0, at) + piece + text.slice(end);
  switch (random.below(16)) {
    case 0:
      return put(String.fromCharCode(text.charCodeAt(at) ^ (1 << random.below(8))), at + 1);
    case 1:
      return put(String.fromCharCode(random.below(random.of([128, 0x10000]))), at + 1);
    case 2:
    case 3:
      return put(random.of(TOKENS));
    case 4:
      return put('', at + 1 + random.below(8));
    case 5:
      return text.slice(0, at);
    case 6: {
      const piece = text.slice(at, at + 1 + random.below(PIECE_MAX));
      const to = random.below(text.length);
      return text.slice(0, to) + piece + text.slice(to);
    }
    case 7: {
      const from = random.below(other.length);
      return put(other.slice(from, from + 1 + random.below(other.length)));
    }
    case 8:
    case 9:
      return withNumber(text, at, random.of(TOKENS));
    case 10:
      return withWord(text, at, random.of(TOKENS));
    case 11: {
      const [start, end] = lineAt(text, at);
      return text.slice(0, end) + text.slice(start, end).repeat(1 + random.below(3)) + text.slice(end);
    }
    case 12: {
      const [start, end] = lineAt(text, at);
      return text.slice(0, start) + text.slice(end);
    }
    case 13: {
      const [start, end] = lineAt(text, at);
      const rest = text.slice(0, start) + text.slice(end);
      const [to] = lineAt(rest, random.below(rest.length));
      return rest.slice(0, to) + text.slice(start, end) + rest.slice(to);
    }
    case 14: {
      const piece = random.below(4) === 0 ? text.slice(at, at + 1 + random.below(8)) : random.of(NESTED);
      const times = Math.min(random.of(TIMES), Math.floor(40_000 / piece.length));
      return put(piece.repeat(times));
    }
    default: {
      // From the next mark of two kinds on: what stands between them goes elsewhere.
      const end = text.slice(at).search(/[&=,|]/);
      return end < 0 ? put(random.of(TOKENS)) : put(random.of(TOKENS), at + end);
    }
  }
}

/** The line at `at`, with its end. */
export function lineAt(text: string, at: number): [start: number, end: number] {
  const end = text.indexOf('\n', at);
  return [text.lastIndexOf('\n', at - 1) + 1, end < 0 ? text.length : end + 1];
}

/** `token` in the place of the first number from `at` on. */
const withNumber = (text: string, at: number, token: string): string =>
  text.slice(0, at) + text.slice(at).replace(/\d+/, () => token);

/** `token` in the place of the first word from `at` on. */
const withWord = (text: string, at: number, token: string): string =>
  text.slice(0, at) + text.slice(at).replace(/[A-Za-z_-]+/, () => token);
