// Requests as text: for each format the operations it has a word for, and the lines of a list of them.

const FILETIME_TICKS_AT_1970 = 116_444_736_000_000_000n;
const HOSTNAME = 'guest';
const SECTOR_BYTES = 512;

/** MSR-Cambridge CSV: FILETIME ticks of 100 ns, bytes; Flush and Trim beside Read and Write. */
const msrLines = (requests) =>
  requests.map(({ time_us, op, offset, bytes, response_us }) => {
    const ticks = BigInt(time_us) * 10n + FILETIME_TICKS_AT_1970;
    return `${ticks},${HOSTNAME},0,${op},${offset},${bytes},${response_us * 10}`;
  });

/** SPC: sectors for the address, bytes for the size, seconds since the first line. */
const spcLines = (requests) =>
  requests.map(({ time_us, op, offset, bytes }) => {
    if (offset % SECTOR_BYTES !== 0) throw new Error(`offset ${offset} is not a multiple of ${SECTOR_BYTES}`);
    const elapsed_us = time_us - requests[0].time_us;
    const seconds = `${Math.floor(elapsed_us / 1e6)}.${String(elapsed_us % 1e6).padStart(6, '0')}`;
    return `0,${offset / SECTOR_BYTES},${bytes},${op === 'Read' ? 'r' : 'w'},${seconds}`;
  });

export const FORMATS = {
  msr: { ops: ['Read', 'Write', 'Flush', 'Trim'], lines: msrLines },
  spc: { ops: ['Read', 'Write'], lines: spcLines },
};
