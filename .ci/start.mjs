// npm start [-- --port N]: everything from a fresh clone to a page in the browser.

import { parseArgs } from 'node:util';
import { main, projectPath, SetupError } from './setup/commands.mjs';
import { buildPage } from './setup/page.mjs';

const usualPort = 4173;

main(async () => {
  const port = requestedPort();
  await buildPage();
  console.log(`Flashlab is at ${await serve(port)} (Ctrl-C stops it)`);
});

function requestedPort() {
  const text = options().port;
  if (text === undefined) return null;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new SetupError(`--port is ${text}, expected a number from 1 to 65535`);
}

function options() {
  try {
    return parseArgs({ options: { port: { type: 'string' } } }).values;
  } catch (error) {
    throw new SetupError(`${error.message}; the only option is --port N`);
  }
}

/** Serves dist/ to this machine alone: on the port asked for, or else the usual one or the next free one after it. */
async function serve(port) {
  const { preview } = await import('vite');
  try {
    const server = await preview({
      configFile: projectPath('vite.config.ts'),
      preview: { host: '127.0.0.1', port: port ?? usualPort, strictPort: port !== null },
    });
    return server.resolvedUrls.local[0];
  } catch (error) {
    throw new SetupError(`cannot serve the page: ${error.message}`);
  }
}
