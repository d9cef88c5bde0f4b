/** Small traces in the formats people bring: a request a millisecond, mostly writes. */

const FIRST_TICK = 128166372003061629n;
const TICKS_A_MS = 10_000n;
const KIB = 1024;

/** MSR Cambridge: timestamp in 100 ns, host, disk, what, offset, size, response. */
export const msrText = (requests: number, disk = 0): string =>
  lines(requests, (at) => {
    const time = FIRST_TICK + BigInt(at) * TICKS_A_MS;
    return `${time},host,${disk},${at % 5 === 4 ? 'Read' : 'Write'},${offsetOf(at)},${4 * KIB},1000`;
  });

/** SPC: unit, sector, bytes, what, seconds. */
export const spcText = (requests: number): string =>
  lines(requests, (at) => `0,${offsetOf(at) / 512},${4 * KIB},${at % 5 === 4 ? 'r' : 'w'},${(at / 1000).toFixed(6)}`);

/** A few thousand places, none far from the others. */
const offsetOf = (at: number): number => ((at * 37) % 4093) * 4 * KIB;

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');
