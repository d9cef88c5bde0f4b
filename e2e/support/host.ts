/** A page of another origin that holds stages in frames, as a course page does. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Host {
  origin: string;
  close: () => Promise<void>;
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A course page</title>
<link rel="icon" href="data:,"></head><body><h1>A course page</h1><div id="left"></div><div id="right"></div></body></html>`;

/** Serves that page, at any path, on a port of its own. */
export async function startHost(): Promise<Host> {
  const server: Server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
