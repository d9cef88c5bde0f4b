import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { projectPath } from '../setup/commands.mjs';
import { faultsNamed, patchOf, readFault } from './faults.mjs';

const faults = faultsNamed([]);

test('a fault says what is wrong and what finds it', () => {
  const patch = 'Fault: one is two.\nFound by: tests layers::fast runs::report\n\ndiff --git a/x b/x\n';
  expect(readFault(patch)).toEqual({ what: 'one is two.', runner: 'tests', where: ['layers::fast', 'runs::report'] });
  expect(() => readFault(patch.replace('tests', 'nobody'))).toThrow('Found by');
});

test.each(faults)('$name can still be planted', ({ name, runner, where }) => {
  const { status, stderr } = spawnSync('git', ['apply', '--check', patchOf(name)], {
    cwd: projectPath(),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  if (runner === 'vitest') expect(where.filter((file) => !existsSync(projectPath(file)))).toEqual([]);
});
