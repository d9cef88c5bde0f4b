import { expect, type Page, ready, run, test } from './support/page';
import { staticHost } from './support/static-host';

// What was kept by one test would be there for the next.
test.use({ serviceWorkers: 'allow', keeps_context: false });

const host = staticHost('/some/where/');

async function visit(page: Page, hash = ''): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${host.address()}?testing=1${hash}`);
  await ready(page);
}

/** The start page says so once all files are kept. */
const kept = (page: Page) => expect(page.getByText('Works without network.')).toBeVisible({ timeout: 30_000 });

test('after a first visit everything opens without network', async ({ page, context }) => {
  await visit(page);
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/See why an SSD/);
  await page.getByRole('button', { name: 'Take the first lesson' }).click();
  await expect(page.getByRole('complementary', { name: 'Lesson' })).toContainText('Erase before write');
  await run(page, 'experiment.leave');
  await run(page, 'experiment.example', { id: 'dftl', play: false });
  await page.reload();
  await ready(page);
  await expect(page.getByRole('region', { name: 'Translation layer' })).toContainText('DFTL');
  await run(page, 'experiment.leave');
  await page.getByRole('button', { name: 'A database on ext4' }).click();
  await expect(page.getByRole('region', { name: 'The trace' })).toContainText('sqlite-ext4');
  await run(page, 'figures.open', { figure: 'ttflash-tail', form: 'kept' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the page can be installed: its manifest names it, its start and icons that are what it says', async ({
  page,
}) => {
  await visit(page);
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const address = new URL(href ?? '', page.url());
  const manifest = (await (await page.request.get(address.href)).json()) as {
    name: string;
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; type: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Flashlab', display: 'standalone' });
  expect(new URL(manifest.start_url, address).pathname, 'below whatever path it is served').toBe('/some/where/');
  const sizes = manifest.icons.filter(({ purpose }) => purpose === undefined).map(({ sizes: size }) => size);
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  for (const { src, sizes: size, type } of manifest.icons.filter((icon) => icon.type === 'image/png')) {
    const bytes = await (await page.request.get(new URL(src, address).href)).body();
    expect([type, `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`], src).toEqual(['image/png', size]);
  }
});

test('a new version waits until somebody asks for it', async ({ page }) => {
  host.serve('first');
  await visit(page);
  await kept(page);
  host.serve('second');
  await page.reload();
  await ready(page);
  const notice = page.getByRole('status').filter({ hasText: 'A new version is ready.' });
  await expect(notice).toBeVisible({ timeout: 30_000 });
  expect(await versionOf(page), 'nothing has changed yet').toBe('first');
  await notice.getByRole('button', { name: 'Later' }).click();
  await expect(notice).toBeHidden();
  await page.getByRole('button', { name: 'Reload into it' }).click();
  await expect.poll(() => versionOf(page).catch(() => '')).toBe('second');
  await ready(page);
  await expect(page.getByRole('button', { name: 'Reload into it' })).toBeHidden();
});

test('where nothing may be stored the page works, and says that it needs the network', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await visit(page);
  await expect(page.getByText('Needs the network.')).toBeVisible();
  await page.getByRole('button', { name: 'Open the workbench' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

/** The page of a version carries its name. */
const versionOf = (page: Page): Promise<string | null> =>
  page.locator('meta[name="test-version"]').getAttribute('content');
