/** Films of what is on stage: every kind of file holds the pictures that were asked for, and the run then stands where it stood. */

import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { violations } from './support/axe';
import { expect, open, type Page, place, press, run, test } from './support/page';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Film' });
const said = (page: Page) => dialog(page).getByRole('status');

const OPERATIONS = 9;
const WIDTH = 640;

/** FAST at a full merge, and the dialog for a short film from there on. */
async function atMerge(page: Page): Promise<number> {
  await open(page);
  await run(page, 'experiment.example', { id: 'fast', play: false });
  await press(page, 'g', 'm');
  const { op } = await place(page);
  await expect(dialog(page).getByLabel('From operation')).toHaveValue(String(op));
  const proposed = Number(await dialog(page).getByLabel('To operation').inputValue());
  expect(proposed, 'the next twenty operations').toBe(op + 20);
  await expect(dialog(page).getByText(/^About .+ pictures, .+ [kM]B\.$/)).toBeVisible();
  await dialog(page)
    .getByLabel('To operation')
    .fill(String(op + OPERATIONS));
  await dialog(page).getByLabel('Width').selectOption(String(WIDTH));
  return op;
}

async function filmed(page: Page, kind: string): Promise<{ name: string; bytes: Buffer }> {
  await dialog(page).getByLabel('File').selectOption(kind);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Make the film' }).click(),
  ]);
  await expect(said(page)).toContainText('is saved');
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Pictures of a GIF: each begins with a descriptor, after its own graphic control. */
function gifPictures(bytes: Buffer): { width: number; height: number; delay_cs: number }[] {
  const found: { width: number; height: number; delay_cs: number }[] = [];
  const tableOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + tableOf(bytes.readUInt8(10));
  let delay_cs = 0;
  const skipBlocks = (from: number): number => {
    let next = from;
    while (bytes.readUInt8(next) > 0) next += bytes.readUInt8(next) + 1;
    return next + 1;
  };
  while (bytes.readUInt8(at) !== 0x3b) {
    if (bytes.readUInt8(at) === 0x21) {
      if (bytes.readUInt8(at + 1) === 0xf9) delay_cs = bytes.readUInt16LE(at + 4);
      at = skipBlocks(at + 2);
    } else {
      found.push({ width: bytes.readUInt16LE(at + 5), height: bytes.readUInt16LE(at + 7), delay_cs });
      at = skipBlocks(at + 10 + tableOf(bytes.readUInt8(at + 9)) + 1);
    }
  }
  return found;
}

test('a FAST merge as GIF, and the same film again is the same file', async ({ page }) => {
  const op = await atMerge(page);
  const { name, bytes } = await filmed(page, 'gif');
  expect(name).toBe('flashlab.gif');
  expect(bytes.subarray(0, 6).toString()).toBe('GIF89a');
  const pictures = gifPictures(bytes);
  expect(pictures.length).toBeGreaterThan(1);
  for (const picture of pictures) expect(picture).toMatchObject({ width: WIDTH });
  expect(
    pictures.reduce((sum, { delay_cs }) => sum + delay_cs, 0),
    'every operation has its time',
  ).toBe(10 * (OPERATIONS + 1));
  expect((await place(page)).op).toBe(op);
  expect((await filmed(page, 'gif')).bytes.equals(bytes)).toBe(true);
});

test('a FAST merge as WebM plays as long as its pictures take', async ({ page, context }) => {
  const op = await atMerge(page);
  const { name, bytes } = await filmed(page, 'webm');
  expect(name).toBe('flashlab.webm');
  expect(bytes.subarray(0, 4).toString('hex'), 'EBML').toBe('1a45dfa3');
  const player = await context.newPage();
  const video = await player.evaluate(async (base64) => {
    const element = document.createElement('video');
    element.src = `data:video/webm;base64,${base64}`;
    await new Promise((resolve, reject) => {
      element.addEventListener('loadedmetadata', resolve);
      element.addEventListener('error', () => reject(new Error(element.error?.message)));
    });
    return { duration: element.duration, width: element.videoWidth, height: element.videoHeight };
  }, bytes.toString('base64'));
  expect(video.duration).toBeCloseTo((OPERATIONS + 1) / 10, 1);
  expect(video.width).toBe(WIDTH);
  expect(video.height % 2).toBe(0);
  expect((await place(page)).op).toBe(op);
});

test('a FAST merge as numbered slides: PNG, and SVG with its words as words', async ({ page }) => {
  const op = await atMerge(page);
  const names = (ending: string): string[] =>
    Array.from({ length: OPERATIONS + 1 }, (_, i) => `flashlab-${String(i + 1).padStart(4, '0')}.${ending}`);

  const png = unzipSync((await filmed(page, 'png')).bytes);
  expect(Object.keys(png)).toEqual(names('png'));
  const pictures = Object.values(png).map((bytes) => Buffer.from(bytes));
  for (const bytes of pictures) {
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBe(WIDTH);
  }
  const distinct = new Set(pictures.map((bytes) => bytes.toString('base64')));
  expect(distinct.size, 'each operation changes the picture').toBe(OPERATIONS + 1);

  const svg = unzipSync((await filmed(page, 'svg')).bytes);
  expect(Object.keys(svg)).toEqual(names('svg'));
  const first = Buffer.from(Object.values(svg)[0] ?? []).toString();
  expect(first.slice(0, 80)).toContain(`width="${WIDTH}"`);
  expect(first.includes('>rebuilt</text>'), 'a word of the stage').toBe(true);
  const whole = await page.evaluate(
    (text) => new DOMParser().parseFromString(text, 'image/svg+xml').documentElement.localName,
    first,
  );
  expect(whole).toBe('svg');
  expect((await place(page)).op).toBe(op);
});

test('lanes side by side are filmed request by request, with the figures of each', async ({ page }) => {
  await open(page, '#v=1&lesson=which-victim&step=3');
  await press(page, 'm');
  await expect(dialog(page).getByLabel('From request'), 'the way to the answer').toHaveValue('8');
  await dialog(page).getByLabel('To request').fill('12');
  await expect(dialog(page).getByLabel('Motion')).toBeDisabled();
  const pictures = Object.values(unzipSync((await filmed(page, 'png')).bytes)).map((bytes) => Buffer.from(bytes));
  expect(new Set(pictures.map((bytes) => bytes.toString('base64'))).size, 'each request changes the picture').toBe(5);
  const svg = unzipSync((await filmed(page, 'svg')).bytes);
  const last = Buffer.from(Object.values(svg).at(-1) ?? []).toString();
  for (const name of ['greedy', 'FIFO']) expect(last).toContain(`>${name}</text>`);
  expect((await place(page)).request).toBe(8);
});

test('a film is as wide as its stage: nothing is left empty beside it', async ({ page }) => {
  await atMerge(page);
  await dialog(page)
    .getByLabel('To operation')
    .fill(String((await place(page)).op + 1));
  const svg = Buffer.from(Object.values(unzipSync((await filmed(page, 'svg')).bytes))[0] ?? []).toString();
  const [, width = 0, height = 0] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).map(Number);
  const time = [...svg.matchAll(/<text[^>]*\sx="([\d.]+)"[^>]*>time<\/text>/g)].map(([, x]) => Number(x));
  expect(width).toBeGreaterThan(height);
  expect(Math.max(...time), 'the last column of the stage').toBeGreaterThan(0.9 * width);
  await expect(page.locator('.rail'), 'what stood beside it is back').toBeVisible();
});

test('motion adds pictures between operations', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('./?testing=1');
  await page.waitForFunction(() => window.flashlab !== undefined);
  await run(page, 'experiment.example', { id: 'toy', play: false });
  await press(page, 'g', 'm');
  const { op } = await place(page);
  await dialog(page)
    .getByLabel('To operation')
    .fill(String(op + 2));
  await dialog(page).getByLabel('Width').selectOption(String(WIDTH));
  await expect(dialog(page).getByLabel('Motion')).toBeChecked();
  const pictures = gifPictures((await filmed(page, 'gif')).bytes);
  expect(pictures.length).toBeGreaterThan(4);
  expect(gifPictures((await filmed(page, 'gif')).bytes)).toHaveLength(pictures.length);
  expect((await place(page)).op).toBe(op);
});

test('a film that is stopped leaves no file, one that is too long is refused, and the dialog can be read', async ({
  page,
}) => {
  const op = await atMerge(page);
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  expect(await violations(page)).toEqual([]);
  await dialog(page)
    .getByLabel('To operation')
    .fill(String(op + 1000));
  await dialog(page).getByRole('button', { name: 'Make the film' }).click();
  await expect(said(page)).toContainText(/^Operation \d/);
  await dialog(page).getByRole('button', { name: 'Stop' }).click();
  await expect(said(page)).toHaveText('Stopped: there is no file.');
  expect((await place(page)).op).toBe(op);

  await dialog(page)
    .getByLabel('To operation')
    .fill(String(op + 2000));
  await dialog(page).getByRole('button', { name: 'Make the film' }).click();
  await expect(said(page)).toContainText('may have 1 200 pictures');
  await press(page, 'Escape');
  await expect(dialog(page)).toBeHidden();
  expect((await place(page)).op).toBe(op);
  expect(downloads).toEqual([]);
});
