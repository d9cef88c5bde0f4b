import { EXAMPLES } from '../web/app/examples';
import { expect, open, type Page, place, press, run, stage, TOY, test } from './support/page';

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

/** Boxes of text that stand over one another in headline and transport, and the stage's visible height. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const parts = ['.headline .news', '.headline .why', '.headline .embed-link', '.transport', '.body'];
    const boxes = parts.map((part) => {
      const box = [...document.querySelectorAll(part)]
        .find((element) => element.checkVisibility())
        ?.getBoundingClientRect();
      return { part, box: box && { left: box.left, right: box.right, top: box.top, bottom: box.bottom } };
    });
    const overlaps = boxes.flatMap((a, at) =>
      boxes.slice(at + 1).flatMap((b) => {
        if (!a.box || !b.box) return [`${a.part} or ${b.part} is missing`];
        const apart =
          a.box.right <= b.box.left ||
          b.box.right <= a.box.left ||
          a.box.bottom <= b.box.top ||
          b.box.bottom <= a.box.top;
        return apart ? [] : [`${a.part} over ${b.part}`];
      }),
    );
    const stage = boxes.find(({ part }) => part === '.body')?.box;
    return {
      overlaps,
      stage_px: stage ? Math.min(stage.bottom, innerHeight) - stage.top : 0,
      scrolls: document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight,
    };
  });

test('from 480 × 320 pixels on, headline, link, stage and timeline have their own places in every example', async ({
  page,
}) => {
  await page.setViewportSize({ width: 480, height: 320 });
  await open(page, TOY, '&embed=1');
  for (const { id } of EXAMPLES) {
    await run(page, 'experiment.example', { id, play: false });
    await run(page, 'transport.next-gc');
    const { overlaps, stage_px, scrolls } = await layoutOf(page);
    expect(overlaps, id).toEqual([]);
    expect(stage_px, id).toBeGreaterThan(140);
    expect(scrolls, id).toBe(false);
  }
});
