// Running other programs: where, with which PATH, and what becomes of their output, exit code and signals.
// The set-up speaks on stderr only, so that stdout holds nothing but results.

import { spawn, spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteFailure } from './record.mjs';

const projectDirectory = fileURLToPath(new URL('../../', import.meta.url));

/** An absolute path from one relative to the project. */
export const projectPath = (...parts) => join(projectDirectory, ...parts);

/** Something the person at the keyboard can mend: shown as one line, without a stack. */
export class SetupError extends Error {}

const searchPath = [
  projectPath('.tools', 'bin'),
  projectPath('node_modules', '.bin'),
  process.env.PATH,
  join(homedir(), '.cargo', 'bin'), // rustup's own place, for a shell opened before rustup was installed
].join(delimiter);

const environment = (extra) => ({ ...process.env, PATH: searchPath, ...extra });

/** Runs a program, its output on stderr. Throws if it fails or is not there. */
export async function run(command, args, { cwd = projectDirectory, env = {} } = {}) {
  const child = spawn(command, args, { cwd, env: environment(env), stdio: ['ignore', process.stderr, process.stderr] });
  const { code, signal, interruptedBy } = await ended(child, command);
  if (interruptedBy) dieOf(interruptedBy);
  if (code !== 0)
    throw new SetupError(`\`${[command, ...args].join(' ')}\` ended with ${signal ?? `exit code ${code}`}`);
}

/** What a program prints, trimmed, or null if it fails or is not there. */
export function capture(command, args, { env = {} } = {}) {
  const result = spawnSync(command, args, { cwd: projectDirectory, env: environment(env), encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : null;
}

/**
 * Runs a program with its output shown and, both streams in one, returned as well; coloured for a terminal only. With `atEnd`, stdout is
 * shown when the program has ended, so that it stands together when others run beside it.
 */
export async function runAndRead(command, args, { cwd = projectDirectory, env = {}, atEnd = false } = {}) {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1', CARGO_TERM_COLOR: 'always' } : { NO_COLOR: '1' };
  const child = spawn(command, args, {
    cwd,
    env: environment({ ...colour, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let held = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
    if (atEnd) held += text;
    else process.stdout.write(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output += text;
    process.stderr.write(text);
  });
  const { code, interruptedBy } = await ended(child, command);
  process.stdout.write(held);
  if (interruptedBy) dieOf(interruptedBy);
  return { succeeded: code === 0, output };
}

/** Becomes another program, as far as its caller can tell: same terminal, signals passed on, same end. */
export async function handOver(command, args, { cwd = projectDirectory } = {}) {
  const child = spawn(command, args, { cwd, env: environment(), stdio: 'inherit' });
  const { code, signal } = await ended(child, command);
  if (signal) dieOf(signal);
  else process.exitCode = code;
}

/** Runs an entry script; what went wrong is one line and exit code 1. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof SetupError ? `flashlab: ${error.message}` : error);
    noteFailure(basename(process.argv[1]), [error.message]);
    process.exitCode = 1;
  }
}

/** Waits for a program and meanwhile passes signals on to it, so that it is never left behind. */
function ended(child, command) {
  let interruptedBy = null;
  const passOn = (signal) => {
    interruptedBy = signal;
    child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, passOn);
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new SetupError(`cannot start \`${command}\`: ${error.message}`)));
    child.on('close', (code, signal) => resolve({ code, signal, interruptedBy }));
  }).finally(() => {
    for (const signal of signals) process.off(signal, passOn);
  });
}

const dieOf = (signal) => process.kill(process.pid, signal);
