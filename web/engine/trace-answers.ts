/** The worker's answers about a trace that it has read, before anything runs: what it is in a window, on a device, and written down. */

import type { Core, CoreSession, SessionTraces } from './core';
import type { Answers, MappedFootprint, TraceChoice, TraceWindow } from './protocol';
import type { TraceAsk } from './trace-ask';

export interface TraceAnswering {
  core: Core;
  session: CoreSession & Partial<SessionTraces>;
  /** Where a trace stands among those read. */
  traceIndex: (choice: TraceChoice | null) => number | undefined;
  /** Between slices: lets messages in, and throws if one called the question off. */
  pause: () => Promise<void>;
  tell: (done: number, total: number) => void;
}

/** How long a slice may keep the worker from its messages. */
const SLICE_MS = 24;

/** Mappings that change addresses, in the order in which they are offered. */
const MAPPINGS = ['exact', 'fold', 'compact', 'scale', 'cut'] as const;

export async function answerTrace(
  { core, session, traceIndex, pause, tell }: TraceAnswering,
  ask: TraceAsk,
): Promise<Answers[TraceAsk['type']]> {
  if (!core.trace_formats_written || !hasTraces(session))
    throw new Error('this core was built without overviews of traces');
  if (ask.type === 'trace-formats') return JSON.parse(core.trace_formats_written());
  if (ask.type === 'trace-sheet') return JSON.parse(session.sheet());
  if (ask.type === 'trace-sheet-read') return JSON.parse(session.sheet_read(ask.columns));
  if (ask.type === 'trace-generated')
    return JSON.parse(session.overview_generated(JSON.stringify(ask.document), ask.most));
  const index = traceIndex(ask.trace) ?? 0;
  const { device } = ask.trace;
  const window = windowText(ask.window);
  switch (ask.type) {
    case 'trace-overview': {
      session.overview_begin(index, device, window);
      while (!session.overview_step(SLICE_MS)) {
        const [done = 0, total = 0] = session.overview_progress();
        tell(done, total);
        await pause();
      }
      return JSON.parse(session.overview_finish());
    }
    case 'trace-mapped': {
      const found: MappedFootprint[] = [];
      for (const mode of MAPPINGS) {
        found.push(JSON.parse(session.overview_mapped(index, device, window, mode, JSON.stringify(ask.document))));
        await pause();
      }
      return found;
    }
    case 'trace-save': {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      const take = (piece: Uint8Array<ArrayBuffer>): void => void pieces.push(piece);
      const document = ask.document && JSON.stringify(ask.document);
      const [notes, losses]: [string[], string[]] = JSON.parse(
        session.trace_write(index, device, window, ask.format, document, take),
      );
      return { file: new Blob(pieces, { type: 'text/plain' }), notes, losses };
    }
  }
}

/** No window is all of a trace. */
const windowText = (window: TraceWindow | null): string => JSON.stringify(window ?? {});

const hasTraces = (session: TraceAnswering['session']): session is CoreSession & SessionTraces =>
  session.overview_begin !== undefined;
