import {
  alert,
  expect,
  idle,
  news,
  open,
  operations,
  place,
  press,
  ready,
  run,
  stateHash,
  TOY,
  test,
} from './support/page';

test('an address brings back the moment it was taken from', async ({ page }) => {
  await open(page, TOY);
  await run(page, 'transport.seek', { op: 70 });
  const headline = await news(page).textContent();
  await expect.poll(() => page.url()).toContain('op=70');
  await page.reload();
  await expect(news(page)).toHaveText(headline ?? '');
});

test('a shared link opens at the same moment in another tab, in the same state', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, `${TOY}&ftl.gc.policy=cost-benefit&run.seed=5`);
  await press(page, 'g', 'g', 'ArrowRight', 'ArrowRight', 'c', 's', 'Enter');
  await expect(page.getByRole('dialog', { name: 'Share' })).toContainText('Link copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain('testing');

  const other = await context.newPage();
  await other.goto(link.replace('#', '?testing=1#'));
  await ready(other);
  await expect.poll(() => operations(other)).toBe(await operations(page));
  await idle(other);
  expect(await place(other)).toEqual(await place(page));
  expect(await stateHash(other)).toBe(await stateHash(page));
  await expect(news(other)).toHaveText((await news(page).textContent()) ?? '');
  await expect(other.getByRole('button', { name: 'age', exact: true }).first()).toHaveAttribute('aria-pressed', 'true');
});

test('the browser’s Back leads from the workbench to the start', async ({ page }) => {
  await open(page);
  await run(page, 'experiment.example', { id: 'toy', play: false });
  await expect.poll(() => page.url()).toContain('#v=1');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Open the workbench' })).toBeVisible();
  await page.goForward();
  await expect(page.locator('.word').first()).toHaveText('toy');
});

const UNREADABLE = {
  'of a newer version': { hash: '#v=99', says: 'newer Flashlab' },
  'cut short': { hash: '#v=1&x=q1YqS', says: 'cut short' },
  'with a position that is none': { hash: `${TOY}&op=-4`, says: 'op = -4' },
  'with a broken escape': { hash: '#v=1&run.seed=%E0%A4%A', says: 'damaged' },
};

for (const [what, { hash, says }] of Object.entries(UNREADABLE)) {
  test(`an address ${what} says why and leads on`, async ({ page }) => {
    await open(page, hash);
    await expect(alert(page)).toContainText(says);
    await page.getByRole('button', { name: 'Open without it' }).click();
    await expect(page.locator('.word').first()).toHaveText('toy');
    await press(page, 'ArrowRight');
    expect((await place(page)).op).toBe(1);
  });
}

test('an address with an unknown field names it and opens without it', async ({ page }) => {
  await open(page, `${TOY}&ftl.gc.polity=greedy`);
  await expect(alert(page)).toContainText('ftl.gc.polity');
  await page.getByRole('button', { name: 'Open without it' }).click();
  await idle(page);
  await expect(alert(page)).toBeHidden();
  await press(page, 'ArrowRight');
  expect((await place(page)).op).toBe(1);
  expect(page.url()).not.toContain('polity');
});

test('an address with a bad value shows the nearest and opens without it', async ({ page }) => {
  await open(page, `${TOY}&ftl.gc.low=0`);
  await expect(alert(page)).toContainText('ftl.gc.low');
  await expect(page.getByRole('button', { name: 'Use 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Open without it' }).click();
  await idle(page);
  await expect(alert(page)).toBeHidden();
  await press(page, 'ArrowRight');
  expect((await place(page)).op).toBe(1);
});
