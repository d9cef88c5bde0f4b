import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

const projectPath = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

// Playwright reads this file in every worker; the first to do so picks a port, the others inherit it.
process.env.FLASHLAB_E2E_PORT ??= String(await freePort());
const baseURL = `http://127.0.0.1:${process.env.FLASHLAB_E2E_PORT}/`;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './support/build-native.mjs',
  fullyParallel: true,
  // Half of what a test does is waiting for frames: four keep two processors busy.
  workers: 4,
  // A test that needs a second try hides what it should tell.
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL,
    // Answers from what was kept are no requests that a test could see: only the tests of use without network allow them.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    launchOptions: { ...systemChromium(), args: chromiumFlags() },
  },
  webServer: {
    command: `vite preview --host 127.0.0.1 --strictPort --port ${process.env.FLASHLAB_E2E_PORT}`,
    cwd: projectPath(''),
    url: baseURL,
    env: { NODE_NO_WARNINGS: '1' }, // about Playwright's own choice of colours
  },
});

/** The Chromium that the set-up found; without one, Playwright's own. */
function systemChromium(): { executablePath?: string } {
  const record = projectPath('.tools/chromium.json');
  if (!existsSync(record)) return {};
  return { executablePath: JSON.parse(readFileSync(record, 'utf8')).executable };
}

function chromiumFlags(): string[] {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-quic'];
  const plain = ['--no-first-run', '--disable-gpu'];
  const isRoot = process.getuid?.() === 0; // Chromium's sandbox refuses to start for root
  return [...quiet, ...plain, ...(isRoot ? ['--no-sandbox'] : [])];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port on 127.0.0.1');
  return address.port;
}
