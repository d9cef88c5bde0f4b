import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintOf } from './steps.mjs';

let base;
const write = (path, text) => writeFileSync(join(base, path), text);
const fingerprint = (key) => fingerprintOf(['source', 'settings'], key, base);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'flashlab-steps-'));
  mkdirSync(join(base, 'source', 'inner'), { recursive: true });
  write('source/inner/a', 'one');
  write('settings', 'x');
});
afterEach(() => rmSync(base, { recursive: true }));

test('stays the same when a file is written again with the same contents', () => {
  const before = fingerprint();
  write('source/inner/a', 'one');
  expect(fingerprint()).toBe(before);
});

test.each([
  ['contents change', () => write('source/inner/a', 'two')],
  ['a file is added', () => write('source/b', '')],
  ['a file is removed', () => rmSync(join(base, 'settings'))],
  ['a file is renamed', () => renameSync(join(base, 'source/inner/a'), join(base, 'source/inner/b'))],
])('changes when %s', (_what, change) => {
  const before = fingerprint();
  change();
  expect(fingerprint()).not.toBe(before);
});

test('changes with the key', () => {
  expect(fingerprint('rustc 1.95')).not.toBe(fingerprint('rustc 1.96'));
});
