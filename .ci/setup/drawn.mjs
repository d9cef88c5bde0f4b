// Tests whose cases are drawn from a seed: which, and for how long, is said in the environment.

import { parseArgs } from 'node:util';
import { run } from './commands.mjs';
import { coreDirectory } from './core.mjs';
import { cargoEnvironment } from './native.mjs';
import { installPackages } from './packages.mjs';
import { requireNode, requireRust } from './prerequisites.mjs';

const text = { type: 'string' };

/** Runs `sim-core/tests/NAME` with what the command line says of seconds, seed and case, and of `more` that it alone has. */
export async function runDrawn(name, more = []) {
  requireRust();
  const args = ['test', '--locked', '--test', 'main', `${name}::`, '--', '--nocapture'];
  await run('cargo', args, { cwd: coreDirectory, env: { ...cargoEnvironment, ...wanted(name, more) } });
}

/** Runs `web/NAME` with the same. */
export async function runDrawnInPage(name, more = []) {
  requireNode();
  await installPackages();
  await run('vitest', ['run', `web/${name}/`], { env: wanted(name, more) });
}

/** What the command line says, as the tests are told. */
function wanted(name, more) {
  const { values } = parseArgs({
    options: Object.fromEntries(['seconds', 'seed', 'case', ...more].map((option) => [option, text])),
  });
  const prefix = `FLASHLAB_${name.toUpperCase()}_`;
  return Object.fromEntries(
    Object.entries(values).map(([option, value]) => [`${prefix}${option.toUpperCase()}`, value]),
  );
}
