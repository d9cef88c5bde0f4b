import { alert, expect, idle, open, type Page, place, press, run, TOY, test } from './support/page';

const drawer = (page: Page) => page.getByRole('complementary', { name: 'The experiment' });

/** Types a value into a field of the drawer, found by searching for it. */
async function setField(page: Page, search: string, id: string, value: string): Promise<void> {
  await press(page, 'e');
  await drawer(page).getByLabel('Search the fields').fill(search);
  await page.locator(`#field-${id}`).fill(value);
  await page.keyboard.press('Tab');
  await idle(page);
}

test('a refused value is told with field, value, range and the nearest that would do', async ({ page }) => {
  await open(page, TOY);
  await setField(page, 'gc low', 'ftl-gc-low', '0');
  await expect(alert(page)).toContainText('ftl.gc.low');
  await expect(alert(page)).toContainText(/\b0\b/);
  await expect(alert(page)).toContainText(/\b1\b/);
  await expect(page.locator('#field-ftl-gc-low')).toHaveAttribute('aria-invalid', 'true');
  await expect(drawer(page).locator('.refusal')).toContainText('ftl.gc.low');
  await drawer(page).getByRole('button', { name: 'Use 1' }).click();
  await idle(page);
  await expect(alert(page)).toBeHidden();
  await expect(page.locator('#field-ftl-gc-low')).toHaveValue('1');
  await expect(page.locator('#field-ftl-gc-low')).not.toHaveAttribute('aria-invalid');
});

const REFUSALS = [
  { field: 'device.endurance', value: '0', search: 'endurance' },
  { field: 'run.seed', value: '-3', search: 'seed' },
  { field: 'workload.requests', value: '0', search: 'workload requests' },
  { field: 'workload.write_ratio', value: '1.5', search: 'write ratio' },
  { field: 'device.pages_per_block', value: '100000', search: 'pages per block' },
];

for (const { field, value, search } of REFUSALS) {
  test(`the drawer offers the nearest value of ${field} in place of ${value}`, async ({ page }) => {
    await open(page, TOY);
    await setField(page, search, field.replaceAll('.', '-'), value);
    await expect(alert(page)).toContainText(field);
    await expect(alert(page)).toContainText(value);
    await drawer(page).getByRole('button', { name: /^Use / }).click();
    await idle(page);
    await expect(alert(page)).toBeHidden();
    await press(page, 'Escape', 'ArrowRight');
    expect((await place(page)).op).toBe(1);
  });
}

test('a refused value can be given up for the old one', async ({ page }) => {
  await open(page, TOY);
  await setField(page, 'seed', 'run-seed', '-3');
  await drawer(page).getByRole('button', { name: 'Keep the old one' }).click();
  await idle(page);
  await expect(page.locator('#field-run-seed')).toHaveValue('1');
  await press(page, 'Escape', 'ArrowRight');
  expect((await place(page)).op).toBe(1);
});

test('a changed field opens the device anew and can be put back', async ({ page }) => {
  await open(page, TOY);
  await press(page, 'ArrowRight', 'ArrowRight');
  await setField(page, 'seed', 'run-seed', '9');
  expect((await place(page)).op).toBe(0);
  await expect.poll(() => page.url()).toContain('run.seed=9');
  await drawer(page).locator('.row:has(#field-run-seed)').getByRole('button', { name: 'reset' }).click();
  await idle(page);
  await expect(page.locator('#field-run-seed')).toHaveValue('1');
});

test('a word of the sentence can be changed where it stands', async ({ page }) => {
  await open(page, TOY);
  await page.locator('.word[data-path="ftl.gc.policy"]').click();
  await page.getByRole('dialog').getByText('fifo').first().click();
  await idle(page);
  await expect(page.locator('.word[data-path="ftl.gc.policy"]')).toHaveText('fifo');
  await press(page, 'g');
  expect((await place(page)).gc_runs).toBe(1);
});

test('a conflict between two fields is told, and the device that was open stays', async ({ page }) => {
  await open(page, TOY);
  await press(page, 'ArrowRight');
  await run(page, 'experiment.open', { document: { device: { logical_bytes: 1048576, blocks_per_plane: 8 } } });
  await expect(alert(page)).toContainText('logical_bytes');
  await expect(alert(page)).toContainText('blocks_per_plane');
  await alert(page).getByRole('button', { name: 'Keep the old one' }).click();
  await press(page, 'ArrowRight');
  expect((await place(page)).op).toBe(2);
});
