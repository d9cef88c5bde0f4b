/** A lesson that is not listed: dropped as a file, shared as a link that holds all of it, and refused with words where it is damaged. */

import { violations } from './support/axe';
import { dropAndWait } from './support/files';
import { alert, expect, expectToyWorks, idle, open, place, test } from './support/page';

const LESSON = `---
title: My first GC
minutes: 2
seen: a block that is emptied
---

## Before it

\`\`\`set
example: toy
at: operation 10
show: headline transport
\`\`\`

A [[victim]] is chosen soon.

## After one more

\`\`\`set
at: operation 11
\`\`\`

\`\`\`predict
ask: How many operations has the device carried out after the next one?
value: operations
reveal: operation 12
\`\`\`

It carried out one more.
`;

test('a dropped lesson is taken, its question answered by the simulator, and its link opens it on a fresh page', async ({
  page,
  context,
}) => {
  await open(page);
  await dropAndWait(page, 'mine.md', LESSON);
  await expect(page.getByRole('heading', { name: 'Before it' })).toBeVisible();
  expect((await place(page)).op).toBe(10);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await idle(page);
  await page.getByRole('spinbutton').fill('12');
  await page.getByRole('button', { name: 'Predict' }).click();
  await idle(page);
  await expect(page.getByText('It carried out one more.')).toBeVisible();
  expect((await place(page)).op).toBe(12);
  expect(await violations(page)).toEqual([]);

  const hash = new URL(page.url()).hash;
  expect(hash).toMatch(/^#v=1&lesson-text=[\w-]+&step=2$/);
  const fresh = await context.newPage();
  await open(fresh, hash);
  await expect(fresh.getByRole('heading', { name: 'After one more' })).toBeVisible();
  expect((await place(fresh)).op).toBe(11);
  expect(new URL(fresh.url()).hash).toBe(hash);

  await open(fresh, hash.replace(/(lesson-text=[\w-]{40})[\w-]+/, '$1'));
  await fresh.reload();
  await expect(alert(fresh)).toContainText('This link is damaged: the lesson in it cannot be unpacked.');
  await expectToyWorks(fresh);
});

const DAMAGED: readonly { what: string; content: string; says: RegExp }[] = [
  { what: 'without a head', content: 'Dear reader', says: /mine\.md: expected a head between two lines "---"/ },
  {
    what: 'with an unknown place',
    content: LESSON.replace('operation 10', 'noon'),
    says: /mine\.md, step "Before it": "noon" is no place in a run: expected "start", "end"/,
  },
  {
    what: 'with an unknown example',
    content: LESSON.replace('example: toy', 'example: train'),
    says: /mine\.md, step "Before it": example: "train" is not one of toy/,
  },
  {
    what: 'too large',
    content: LESSON + 'x'.repeat(200_000),
    says: /mine\.md has 196 KiB: expected a lesson of at most 128 KiB/,
  },
];

for (const { what, content, says } of DAMAGED)
  test(`a lesson ${what} says what is wrong`, async ({ page }) => {
    await open(page);
    await dropAndWait(page, 'mine.md', content);
    await expect(alert(page)).toContainText(says);
    await expectToyWorks(page);
  });
