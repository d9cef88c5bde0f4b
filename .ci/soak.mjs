// npm run soak -- [--seconds N] [--seed S] [--case K]: drawn cases held against every rule, for as long as wanted.

import { parseArgs } from 'node:util';
import { main, run } from './setup/commands.mjs';
import { coreDirectory } from './setup/core.mjs';
import { cargoEnvironment } from './setup/native.mjs';
import { requireRust } from './setup/prerequisites.mjs';

const text = { type: 'string' };

main(async () => {
  requireRust();
  const { values } = parseArgs({ options: { seconds: text, seed: text, case: text } });
  const wanted = Object.entries(values).map(([name, value]) => [`FLASHLAB_SOAK_${name.toUpperCase()}`, value]);
  const args = ['test', '--locked', '--test', 'main', 'soak::', '--', '--nocapture'];
  await run('cargo', args, { cwd: coreDirectory, env: { ...cargoEnvironment, ...Object.fromEntries(wanted) } });
});
