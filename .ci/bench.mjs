// npm run bench: what the project measures about itself, beside its budgets. The engine natively, then the page in Chromium.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './setup/chromium.mjs';
import { main, run } from './setup/commands.mjs';
import { coreDirectory } from './setup/core.mjs';
import { buildPage } from './setup/page.mjs';
import { requireRust } from './setup/prerequisites.mjs';

main(async () => {
  const args = process.argv.slice(2);
  requireRust();
  const engine = (...options) =>
    run('cargo', ['run', '--release', '--locked', '--quiet', '--example', 'bench', '--', ...options], {
      cwd: coreDirectory,
    });
  await engine(...args);
  await buildPage();
  await findChromium();
  const traces = mkdtempSync(join(tmpdir(), 'flashlab-bench-'));
  try {
    await engine('--traces', traces);
    await run('node', ['e2e/bench.mjs', ...args, '--traces', traces]);
  } finally {
    rmSync(traces, { recursive: true });
  }
});
