import {
  expect,
  idle,
  lastOperation,
  news,
  open,
  type Page,
  place,
  playedPast,
  press,
  TOY,
  test,
} from './support/page';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function click(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await button(page, name).click();
    await idle(page);
  }
}

test('play and pause, by button and by key', async ({ page }) => {
  await open(page, TOY);
  await button(page, 'Play').click();
  await playedPast(page, 1);
  await button(page, 'Pause').click();
  await idle(page);
  const { op } = await place(page);
  await expect(button(page, 'Play')).toBeVisible();
  await page.locator('body').press('Space');
  await expect(button(page, 'Pause')).toBeVisible();
  await playedPast(page, op);
  await page.locator('body').press('Space');
  await expect(button(page, 'Play')).toBeVisible();
});

test('a step is one operation, by button and by key', async ({ page }) => {
  await open(page, TOY);
  await expect(button(page, 'Step back')).toBeDisabled();
  await click(page, 'Step forward', 'Step forward');
  expect(await place(page)).toMatchObject({ op: 2 });
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowLeft');
  expect(await place(page)).toMatchObject({ op: 3 });
  await click(page, 'Step back');
  expect(await place(page)).toMatchObject({ op: 2 });
  await press(page, 'Home');
  expect(await place(page)).toMatchObject({ op: 0, request: 0 });
  await expect(button(page, 'Step back')).toBeDisabled();
});

test('a step can be a request, by button and by key', async ({ page }) => {
  await open(page, TOY);
  await page.getByLabel('A step is one').selectOption('request');
  await click(page, 'Step forward', 'Step forward', 'Step forward');
  const third = await place(page);
  expect(third.request).toBe(3);
  expect(third.op).toBeGreaterThan(3);
  await click(page, 'Step back');
  expect((await place(page)).request).toBe(2);
  await page.getByLabel('A step is one').blur();
  await press(page, 'Shift+ArrowRight');
  expect(await place(page)).toEqual(third);
  await press(page, 'Shift+ArrowLeft', 'Shift+ArrowLeft');
  expect((await place(page)).request).toBe(1);
});

test('a step can be a GC run, by button and by key', async ({ page }) => {
  await open(page, TOY);
  await page.getByLabel('A step is one').selectOption('gc');
  await click(page, 'Step forward');
  const first = await place(page);
  expect(first.gc_runs).toBe(1);
  expect(await lastOperation(page)).toMatchObject({ kind: 'gc-start' });
  await page.getByLabel('A step is one').blur();
  await press(page, 'g', 'g');
  expect(await place(page)).toMatchObject({ gc_runs: 3 });
  await click(page, 'Step back', 'Step back');
  expect(await place(page)).toEqual({ ...first });
  await click(page, 'Step back');
  expect(await place(page)).toMatchObject({ gc_runs: 0 });
});

test('the timeline is moved by keys', async ({ page }) => {
  await open(page, TOY);
  const timeline = page.getByRole('slider', { name: 'Position in the run' });
  await timeline.focus();
  const { requests } = await place(page);
  await press(page, 'ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowLeft');
  expect(await place(page)).toMatchObject({ request: 2 });
  await press(page, 'PageUp');
  expect(await place(page)).toMatchObject({ request: 2 + requests / 10 });
  await expect(timeline).toHaveAttribute('aria-valuenow', String(2 + requests / 10));
  await press(page, 'PageDown', 'Home');
  expect(await place(page)).toMatchObject({ op: 0 });
  await press(page, 'End');
  expect(await place(page)).toMatchObject({ request: requests });
});

test('the timeline is moved by the pointer', async ({ page }) => {
  await open(page, TOY);
  const { requests } = await place(page);
  const box = await page.getByRole('slider', { name: 'Position in the run' }).boundingBox();
  if (!box) throw new Error('the timeline is not laid out');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 4, y);
  await page.mouse.down();
  for (let part = 4; part <= 12; part++) await page.mouse.move(box.x + (box.width * part) / 16, y);
  await page.mouse.up();
  await idle(page);
  const { request } = await place(page);
  expect(Math.abs(request - requests * 0.75)).toBeLessThanOrEqual(requests * 0.01);
});

test('run to the end, by button and by key, and play no more', async ({ page }) => {
  await open(page, TOY);
  await click(page, 'Run to the end');
  const end = await place(page);
  expect(end).toMatchObject({ request: end.requests, ended: 'done' });
  await expect(news(page)).toContainText('write amplification');
  for (const name of ['Play', 'Step forward', 'Run to the end']) await expect(button(page, name)).toBeDisabled();
  await press(page, 'ArrowLeft', 'End');
  expect(await place(page)).toEqual(end);
});

test('a cause in the chain leads to the operation it names', async ({ page }) => {
  await open(page, TOY);
  await press(page, 'g', 'ArrowRight');
  const cause = page.locator('.why button').first();
  const op = Number((await cause.getAttribute('title'))?.match(/\d+/)?.[0]);
  await cause.click();
  await idle(page);
  expect((await place(page)).op).toBe(op);
});
