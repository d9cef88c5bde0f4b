/** Reading the address of a trace that is looked at: `url-state.ts` writes it. */

import { numberFrom, pairsOf, WINDOW_NAMES } from '../url-state';
import type { TraceAddress } from './state';

/** Reads the hash of a trace; throws `UrlError` where it cannot be read. */
export function decodeTraceAddress(hash: string): TraceAddress {
  const pairs = pairsOf(hash, ['trace', 'device', ...WINDOW_NAMES.map(([word]) => word)]);
  const whole = (name: string): number => numberFrom(name, pairs.get(name) ?? '', Number.isSafeInteger);
  const [from_ns = 0, to_ns = 0, first_sector = 0, end_sector = 0] = pairs.has('from')
    ? WINDOW_NAMES.map(([word]) => whole(word))
    : [];
  return {
    name: pairs.get('trace') ?? '',
    device: pairs.has('device') ? whole('device') : null,
    window: pairs.has('from') ? { from_ns, to_ns, first_sector, end_sector } : null,
  };
}
