import {
  expect,
  idle,
  news,
  open,
  type Page,
  place,
  playedPast,
  press,
  run,
  stateHash,
  TOY,
  test,
} from './support/page';
import { randomNumbers } from './support/random';
import { everyPageInWords } from './support/stage';

/** All that can be told of a moment without looking at pixels. */
async function moment(page: Page): Promise<unknown> {
  return {
    hash: await stateHash(page),
    news: await news(page).textContent(),
    causes: await page.locator('.why li').allTextContents(),
    device: await page.locator('#stage-words').textContent(),
    clock: await page.locator('.clock').textContent(),
    bench: await page.evaluate(() => window.flashlab?.state().frame?.bench),
  };
}

/** From where the page stands: forward step by step, back the same way, forward again. Each moment must be the same each time. */
async function thereAndBack(page: Page, steps: number): Promise<void> {
  const moments = [await moment(page)];
  for (let step = 0; step < steps; step++) {
    await press(page, 'ArrowRight');
    moments.push(await moment(page));
  }
  for (let step = steps - 1; step >= 0; step--) {
    await press(page, 'ArrowLeft');
    expect(await moment(page), `${step} steps from the start, going back`).toEqual(moments[step]);
  }
  for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight');
  await idle(page);
  expect(await moment(page), 'forward again, without waiting').toEqual(moments[steps]);
}

test('on the toy, steps lead back and forward through the same moments, across collections', async ({ page }) => {
  await open(page, TOY);
  const random = randomNumbers(20261);
  for (let visit = 0; visit < 4; visit++) {
    await run(page, 'transport.seek', { op: 60 + random(300) });
    await press(page, 'g', 'ArrowLeft', 'ArrowLeft');
    const { gc_runs } = await place(page);
    await thereAndBack(page, 9);
    expect((await place(page)).gc_runs).toBeGreaterThan(gc_runs);
  }
});

test('on the toy, every page is where it was after a step back over a collection', async ({ page }) => {
  await open(page, TOY);
  await press(page, 'g', 'g', 'g', 'ArrowLeft');
  const before = await everyPageInWords(page);
  const mapping = () =>
    page.evaluate(() => {
      const stage = window.flashlab?.state().frame?.stage;
      return stage?.kind === 'cells' ? [...stage.mapping] : null;
    });
  const places = await mapping();
  const { op } = await place(page);
  const kinds: string[] = [];
  while (!kinds.includes('erase')) {
    await press(page, 'ArrowRight');
    kinds.push(await page.evaluate(() => window.flashlab?.state().frame?.operations.at(-1)?.kind ?? ''));
    expect(kinds.length).toBeLessThan(40);
  }
  const after = await everyPageInWords(page);
  expect(after).not.toEqual(before);
  for (const _ of kinds) await press(page, 'ArrowLeft');
  expect((await place(page)).op).toBe(op);
  expect(await everyPageInWords(page)).toEqual(before);
  expect(await mapping()).toEqual(places);
  for (const _ of kinds) await press(page, 'ArrowRight');
  expect(await everyPageInWords(page)).toEqual(after);
});

test('on a recorded trace, steps lead back and forward through the same moments', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'A database on ext4' }).click();
  await page.getByRole('button', { name: 'Run it' }).click();
  await playedPast(page, 0);
  await press(page, 'End');
  const { op: operations, gc_runs } = await place(page);
  expect(gc_runs, 'the trace makes the device collect').toBeGreaterThan(10);
  await page.getByLabel('A step is one').selectOption('operation');
  await page.getByLabel('A step is one').blur();
  const random = randomNumbers(7);
  for (let visit = 0; visit < 3; visit++) {
    await run(page, 'transport.seek', { op: random(operations - 1000) });
    await press(page, 'g', 'ArrowLeft', 'ArrowLeft');
    await thereAndBack(page, 6);
  }
});

test('a place is the same whichever way one comes to it', async ({ page }) => {
  await open(page, TOY);
  await run(page, 'transport.seek', { op: 300 });
  const there = await stateHash(page);
  for (const from of ['Home', 'End']) {
    await press(page, from);
    await run(page, 'transport.seek', { op: 300 });
    expect(await stateHash(page)).toBe(there);
  }
  await press(page, 'g', 'Shift+ArrowLeft');
  await run(page, 'transport.seek', { op: 300 });
  expect(await stateHash(page)).toBe(there);
});
