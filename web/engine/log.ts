/**
 * The operation log, collected in the worker piece by piece: the bytes of `flashlab log`.
 *
 * A tab has no room for a log of any size. What is too long is written again up to the request until which it fits, so that it is whole as
 * far as it goes.
 */

import type { SessionFigures } from './core';
import { readFailure } from './failure';
import type { Ask, LogFormat, OperationLog } from './protocol';

/** The longest log that is kept in the tab. */
export const LOG_BYTES_MAX = 256 << 20;
/** How long a piece may keep the worker from its messages. */
const SLICE_MS = 24;

const TYPES: Readonly<Record<LogFormat, string>> = { csv: 'text/csv', chrome: 'application/json' };

type Logging = Pick<SessionFigures, 'log_begin' | 'log_step' | 'log_progress' | 'log_written_before' | 'log_cancel'>;

export interface Surroundings {
  /** Lets messages in; throws if one of them called the log off. */
  pause: () => Promise<void>;
  tell: (done: number, total: number) => void;
}

export async function collectLog(
  session: Logging,
  { format, from_request, to_request }: Extract<Ask, { type: 'log' }>,
  surroundings: Surroundings,
  bytes_max = LOG_BYTES_MAX,
): Promise<OperationLog> {
  try {
    const written = await collect(session, format, from_request, to_request, surroundings, bytes_max);
    if (written.pieces) return { file: fileOf(written.pieces, format), cut_at: null };
    const again = await collect(session, format, from_request, written.fits, surroundings, Number.POSITIVE_INFINITY);
    return { file: fileOf(again.pieces ?? [], format), cut_at: written.fits };
  } catch (thrown) {
    if (readFailure(thrown).kind !== 'trap') session.log_cancel();
    throw thrown;
  }
}

const fileOf = (pieces: BlobPart[], format: LogFormat): Blob => new Blob(pieces, { type: TYPES[format] });

/** The log in pieces; or, where it does not fit, up to which request it does. */
async function collect(
  session: Logging,
  format: LogFormat,
  from: number,
  to: number | null,
  { pause, tell }: Surroundings,
  bytes_max: number,
): Promise<{ pieces: Blob[] } | { pieces: null; fits: number }> {
  session.log_begin(format, from, to);
  const pieces: Blob[] = [];
  let bytes = 0;
  let fits = from;
  for (let piece = session.log_step(SLICE_MS); piece; piece = session.log_step(SLICE_MS)) {
    bytes += piece.byteLength;
    if (bytes > bytes_max) return { pieces: null, fits };
    fits = session.log_written_before();
    // As a blob the browser may keep it elsewhere than in memory.
    if (piece.byteLength > 0) pieces.push(new Blob([new Uint8Array(piece)]));
    const [done = 0, total = 0] = session.log_progress();
    tell(done, total);
    await pause();
  }
  return { pieces };
}
