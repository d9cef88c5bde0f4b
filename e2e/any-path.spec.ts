import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { expect, test } from './support/page';

const folder = '/some/where/';
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

let server: Server;

/** A host as plain as they come: dist/ under a folder, WebAssembly without its media type. */
test.beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname === folder ? 'index.html' : pathname.replace(folder, '');
    const contents = await readFile(new URL(`../dist/${name}`, import.meta.url)).catch(() => null);
    if (!pathname.startsWith(folder) || contents === null) return response.writeHead(404).end();
    return response
      .writeHead(200, { 'Content-Type': types[extname(name)] ?? 'application/octet-stream' })
      .end(contents);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
test.afterAll(() => server.close());

test('the built page works from a folder of any static host', async ({ page }) => {
  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url());
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`);
  await expect(page.locator('#version')).toHaveText(/^\d+\.\d+\.\d+$/);
  expect(missing).toEqual([]);
});
