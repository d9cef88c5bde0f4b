/** The page as the tests use it: opened with `?testing=1`, and nothing may go wrong on it unseen. */

import { expect, type Locator, type Page } from '@playwright/test';
import type { TestingHandle } from '../../web/app/testing';
import { describeFailedPage, followRequests } from './failed-page';
import { test as base } from './kept-context';

export { expect, type Page };

export type State = ReturnType<TestingHandle['state']>;

export const TOY = '#v=1&device.preset=toy&workload.kind=uniform&workload.write_ratio=1';

/** What is listened to while a test runs. */
const HEARD = ['console', 'weberror', 'request', 'requestfinished', 'requestfailed', 'response'];

const OWN_HOSTS = ['127.0.0.1', 'localhost'];

/**
 * Fails a test that leaves an error on the console (as what the page's security policy forbids does), throws on the page, has a request
 * fail, or asks anyone but this machine, in any tab.
 */
export const test = base.extend<{ unseen_problems: string[] }>({
  unseen_problems: [
    async ({ context }, use, info) => {
      const problems: string[] = [];
      const under_way = followRequests(context);
      context.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      });
      context.on('weberror', (error) => problems.push(`thrown: ${error.error().message}`));
      context.on('request', (request) => {
        const { protocol, hostname } = new URL(request.url());
        if (protocol.startsWith('http') && !OWN_HOSTS.includes(hostname)) problems.push(`asked for ${request.url()}`);
      });
      context.on('requestfailed', (request) => {
        const why = request.failure()?.errorText;
        // What a page was loading when it was left is called off, and that is no problem.
        const is_called_off = why === 'net::ERR_ABORTED' || request.url().startsWith('blob:');
        if (!is_called_off) problems.push(`${request.url()}: ${why}`);
      });
      context.on('response', (response) => {
        if (response.status() >= 400) problems.push(`${response.url()}: ${response.status()}`);
      });
      await use(problems);
      if (info.status !== info.expectedStatus)
        await info.attach('the page', {
          body: await describeFailedPage(context, under_way),
          contentType: 'text/plain',
        });
      for (const event of HEARD) context.removeAllListeners(event);
      expect(problems, 'problems that no assertion looked for').toEqual([]);
    },
    { auto: true },
  ],
});

/** Opens the page at rest and without motion. */
export async function open(page: Page, hash = '', search = ''): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`./?testing=1${search}${hash}`);
  await ready(page);
}

export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(() => window.flashlab !== undefined);
  await idle(page);
}

export async function idle(page: Page): Promise<void> {
  await page.evaluate(() => window.flashlab?.waitForIdle());
}

export async function run(page: Page, id: string, args?: unknown): Promise<void> {
  await page.evaluate(([name, given]) => window.flashlab?.run(name as string, given), [id, args] as const);
  await idle(page);
}

/** Presses keys one after the other, each when the last has had its effect. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await idle(page);
  }
}

export interface Place {
  op: number;
  request: number;
  requests: number;
  gc_runs: number;
  ended: string | null;
}

export const place = (page: Page): Promise<Place> =>
  page.evaluate(() => {
    const position = window.flashlab?.state().frame?.position;
    if (!position) throw new Error('no device is open');
    const { op, request, requests, gc_runs, ended } = position;
    return { op, request, requests, gc_runs, ended: ended?.kind ?? null };
  });

/** Operations carried out, -1 while no device is open: for waiting until a run is on its way. */
export const operations = (page: Page): Promise<number> =>
  page.evaluate(() => window.flashlab?.state().frame?.position.op ?? -1);

/** Waits until the run is past `op`. */
export const playedPast = (page: Page, op: number): Promise<void> =>
  expect.poll(() => operations(page)).toBeGreaterThan(op);

export async function pause(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await idle(page);
}

export const stateHash = async (page: Page): Promise<string> => {
  const hash = await page.evaluate(() => window.flashlab?.stateHash());
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  return hash ?? '';
};

/** The last operation the run has carried out, if the present frame tells it. */
export const lastOperation = (page: Page): Promise<NonNullable<State['frame']>['operations'][number] | null> =>
  page.evaluate(() => window.flashlab?.state().frame?.operations.at(-1) ?? null);

export const news = (page: Page): Locator => page.locator('.news');
export const alert = (page: Page): Locator => page.locator('.failure');
export const stage = (page: Page): Locator => page.locator('.stage-surface');

/** The page still works: the toy opens and goes one step. */
export async function expectToyWorks(page: Page): Promise<void> {
  await run(page, 'experiment.example', { id: 'toy', play: false });
  const { op } = await place(page);
  await press(page, 'ArrowRight');
  expect((await place(page)).op).toBe(op + 1);
  await expect(alert(page)).toBeHidden();
}
