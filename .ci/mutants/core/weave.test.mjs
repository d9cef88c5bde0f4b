import { expect, test } from 'vitest';
import { pointedAt, weave } from './weave.mjs';

const SOURCE = 'fn f(a: u8) -> bool {\n    count();\n    a + 1 < 9\n}\n';
const at = (text) => ({ start: SOURCE.indexOf(text), end: SOURCE.indexOf(text) + text.length });
const STATEMENT = { ...at('count();'), kind: 'statement', instead: [''] };
const CONDITION = { ...at('a + 1 < 9'), kind: 'condition', instead: ['true', 'false'] };
const COMPARISON = { ...at('a + 1 < 9'), kind: 'expression', instead: ['a + 1 <= 9'] };
const SUM = { ...at('a + 1'), kind: 'expression', instead: ['a - 1'] };
const SITES = [STATEMENT, CONDITION, COMPARISON, SUM];

const woven = (isRefused = () => false) => weave(Buffer.from(SOURCE), SITES, 5, isRefused);

test('each mutant is asked for by its number, and what stands inside another only where that does not run', () => {
  expect(woven().bytes.toString()).toBe(
    [
      'fn f(a: u8) -> bool {',
      '    if !crate::mutant_choice::on(5) { count(); }',
      '    crate::mutant_choice::forced(6, 7, (if crate::mutant_choice::on(8) { a + 1 <= 9 } else {' +
        ' (if crate::mutant_choice::on(9) { a - 1 } else { a + 1 }) < 9 }))',
      '}',
      '',
    ].join('\n'),
  );
  expect(woven().mutants.map(({ number, instead }) => [number, instead])).toEqual([
    [5, ''],
    [6, 'true'],
    [7, 'false'],
    [8, 'a + 1 <= 9'],
    [9, 'a - 1'],
  ]);
});

test('what is refused is left out, and all of it leaves the source as it was', () => {
  const { bytes, mutants } = woven((site) => site === SUM || site === CONDITION);
  expect(bytes.toString()).toContain('(if crate::mutant_choice::on(6) { a + 1 <= 9 } else { a + 1 < 9 })');
  expect(mutants.map(({ number }) => number)).toEqual([5, 6]);
  expect(woven(() => true).bytes.toString()).toBe(SOURCE);
});

test('what the compiler points at is the mutant there, or all of the smallest site around it', () => {
  const { bytes, regions } = woven();
  const span = (text) => {
    const from = bytes.indexOf(text);
    return [regions, from, from + Buffer.from(text).length];
  };
  expect(pointedAt(...span('a - 1'))).toEqual([9]);
  expect(pointedAt(...span('a + 1 <= 9'))).toEqual([8]);
  expect(pointedAt(...span('{ a + 1 })'))).toEqual([9]);
  expect(pointedAt(...span('count();'))).toEqual([5]);
  expect(pointedAt(...span(' < 9 })'))).toEqual([8]);
  expect(pointedAt(...span('6, 7, '))).toEqual([6, 7]);
  expect(pointedAt(...span('fn f'))).toEqual([]);
});

test('offsets are bytes', () => {
  const text = '// größer\nx();\n';
  const start = Buffer.from(text).indexOf('x();');
  const { bytes } = weave(
    Buffer.from(text),
    [{ start, end: start + 4, kind: 'statement', instead: [''] }],
    0,
    () => false,
  );
  expect(bytes.toString()).toBe('// größer\nif !crate::mutant_choice::on(0) { x(); }\n');
});
