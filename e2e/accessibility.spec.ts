import { violations } from './support/axe';
import { dropAndWait } from './support/files';
import { beyond, inEveryLook } from './support/looks';
import { expect, open, type Page, press, run, TOY, test } from './support/page';

const MAP = '#v=1&device.logical_bytes=67108864&workload.kind=uniform&workload.write_ratio=1&workload.requests=60000';

const PLACES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the start page': (page) => open(page),
  'the workbench of a small device': async (page) => {
    await open(page, TOY);
    await press(page, 'g');
  },
  'the workbench of a large device': async (page) => {
    await open(page, MAP);
    await press(page, 'g');
  },
  'the drawer': async (page) => {
    await open(page, TOY);
    await press(page, 'e');
  },
  'the help': async (page) => {
    await open(page, TOY);
    await press(page, '?');
  },
  'a trace that is looked at': async (page) => {
    await open(page, '#v=1&trace=sqlite-ext4.csv.gz');
    await expect(page.locator('.trace-page h1')).toContainText('requests');
    await page.getByRole('button', { name: 'Fit a generator' }).click();
    await expect(page.getByRole('button', { name: 'Run the generator' })).toBeVisible();
  },
  'a table whose columns are said': async (page) => {
    await open(page);
    await dropAndWait(page, 'strange.csv', 'lat;when;verb;begin;much\n1;0.5;GET;0;8\n2;2.5;PUT;16;8\n3;4.5;PUT;32;8\n');
    await expect(page.getByRole('button', { name: 'Read the trace' })).toBeVisible();
  },
  'a refused value': async (page) => {
    await open(page, TOY);
    await run(page, 'experiment.set', { path: 'ftl.gc.low', value: 0 });
  },
};

for (const [name, go] of Object.entries(PLACES)) {
  test(`nothing stands in the way of a reader: ${name}`, async ({ page }) => {
    await go(page);
    await inEveryLook(page, [1440, 390], async () => {
      expect(await violations(page)).toEqual([]);
      expect(await beyond(page)).toBeLessThanOrEqual(0);
    });
  });
}
