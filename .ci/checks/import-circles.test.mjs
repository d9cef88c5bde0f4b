import { expect, test } from 'vitest';
import { importCircles } from './import-circles.mjs';

const circles = (files) => importCircles(new Map(Object.entries(files)));

test('two files that name each other are a circle, whichever way they say it', () => {
  expect(
    circles({ 'a/one.rs': 'use super::two::B;', 'a/two.rs': 'fn f(a: crate::a::one::A) {}', 'a/mod.rs': '' }),
  ).toEqual([['a/one.rs', 'a/two.rs']]);
});

test('a chain is none, and a circle over three files is one', () => {
  const chain = { 'a.rs': 'use crate::b::B;', 'b.rs': 'use crate::c::C;', 'c.rs': '' };
  expect(circles(chain)).toEqual([]);
  expect(circles({ ...chain, 'c.rs': 'use crate::a::A;' })).toEqual([['a.rs', 'b.rs', 'c.rs']]);
});

test('what a module hands on counts for the file that has it', () => {
  const files = {
    'a/mod.rs': 'pub use low::Low;\nuse high::High;',
    'a/low.rs': '',
    'a/high.rs': 'use super::{Low, high};',
  };
  expect(circles(files)).toEqual([]);
  expect(circles({ ...files, 'a/high.rs': 'use super::Own;' })).toEqual([['a/high.rs', 'a/mod.rs']]);
});

test('nested lists, names given anew and lists over several lines are read', () => {
  const files = {
    'a.rs': 'use crate::{\n    b::{One, deep::{self, Two as Three}},\n    c::C,\n};',
    'b/mod.rs': '',
    'b/deep.rs': 'use crate::a::A;',
    'c.rs': '',
  };
  expect(circles(files)).toEqual([['a.rs', 'b/deep.rs']]);
});

test('comments, tests at the end and other crates are no imports', () => {
  const tests = '#[cfg(all(test, feature = "layers"))]\nmod tests {\n    use crate::a::A;\n}\n';
  expect(circles({ 'a.rs': 'use crate::b::B;', 'b.rs': `// crate::a\nuse a::X;\n${tests}` })).toEqual([]);
});

test('the largest comes first', () => {
  const files = { 'a.rs': 'use crate::b;', 'b.rs': 'use crate::a;', 'c.rs': 'use crate::d;', 'd.rs': 'use crate::e;' };
  expect(circles({ ...files, 'e.rs': 'use crate::c;' }).map(({ length }) => length)).toEqual([3, 2]);
});
