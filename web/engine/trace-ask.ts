/** Questions about a trace that was read. What answers them is loaded with the first. */

import type { Ask } from './protocol';

export type TraceAsk = Extract<Ask, { type: `trace-${string}` }>;

export const isTraceAsk = (ask: Ask): ask is TraceAsk => ask.type.startsWith('trace-');
