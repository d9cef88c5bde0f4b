import { expect, test } from 'vitest';
import { brokenLinks, unknownFiles } from './broken-links.mjs';

const broken = (text, ...existing) => brokenLinks('docs/guide.md', text, (path) => existing.includes(path));

test('names the line and the target of a link to nothing', () => {
  expect(broken('# Guide\n\nSee [the map](map.md "Map").', 'docs/guide.md')).toEqual([{ line: 3, target: 'map.md' }]);
});

test('resolves a link from its page and ignores the fragment', () => {
  expect(broken('[a](../traces/README.md#format) ![b](a%20b.png)', 'traces/README.md', 'docs/a b.png')).toEqual([]);
});

test('sees the links of embedded HTML', () => {
  expect(broken('<img src="picture.png">')).toEqual([{ line: 1, target: 'picture.png' }]);
});

test('leaves addresses, fragments and code alone', () => {
  expect(broken('[a](https://example.org/x) [b](#here)\n`[c](d)`\n```\n[e](f)\n```\n')).toEqual([]);
});

const unknown = (page, text) => unknownFiles(page, text, (name) => ['array.rs', 'nand/array.rs'].includes(name));

test('names the files that a note names and that are not there', () => {
  expect(unknown('README.md', 'See `array.rs`,\n`nand/array.rs` and `nand/rows.rs`.\n')).toEqual([
    { line: 2, target: 'nand/rows.rs' },
  ]);
  expect(unknown('lib.rs', '//! - `rows.rs` rows\nlet name = "`columns.rs`";\n')).toEqual([
    { line: 1, target: 'rows.rs' },
  ]);
});

test('leaves blocks of code alone, and names that stand for several', () => {
  expect(unknown('README.md', '```\n`rows.rs`\n```\nA file `ftl/NAME.rs`.\n')).toEqual([]);
});
