/** The stage in a page of another origin, controlled by that page through the script that it imports. */

import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StageState } from '../web/app/embed-api/stage-state';
import { EXAMPLES } from '../web/app/examples';
import { type Host, startHost } from './support/host';
import { expect, type Page, test } from './support/page';

/** As the script makes it. */
interface Stage {
  frame: HTMLIFrameElement;
  state(): Promise<StageState>;
  play(speed?: number): Promise<StageState>;
  pause(): Promise<StageState>;
  step(unit?: string, count?: number): Promise<StageState>;
  goTo(to: unknown): Promise<StageState>;
  set(set: object): Promise<StageState>;
  example(name: string): Promise<StageState>;
  lesson(name: string, step?: number): Promise<StageState>;
  picture(): Promise<Blob>;
  on(event: 'changed', listener: (state: StageState) => void): () => void;
  close(): void;
}

declare global {
  interface Window {
    stages: Record<string, Stage>;
  }
}

let host: Host;
test.beforeAll(async () => {
  host = await startHost();
});
test.afterAll(() => host.close());

async function openHost(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${host.origin}/`);
}

/** Puts a stage into the host's element `name`; resolves with its state, or the message that it was refused with. */
const embed = (page: Page, base: string | undefined, name: string, options: object) =>
  page.evaluate(
    async ({ base, name, options }) => {
      const script = `${base}flashlab-embed.js`;
      const { embed } = (await import(script)) as {
        embed: (element: Element | null, options: object) => Promise<Stage>;
      };
      window.stages ??= {};
      const stage = await embed(document.querySelector(`#${name}`), { title: `Stage ${name}`, ...options });
      window.stages[name] = stage;
      return stage.state();
    },
    { base, name, options },
  );

type Method = 'state' | 'play' | 'pause' | 'step' | 'goTo' | 'set' | 'example' | 'lesson';

/** Calls a method of a stage. */
const call = (page: Page, name: string, method: Method, ...values: unknown[]): Promise<StageState> =>
  page.evaluate(
    ({ name, method, values }) => {
      const stage = window.stages[name];
      if (!stage) throw new Error(`no stage ${name}`);
      return (stage[method] as (...values: unknown[]) => Promise<StageState>)(...values);
    },
    { name, method, values },
  );

test('the script is small', () => {
  expect(statSync(fileURLToPath(new URL('../public/flashlab-embed.js', import.meta.url))).size).toBeLessThanOrEqual(
    4096,
  );
});

test('two stages in a page of another origin are played, paused, stepped, moved and set apart from each other', async ({
  page,
  baseURL,
}) => {
  await openHost(page);
  const first = await embed(page, baseURL, 'left', { example: 'toy', width: '600px', height: '400px' });
  expect(first).toMatchObject({ request: 0, operation: 0, playing: false, ended: null });
  expect(first.experiment).toEqual(EXAMPLES[0]?.document);
  await embed(page, baseURL, 'right', { experiment: { device: { preset: 'toy' }, workload: { kind: 'seq' } } });

  expect(await call(page, 'left', 'step')).toMatchObject({ operation: 1 });
  expect(await call(page, 'left', 'step', 'operation', 3)).toMatchObject({ operation: 4 });
  expect(await call(page, 'left', 'step', 'operation', -2)).toMatchObject({ operation: 2 });
  const collected = await call(page, 'left', 'step', 'gc');
  expect(collected.readings['gc-runs']).toBe(1);
  expect(collected.headline).toMatch(/^GC /);
  expect(await call(page, 'left', 'goTo', { request: 12 })).toMatchObject({ request: 12 });
  expect(await call(page, 'left', 'goTo', { operation: 5 })).toMatchObject({ operation: 5 });
  const end = await call(page, 'left', 'goTo', 'end');
  expect(end).toMatchObject({ request: end.requests, ended: 'done' });
  expect(end.readings['write-amplification']).toBeGreaterThan(1);
  expect(await call(page, 'left', 'goTo', 'start')).toMatchObject({ operation: 0 });
  expect(await call(page, 'right', 'state')).toMatchObject({ operation: 0 });

  const fields = { 'ftl.gc.policy': 'fifo', 'workload.requests': 50 };
  const set = await call(page, 'right', 'set', fields);
  expect(set).toMatchObject({ operation: 0, requests: 50 });
  expect(set.experiment).toMatchObject({ ftl: { gc: { policy: 'fifo' } }, workload: { kind: 'seq', requests: 50 } });
  expect(await call(page, 'right', 'example', 'fast')).toMatchObject({ experiment: { ftl: { kind: 'fast' } } });

  const played = await page.evaluate(async () => {
    const { left } = window.stages;
    if (!left) throw new Error('no stage');
    const moved = new Promise<StageState>((resolve) => {
      const off = left.on('changed', (state) => {
        if (state.operation < 10) return;
        off();
        resolve(state);
      });
    });
    const began = await left.play(50);
    return { began, during: await moved, paused: await left.pause(), after: await left.state() };
  });
  expect(played.began.playing).toBe(true);
  expect(played.during.operation).toBeGreaterThanOrEqual(10);
  expect(played.paused.playing).toBe(false);
  expect(played.after.playing).toBe(false);
});

test('a lesson is opened at a step, and the stage is handed over as a picture', async ({ page, baseURL }) => {
  await openHost(page);
  await embed(page, baseURL, 'left', { example: 'toy', width: '1000px', height: '500px' });
  const at = await call(page, 'left', 'lesson', 'erase-before-write', 3);
  expect(at.lesson).toEqual({ id: 'erase-before-write', step: 3, steps: 7, answered: false, answer: null });
  const picture = await page.evaluate(async () => {
    const blob = await window.stages.left?.picture();
    return { type: blob?.type, bytes: blob?.size };
  });
  expect(picture.type).toBe('image/png');
  expect(picture.bytes).toBeGreaterThan(2000);
});

test('what is refused rejects with the message of the page, its field and what was expected', async ({
  page,
  baseURL,
}) => {
  await openHost(page);
  await embed(page, baseURL, 'left', { example: 'toy' });
  const refusal = (method: Method, ...values: unknown[]) =>
    page.evaluate(
      async ({ method, values }) => {
        const stage = window.stages.left as unknown as Record<string, (...values: unknown[]) => Promise<unknown>>;
        try {
          await stage[method]?.(...values);
          return null;
        } catch (error) {
          const { message, field, expected } = error as Error & { field: string | null; expected: string | null };
          return { message, field, expected };
        }
      },
      { method, values },
    );
  expect(await refusal('step', 'week')).toMatchObject({ field: 'unit', message: /^unit: "week": expected one of/ });
  expect(await refusal('step', 'merge')).toMatchObject({
    field: 'unit',
    message: 'unit: "merge" never happens on this device: expected one of operation, request, gc',
  });
  const refused = await refusal('set', { 'ftl.gc.low': 0 });
  expect(refused).toMatchObject({ field: 'ftl.gc.low', expected: /^such as \d+$/ });
  expect(refused?.message).toContain('ftl.gc.low');
  expect(await refusal('lesson', 'nothing')).toMatchObject({ message: /^There is no lesson "nothing"/ });
  await call(page, 'left', 'goTo', 'end');
  expect(await refusal('play')).toMatchObject({ message: 'The run has ended: nothing is left to play.' });
  // The stage goes on as if nothing had been asked.
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('.failure')).toBeHidden();
  expect(await call(page, 'left', 'goTo', { request: 3 })).toMatchObject({ request: 3 });

  const failed = await embed(page, baseURL, 'right', { example: 'nothing' }).catch((error: Error) => error.message);
  expect(failed).toMatch(/This link says example = nothing; expected one of toy, block/);
  await expect(page.locator('iframe')).toHaveCount(1);
});

test('a frame that does not answer rejects with a sentence, and a stage that was closed says so', async ({
  page,
  baseURL,
}) => {
  await openHost(page);
  const options = { base: `${host.origin}/nothing/`, timeout: 1 };
  const silent = await embed(page, baseURL, 'left', options).catch((error: Error) => error.message);
  expect(silent).toContain(`${host.origin} did not answer "state" in 1 seconds.`);
  await embed(page, baseURL, 'left', {});
  await page.evaluate(() => window.stages.left?.close());
  const closed = await call(page, 'left', 'state').catch((error: Error) => error.message);
  expect(closed).toContain('The stage is closed.');
  await expect(page.locator('iframe')).toHaveCount(0);
});

/** A frame made by hand: posts a message to it and returns what it posts before it says that it is at rest. */
async function postTo(page: Page, src: string, message: unknown): Promise<unknown[]> {
  await page.evaluate(
    (src) =>
      new Promise((resolve) => {
        document.querySelector('iframe')?.remove();
        const frame = Object.assign(document.createElement('iframe'), { src, width: 600, height: 400 });
        frame.addEventListener('load', resolve);
        document.body.append(frame);
      }),
    src,
  );
  const inner = page.frames().find((frame) => frame.url().startsWith(src.split('#')[0] ?? ''));
  if (!inner) throw new Error('no frame');
  await inner.waitForFunction(() => window.flashlab?.state().frame);
  const told = page.evaluate(
    ({ message, target }) =>
      new Promise<unknown[]>((resolve) => {
        const heard: unknown[] = [];
        addEventListener('message', ({ data }) => {
          if (data === 'at rest') resolve(heard);
          else heard.push(data);
        });
        document.querySelector('iframe')?.contentWindow?.postMessage(message, target);
      }),
    { message, target: new URL(src).origin },
  );
  await inner.evaluate(async () => {
    await window.flashlab?.waitForIdle();
    window.parent.postMessage('at rest', '*');
  });
  return told;
}

test('a page that the address does not allow gets nothing, nor does what is not for the stage', async ({
  page,
  baseURL,
}) => {
  await openHost(page);
  const at = (origin: string) => `${baseURL}?embed=1&testing=1${origin}#v=1&device.preset=toy`;
  const step = { flashlab: 1, id: 'x', type: 'step' };
  expect(await postTo(page, at(''), step)).toEqual([]);
  expect(await postTo(page, at('&origin=https://elsewhere.example'), step)).toEqual([]);
  expect(await postTo(page, at('&origin=*'), step)).toEqual([]);
  const allowed = at(`&origin=https://elsewhere.example&origin=${host.origin}`);
  expect(await postTo(page, allowed, step)).toContainEqual(
    expect.objectContaining({ flashlab: 1, id: 'x', ok: true, state: expect.objectContaining({ operation: 1 }) }),
  );
  expect(await postTo(page, allowed, { type: 'step' })).toEqual([]);
  expect(await postTo(page, allowed, 'step')).toEqual([]);
  expect(await postTo(page, allowed, { flashlab: 1, type: 'step' })).toEqual([
    expect.objectContaining({ id: null, ok: false, error: expect.objectContaining({ field: 'id' }) }),
  ]);
});

test('only the page around the frame is heard, not another frame of it', async ({ page, baseURL }) => {
  await openHost(page);
  await embed(page, baseURL, 'left', { example: 'toy' });
  await page.evaluate(
    (target) =>
      new Promise((resolve) => {
        const post = `parent.stages.left.frame.contentWindow.postMessage({ flashlab: 1, id: 1, type: 'step' }, '${target}')`;
        // Such a frame has the origin of the page around it.
        const other = Object.assign(document.createElement('iframe'), { srcdoc: `<script>${post}</script>` });
        other.addEventListener('load', resolve);
        document.body.append(other);
      }),
    new URL(baseURL ?? '').origin,
  );
  expect(await call(page, 'left', 'state')).toMatchObject({ operation: 0 });
});

test('a page of the same origin needs no permission', async ({ page }) => {
  await page.goto('./flashlab-embed.js');
  await page.setContent('<div id="left"></div>');
  await embed(page, new URL('./', page.url()).href, 'left', { example: 'toy', theme: 'dark', width: '700px' });
  const frame = page.frames().at(-1);
  expect(await frame?.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
  // At this width too, the keys stand beside the timeline.
  await page.frameLocator('iframe').getByRole('button', { name: 'Step forward', exact: true }).click();
  await expect.poll(async () => (await call(page, 'left', 'state')).operation).toBe(1);
});
