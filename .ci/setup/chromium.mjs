// A Chromium for the end-to-end tests: one without windows, which takes half the time, or any other that is installed; else Debian's
// package, else Playwright's own.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { capture, projectPath, run, SetupError } from './commands.mjs';
import { step } from './steps.mjs';

const record = projectPath('.tools', 'chromium.json'); // read by e2e/playwright.config.ts

const withoutWindows = 'chromium-headless-shell';
const installedNames = [
  withoutWindows,
  'chromium',
  'google-chrome-stable',
  'google-chrome',
  'chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Finds or installs a Chromium and records where it is. FLASHLAB_CHROMIUM names another. */
export function findChromium() {
  const wanted = process.env.FLASHLAB_CHROMIUM;
  return step({ title: 'Chromium for the tests', isDone: () => isRecorded(wanted) }, async () => {
    const executable = wanted
      ? named(wanted)
      : ((await found()) ?? (await debianPackage()) ?? (await playwrightsOwn()));
    mkdirSync(projectPath('.tools'), { recursive: true });
    writeFileSync(record, `${JSON.stringify({ executable })}\n`);
  });
}

function isRecorded(wanted) {
  if (!existsSync(record)) return false;
  const { executable } = JSON.parse(readFileSync(record, 'utf8'));
  return existsSync(executable) && (wanted === undefined || wanted === executable);
}

function named(path) {
  if (starts(path)) return path;
  throw new SetupError(`FLASHLAB_CHROMIUM is ${path}, which does not start: give the path of a Chromium or Chrome`);
}

/** One that is installed. A machine that only tests gets the one without windows all the same. */
async function found() {
  const fastest = installed([withoutWindows]);
  if (fastest === null && process.env.CI) await debianPackage();
  return installed(installedNames);
}

function installed(names) {
  for (const name of names) {
    const path = name.startsWith('/') ? name : capture('sh', ['-c', `command -v ${name}`]);
    if (path !== null && starts(path)) return path;
  }
  return null;
}

// A stub, as Ubuntu's package is where there is no snap, is found but does not start.
const starts = (path) => existsSync(path) && capture(path, ['--version']) !== null;

async function debianPackage() {
  if (capture('sh', ['-c', '. /etc/os-release && echo "$ID"']) !== 'debian') return null;
  const administrator = process.getuid() === 0 ? [] : ['sudo', '-n'];
  if (administrator.length > 0 && capture('sudo', ['-n', 'true']) === null) return null;
  const apt = (...args) => {
    const [command, ...rest] = [...administrator, 'apt-get', ...args];
    return run(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  };
  try {
    await apt('update', '-qq');
    await apt('install', '-y', '-qq', '--no-install-recommends', withoutWindows);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return null; // apt has said why
  }
  return installed(installedNames);
}

async function playwrightsOwn() {
  process.env.PLAYWRIGHT_BROWSERS_PATH = projectPath('.tools', 'browsers');
  await run('playwright', ['install', '--no-shell', 'chromium']);
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  if (starts(path)) return path;
  const libraries = 'its system libraries are missing: run `sudo npx playwright install-deps chromium`';
  throw new SetupError(`the Chromium that Playwright installed does not start; probably ${libraries}`);
}
