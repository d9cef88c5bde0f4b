import { expect, open, place, press, stage, TOY, test } from './support/page';

test('an embedded page shows the stage, the news, three buttons, and a way to the whole page', async ({ page }) => {
  await open(page, TOY, '&embed=1');
  await expect(stage(page)).toBeVisible();
  await expect(page.locator('.news')).toBeVisible();
  for (const part of ['.bar', '.rail', '.status', '.unit', '.speed']) await expect(page.locator(part)).toBeHidden();
  for (const name of ['Step back', 'Play', 'Step forward']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  }
  await press(page, 'ArrowRight', 'ArrowRight');
  expect((await place(page)).op).toBe(2);
  const link = page.getByRole('link', { name: 'Open in Flashlab' });
  await expect(link).toHaveAttribute('href', /#v=1.*op=2/);
  await expect(link).not.toHaveAttribute('href', /embed/);
});
