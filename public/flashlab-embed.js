/**
 * Puts Flashlab's stage into a page and controls it. Import or copy it:
 *
 *   import { embed } from './flashlab-embed.js';
 *   const stage = await embed(element, { base: 'https://HOST/flashlab/', example: 'fast' });
 *   await stage.goTo({ request: 42 }); // 'start', 'end', { operation: 90 }
 *   await stage.step('gc', -1); // back one
 *   await stage.set({ 'ftl.log_blocks': 4 }); // or an experiment; the run begins anew
 *   stage.on('changed', (state) => …); // returns what ends it
 *
 * Options: `example`, `experiment`, `link`; `base` (where this file is); `width`, `height` (CSS, from 480 × 320 px);
 * `theme`, 'light' or 'dark'; `title`; `timeout` in seconds. Methods resolve with the state: request, operation,
 * playing, ended, headline, experiment, readings ('erases', 'write-amplification' …), lesson; picture() with a PNG.
 * They reject with message, field, expected. A Content-Security-Policy must allow script and frame.
 */
export async function embed(element, options = {}) {
  const { base = new URL('./', import.meta.url), example = 'toy', experiment, link, theme } = options;
  const { width = '100%', height = '420px', title = 'Flashlab', timeout = 30 } = options;
  if (origin === 'null') throw new Error('A page opened as a file controls no frame: serve it over HTTP.');
  const url = new URL(link ?? base, base);
  if (!link) url.hash = `v=1&${experiment ? pairs(experiment) : `example=${example}`}`;
  url.search = new URLSearchParams({ embed: 1, origin, ...(theme && { theme }) });
  const frame = Object.assign(document.createElement('iframe'), { title, src: url });
  Object.assign(frame.style, { width, height, border: 0 });
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  const waiting = new Map();
  const listeners = { changed: new Set() };
  let asked = 0;

  function receive({ source, origin, data }) {
    if (source !== frame.contentWindow || origin !== url.origin || data?.flashlab !== 1) return;
    if (data.type === 'changed') for (const listener of listeners.changed) listener(data.state);
    else waiting.get(data.id)?.(data);
  }

  const ask = (type, fields) =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      const end = ({ ok, state, picture, error }) => {
        clearTimeout(timer);
        waiting.delete(id);
        if (ok) resolve(picture ?? state);
        else reject(Object.assign(new Error(), error));
      };
      const fail = (message) => end({ error: { message } });
      const timer = setTimeout(fail, timeout * 1e3, `${url.origin} did not answer "${type}" in ${timeout} seconds.`);
      waiting.set(id, end);
      if (frame.isConnected)
        loaded.then(() => frame.contentWindow?.postMessage({ flashlab: 1, id, type, ...fields }, url.origin));
      else fail(CLOSED);
    });

  const stage = {
    frame,
    state: () => ask('state'),
    play: (speed) => ask('play', { speed }),
    pause: () => ask('pause'),
    step: (unit, count) => ask('step', { unit, count }),
    goTo: (to) => ask('goTo', { to }),
    set: (set) => ask('set', { set }),
    example: (example) => ask('example', { example }),
    lesson: (lesson, step) => ask('lesson', { lesson, step }),
    picture: () => ask('picture'),
    on(event, listener) {
      listeners[event].add(listener);
      return () => listeners[event].delete(listener);
    },
    close() {
      frame.remove();
      removeEventListener('message', receive);
      for (const end of waiting.values()) end({ error: { message: CLOSED } });
    },
  };
  addEventListener('message', receive);
  element.append(frame);
  await stage.state().catch((error) => {
    stage.close();
    throw error;
  });
  return stage;
}

const CLOSED = 'The stage is closed.';

/** An experiment as an address has it: `ftl.kind="dftl"&…`. */
const pairs = (value, path = '') =>
  Object.entries(value)
    .map(([key, inner]) => {
      if (inner?.constructor === Object) return pairs(inner, `${path}${key}.`);
      return `${path}${key}=${encodeURIComponent(JSON.stringify(inner))}`;
    })
    .join('&');
