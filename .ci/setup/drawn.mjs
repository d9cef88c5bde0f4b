// Tests of the core whose cases are drawn from a seed: which, and for how long, is said in the environment.

import { parseArgs } from 'node:util';
import { run } from './commands.mjs';
import { coreDirectory } from './core.mjs';
import { cargoEnvironment } from './native.mjs';
import { requireRust } from './prerequisites.mjs';

const text = { type: 'string' };

/** Runs `sim-core/tests/NAME` with what the command line says of seconds, seed and case, and of `more` that it alone has. */
export async function runDrawn(name, more = []) {
  requireRust();
  const { values } = parseArgs({
    options: Object.fromEntries(['seconds', 'seed', 'case', ...more].map((option) => [option, text])),
  });
  const prefix = `FLASHLAB_${name.toUpperCase()}_`;
  const wanted = Object.entries(values).map(([option, value]) => [`${prefix}${option.toUpperCase()}`, value]);
  const args = ['test', '--locked', '--test', 'main', `${name}::`, '--', '--nocapture'];
  await run('cargo', args, { cwd: coreDirectory, env: { ...cargoEnvironment, ...Object.fromEntries(wanted) } });
}
