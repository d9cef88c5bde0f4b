/** The worker: loads the core, serves one lane. */

import { FIRST_CORE } from './core';
import type { ToWorker } from './protocol';
import { createServer } from './server';
import type { CoreMessage } from './spawn';
import { holdLock, type LockMessage } from './watch';

const channel = new MessageChannel();
let breathed: () => void = () => {};
channel.port1.onmessage = () => breathed();

/** A message to oneself comes after those already waiting, and is not delayed as timers are. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    breathed = resolve;
    channel.port2.postMessage(null);
  });

let takeModule: (module: WebAssembly.Module | null) => void = () => {};
const compiled = new Promise<WebAssembly.Module | null>((resolve) => {
  takeModule = resolve;
});

let memory: WebAssembly.Memory | null = null;

const serve = createServer({
  async loadCore() {
    const core =
      self.name === FIRST_CORE ? await import('../pkg-first/first_core.js') : await import('../pkg/sim_core.js');
    const module = await compiled;
    ({ memory } = await core.default(module ? { module_or_path: module } : undefined));
    return core;
  },
  post: (message, transfer) => self.postMessage(message, { transfer: transfer ?? [] }),
  breathe,
  now: () => performance.now(),
  memory: () => memory,
});

self.onmessage = ({ data }: MessageEvent<ToWorker | CoreMessage | LockMessage>) => {
  if ('lock' in data) holdLock(data);
  else if ('module' in data) takeModule(data.module);
  else serve(data);
};
