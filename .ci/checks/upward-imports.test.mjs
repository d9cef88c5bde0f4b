import { expect, test } from 'vitest';
import { foldersIn, foldersInTable, upwardImports, upwardPageImports } from './upward-imports.mjs';

const folders = foldersIn('pub mod base;\n\npub mod nand;\n\n#[cfg(feature = "layers")]\npub mod ftl;\nmod private;\n');

test('the order is that of the modules, public or not', () => {
  expect(folders).toEqual(['base', 'nand', 'ftl', 'private']);
});

test('an import of a later folder is found, wherever in a line', () => {
  const text = 'use crate::base::error::Error;\nuse crate::nand::Lpn;\nfn f() -> crate::ftl::Ftl {}\n';
  expect(upwardImports('nand/array.rs', text, folders)).toEqual([{ line: 3, folder: 'ftl' }]);
  expect(upwardImports('base/text.rs', text, folders)).toEqual([
    { line: 2, folder: 'nand' },
    { line: 3, folder: 'ftl' },
  ]);
});

test('comments may name anything, tests at the end of a file what the file may', () => {
  const comment = '/// See [`crate::ftl`].\nfn f() {} // crate::ftl\n';
  expect(upwardImports('nand/array.rs', comment, folders)).toEqual([]);
  const tests = '#[cfg(test)]\nmod tests {\n    use crate::ftl::Ftl;\n}\n';
  expect(upwardImports('nand/array.rs', tests, folders)).toEqual([{ line: 3, folder: 'ftl' }]);
});

test('the order of the page is that of its table, without what is no folder', () => {
  const readme =
    '| folder | entry |\n| --- | --- |\n| [`engine/`](engine/README.md) | |\n| `ui/` | |\n| [`app/`](app) | |\n| [`app/lanes/`](app/lanes) | |\n| `notes.html`, `notes.ts` | |\n';
  expect(foldersInTable(readme)).toEqual(['engine', 'ui', 'app']);
});

test('an import of the page is found by where it leads, loaded at once or later', () => {
  const text = [
    "import { a } from './near';",
    "import { b } from '../../views/rail/panel';",
    "const c = () => import('../views-of-one');",
    "const d = () => import('../../views/trace/models');",
    "import '../../views/a.css';",
    "import { scaleLinear } from 'd3-scale';",
  ].join('\n');
  const folders = ['ui', 'app', 'views'];
  expect(upwardPageImports('app/lanes/lane-group.ts', text, folders)).toEqual(
    [2, 4, 5].map((line) => ({ line, folder: 'views' })),
  );
  expect(upwardPageImports('views/rail/panel.ts', text, folders)).toEqual([]);
});
