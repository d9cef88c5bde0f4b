/** The worker: loads the core, serves one lane. */

import { FIRST_CORE } from './core';
import { createServer } from './server';

const channel = new MessageChannel();
let breathed: () => void = () => {};
channel.port1.onmessage = () => breathed();

/** A message to oneself comes after those already waiting, and is not delayed as timers are. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    breathed = resolve;
    channel.port2.postMessage(null);
  });

const serve = createServer({
  async loadCore() {
    const core =
      self.name === FIRST_CORE ? await import('../pkg-first/first_core.js') : await import('../pkg/sim_core.js');
    await core.default();
    return core;
  },
  post: (message, transfer) => self.postMessage(message, { transfer: transfer ?? [] }),
  breathe,
  now: () => performance.now(),
});

self.onmessage = (event: MessageEvent) => serve(event.data);
