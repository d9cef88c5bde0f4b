/** Turning whatever was thrown into a `Failure`, and carrying one where an error is wanted. */

import type { Failure } from './protocol';

/** A `Failure` on its way through promises. */
export class EngineError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.text);
  }
}

export const failureOf = (kind: Failure['kind'], text: string): Failure => ({ kind, text, field: null, nearest: null });

/** A word for a question that was called off, by the user or by a newer one. */
export const cancelled = (): Failure => failureOf('cancelled', 'Stopped.');

/** Whether the worker is of no use after this, and its device is gone. */
export const endsWorker = ({ kind }: Failure): boolean => kind === 'trap' || kind === 'memory' || kind === 'unloaded';

/**
 * What is told of a `trap` where `memory`, the core's, could get no larger: an allocation that fails ends an instance as any error of its own does. Asks for as much
 * again as there is, since what grows doubles; the instance is dead, and nobody minds if it is given.
 */
export function toldOfMemory(trap: Failure, memory: WebAssembly.Memory | null): Failure {
  if (!memory || canDouble(memory)) return trap;
  const mebibytes = Math.round(memory.buffer.byteLength / 2 ** 20);
  const text = `The simulator ran out of memory: it had ${mebibytes} MiB and could get no more. A smaller device, fewer requests or a shorter trace take less; the command line can use all of this machine’s memory.`;
  return failureOf('memory', text);
}

const WASM_PAGE_BYTES = 2 ** 16;

function canDouble(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(memory.buffer.byteLength / WASM_PAGE_BYTES);
    return true;
  } catch {
    return false;
  }
}

/** The core throws refusals as JSON text; anything else thrown means that the instance is dead. */
export function readFailure(thrown: unknown): Failure {
  if (thrown instanceof EngineError) return thrown.failure;
  if (typeof thrown === 'string') return parsed(thrown) ?? failureOf('run', thrown);
  return failureOf('trap', `The simulator stopped: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
}

function parsed(text: string): Failure | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('text' in value)) return null;
    return { ...failureOf('run', ''), ...(value as Partial<Failure>) };
  } catch {
    return null;
  }
}
