/** A host as plain as they come: dist/ under a folder, WebAssembly without its media type. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { test } from './page';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface StaticHost {
  /** With the folder, and a slash at its end. */
  address(): string;
  /** Serves a build that differs from dist/ in its page's name. */
  serve(version: string): void;
}

/** Runs while the tests of a file do. */
export function staticHost(folder: string): StaticHost {
  let server: Server;
  let version: string | null = null;

  async function contentsOf(name: string): Promise<Buffer | null> {
    const contents = await readFile(new URL(`../../dist/${name}`, import.meta.url)).catch(() => null);
    if (version === null || contents === null) return contents;
    if (name === 'index.html') return named(contents, version);
    return name === 'service-worker.js' ? relisted(contents, version) : contents;
  }

  test.beforeAll(async () => {
    server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const name = pathname === folder ? 'index.html' : pathname.replace(folder, '');
      const contents = pathname.startsWith(folder) ? await contentsOf(name) : null;
      if (contents === null) return response.writeHead(404).end();
      return response
        .writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' })
        .end(contents);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  test.beforeEach(() => {
    version = null;
  });
  test.afterAll(() => server.close());

  return {
    address: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}${folder}`,
    serve(name) {
      version = name;
    },
  };
}

const named = (page: Buffer, version: string): Buffer =>
  Buffer.from(page.toString().replace('<head>', `<head><meta name="test-version" content="${version}">`));

/** The worker of the changed page: the list of what it keeps has that page's hash. */
async function relisted(worker: Buffer, version: string): Promise<Buffer> {
  const page = await readFile(new URL('../../dist/index.html', import.meta.url));
  const hashOf = (contents: Buffer): string => createHash('sha256').update(contents).digest('base64');
  return Buffer.from(worker.toString().replace(hashOf(page), hashOf(named(page, version))));
}
