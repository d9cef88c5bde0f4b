/** Starting workers. The core is compiled once, and all workers share what came of it. */

import whole_core from '../pkg/sim_core_bg.wasm?url';
import first_core from '../pkg-first/first_core_bg.wasm?url';
import { FIRST_CORE } from './core';
import { watchOver } from './watch';

/** What a worker is told before any question: the compiled core, or null where it has to see for itself. */
export interface CoreMessage {
  module: WebAssembly.Module | null;
}

const compiled = new Map<string, Promise<WebAssembly.Module | null>>();

/** A way to start workers of this name. The core, most of what a visit transfers, is fetched when `begins` resolves. */
export const spawn = (name: string, begins: Promise<void>) => (): Worker => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });
  watchOver(worker);
  void begins
    .then(() => compiledOnce(name === FIRST_CORE ? first_core : whole_core))
    .then((module) => {
      const message: CoreMessage = { module };
      worker.postMessage(message);
    });
  return worker;
};

function compiledOnce(url: string): Promise<WebAssembly.Module | null> {
  const module = compiled.get(url) ?? compile(url);
  compiled.set(url, module);
  return module;
}

/** The worker that fetches it itself is the one that can say what is wrong. */
const compile = (url: string): Promise<WebAssembly.Module | null> =>
  WebAssembly.compileStreaming(fetch(url)).catch(() => {
    compiled.delete(url);
    return null;
  });
