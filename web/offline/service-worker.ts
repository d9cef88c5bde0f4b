/**
 * The service worker: keeps the files of a build, so that the page opens without network, and answers from them.
 *
 * Files are kept under their path and a hash of their contents: two versions share what is the same, and a version is complete before it serves. A new one waits
 * until the page asks it to take over, so that nothing changes under somebody who works.
 */

import type { PageMessage } from './messages';

/** The files of this build: path from the worker's folder, and SHA-256 in base64. Written in by `vite.config.ts`; the page itself is the empty path. */
declare const KEPT_FILES: Readonly<Record<string, string>>;

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerEvents {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: FetchEvent;
  message: MessageEvent<unknown>;
}

/** The part of `ServiceWorkerGlobalScope` that is used: its types do not go together with the page's. */
interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; matchAll(options: { type: 'window' }): Promise<readonly unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}

const worker = self as unknown as Scope;
const TAKE_OVER: PageMessage = 'take-over';
const root = worker.registration.scope;
/** Of this copy of the page: another folder of the same host may hold another one. */
const cache = caches.open(`flashlab ${root}`);
const keyOf = (path: string, hash: string): string => `${root}${path}?${hash}`;

/** One file after another: whatever the page loads meanwhile comes first. */
async function keepFiles(): Promise<void> {
  const kept = new Set((await (await cache).keys()).map(({ url }) => url));
  for (const [path, hash] of Object.entries(KEPT_FILES)) {
    const key = new URL(keyOf(path, hash)).href;
    if (kept.has(key)) continue;
    const has_hashed_name = path.startsWith('assets/');
    const response = await fetch(root + path, {
      integrity: `sha256-${hash}`,
      cache: has_hashed_name ? 'default' : 'no-cache',
    });
    if (!response.ok) throw new Error(`${path}: the server said ${response.status}`);
    await (await cache).put(key, response);
  }
}

async function takeOver(): Promise<void> {
  await worker.clients.claim();
  const pages = await worker.clients.matchAll({ type: 'window' });
  // Other tabs were opened with the version before, and still load parts of it.
  if (pages.length > 1) return;
  const current = new Set(Object.entries(KEPT_FILES).map(([path, hash]) => new URL(keyOf(path, hash)).href));
  for (const request of await (await cache).keys()) if (!current.has(request.url)) await (await cache).delete(request);
}

/** The path of a file of this page; null for all else. */
function pathOf({ method, url }: Request): string | null {
  if (method !== 'GET' || !url.startsWith(root)) return null;
  const path = decodeURIComponent(new URL(url).pathname.slice(new URL(root).pathname.length));
  return path === 'index.html' ? '' : path;
}

async function answer(request: Request, path: string): Promise<Response> {
  const hash = KEPT_FILES[path];
  const kept =
    hash === undefined
      ? await (await cache).match(root + path, { ignoreSearch: true })
      : await (await cache).match(keyOf(path, hash));
  return kept ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(keepFiles()));
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()));
worker.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void worker.skipWaiting();
});
worker.addEventListener('fetch', (event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(answer(event.request, path));
});
