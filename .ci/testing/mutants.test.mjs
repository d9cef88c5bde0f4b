import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as core from '../mutants/core.mjs';
import * as page from '../mutants/page.mjs';
import { projectPath } from '../setup/commands.mjs';
import { mutantsOf, nameOf, score, sortOut } from './mutants.mjs';

const SOURCE = `const LIMIT = 3;

export function fits(size: number): boolean {
  return (
    size > 0 &&
    size < LIMIT
  );
}
`;

const at = (line, column, end_line, end_column) => ({
  start: { line, column },
  end: { line: end_line, column: end_column },
});
const COMPARISON = { location: at(6, 5, 6, 17), replacement: 'size <= LIMIT', status: 'Survived' };

test('a mutant is named by its file, its function and the lines it changes', () => {
  expect(nameOf('fits.ts', SOURCE, COMPARISON)).toEqual({
    file: 'fits.ts',
    function: 'fits',
    before: 'size < LIMIT',
    after: 'size <= LIMIT',
  });
  expect(nameOf('fits.ts', `// one line more\n${SOURCE}`, { ...COMPARISON, location: at(7, 5, 7, 17) })).toEqual(
    nameOf('fits.ts', SOURCE, COMPARISON),
  );
  expect(nameOf('fits.ts', SOURCE, { location: at(5, 5, 6, 17), replacement: 'true' })).toMatchObject({
    before: 'size > 0 && size < LIMIT',
    after: 'true',
  });
});

test('the function is the one that holds the change, in a class its method', () => {
  const in_class = 'export class Lane {\n  async run(): void {\n    stop();\n  }\n}\n';
  expect(nameOf('lane.ts', in_class, { location: at(3, 5, 3, 12), replacement: '' }).function).toBe('run');
  expect(nameOf('fits.ts', SOURCE, { location: at(1, 15, 1, 16), replacement: '4' }).function).toBe('LIMIT');
});

const report = (...mutants) => ({ files: { 'fits.ts': { source: SOURCE, mutants } } });

test('what was left out or refused is no mutant, and a crash is noticed', () => {
  const outcomes = ['Ignored', 'CompileError', 'RuntimeError', 'Timeout', 'NoCoverage'].map((status) => ({
    ...COMPARISON,
    status,
  }));
  expect(mutantsOf(report(...outcomes)).map(({ outcome }) => outcome)).toEqual(['killed', 'timed_out', 'not_covered']);
});

test('what is explained is no survivor, and an explanation that explains none is told', () => {
  const [survivor] = mutantsOf(report(COMPARISON));
  const why = { ...nameOf('fits.ts', SOURCE, COMPARISON), why: 'no size is 3' };
  expect(sortOut([survivor], [])).toMatchObject({ survivors: [survivor], counts: { survived: 1, explained: 0 } });
  expect(sortOut([survivor], [why])).toEqual({
    survivors: [],
    counts: { killed: 0, timed_out: 0, explained: 1, survived: 0, not_covered: 0 },
    needless: [],
  });
  const killed = { ...survivor, outcome: 'killed' };
  expect(sortOut([killed], [why, { ...why, file: 'not-run.ts' }])).toMatchObject({
    counts: { killed: 1, explained: 0 },
    needless: [why],
  });
});

test('an explanation may be of all changes of a line, or of a function', () => {
  const [survivor] = mutantsOf(report(COMPARISON));
  const { file, function: within, before } = survivor;
  const other = { ...survivor, before: 'size > 0 &&', after: 'true' };
  const left = (...explained) => sortOut([survivor, other], explained).survivors;
  expect(left({ file, function: within, before, why: 'no size is 3' })).toEqual([other]);
  expect(left({ file, function: within, why: 'nobody calls it' })).toEqual([]);
  expect(left({ file, function: 'other', why: 'nobody calls it' })).toEqual([survivor, other]);
});

test('the score counts what somebody could notice', () => {
  expect(score({ killed: 5, timed_out: 1, explained: 40, survived: 1, not_covered: 1 })).toBe(75);
  expect(score({ killed: 0, timed_out: 0, explained: 1, survived: 0, not_covered: 0 })).toBe(100);
});

test.each([
  ['page', page],
  ['core', core],
])(
  'each survivor of the %s that is explained stands in a file that is listed, and its line is there',
  (name, suite) => {
    const explained = JSON.parse(readFileSync(projectPath('.ci', 'mutants', `${name}.json`), 'utf8'));
    const oneLine = (file) => readFileSync(projectPath(file), 'utf8').replace(/\s+/g, ' ');
    expect(explained.filter(({ file }) => !suite.files().includes(file))).toEqual([]);
    expect(explained.filter(({ file, before }) => before !== undefined && !oneLine(file).includes(before))).toEqual([]);
    expect(explained.filter(({ why }) => !why)).toEqual([]);
  },
);
