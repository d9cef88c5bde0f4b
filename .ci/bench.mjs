// npm run bench: what the project measures about itself, beside its budgets. The engine natively, then the page in Chromium.

import { findChromium } from './setup/chromium.mjs';
import { main, run } from './setup/commands.mjs';
import { coreDirectory } from './setup/core.mjs';
import { buildPage } from './setup/page.mjs';
import { requireRust } from './setup/prerequisites.mjs';

main(async () => {
  const args = process.argv.slice(2);
  requireRust();
  await run('cargo', ['run', '--release', '--locked', '--quiet', '--example', 'bench', '--', ...args], {
    cwd: coreDirectory,
  });
  await buildPage();
  await findChromium();
  await run('node', ['e2e/bench.mjs', ...args]);
});
