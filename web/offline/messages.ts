/** What page and service worker know of each other. The worker takes only types from here: it is one file that imports nothing. */

/** What the page says to the worker. `take-over`: the new version is to serve from now on. */
export type PageMessage = 'take-over';

/** The worker's file, beside the page. */
export const WORKER_FILE = 'service-worker.js';
