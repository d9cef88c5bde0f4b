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
