import { violations } from './support/axe';
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
