// Running what a checkout has built with --release, to be compared with that of another: by `same-results.mjs` and `same-cost.mjs`.

import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { SetupError } from './commands.mjs';

/** A program of a checkout to its end, by itself or through another that watches it: its status and what it prints. One that cannot be started is an error. */
export async function released(root, [program, ...args], { input = '', through = [] } = {}) {
  const path = resolve(root, 'sim-core', 'target', 'release', program);
  const [command, ...rest] = [...through, path, ...args];
  const child = spawn(command, rest);
  const status = new Promise((done, fail) => {
    child.on('error', (error) => fail(new SetupError(`${command}: ${error.message}`)));
    child.on('close', done);
  });
  child.stdin.on('error', () => {}); // of a program that ends before it has read everything: its status tells
  child.stdin.end(input);
  const [ended, stdout, stderr] = await Promise.all([status, text(child.stdout), text(child.stderr)]);
  return { status: ended, stdout, stderr };
}

/** What a program of a checkout prints; one that fails is an error. */
export async function printed(root, command, options) {
  const { status, stdout, stderr } = await released(root, command, options);
  if (status !== 0) throw new SetupError(`${command.join(' ')}, in ${root}: ${stderr}`);
  return { stdout, stderr };
}
