// What a trace holds, phase by phase. A phases file has a line `SECONDS phase: NAME` for each, on the log's clock.

const MIB = 1024 * 1024;
const COLUMNS = ['phase', 'from s', 'reads', 'writes', 'flushes', 'trims', 'MiB read', 'MiB written', 'MiB journal', 'MiB trimmed'];

export function parsePhases(text) {
  return [...text.matchAll(/^(\d+\.\d+) phase: (\S+)$/gm)].map(([, seconds, name]) => ({
    name,
    time_us: Math.round(Number(seconds) * 1e6),
  }));
}

/** Bytes of a request in the journal's extent. */
export const inJournal = ({ offset, bytes }, { first_byte, bytes: length }) =>
  Math.max(0, Math.min(offset + bytes, first_byte + length) - Math.max(offset, first_byte));

function row(name, from_s, requests, journal) {
  const of = (op) => requests.filter((request) => request.op === op);
  const mib = (op) => (of(op).reduce((sum, { bytes }) => sum + bytes, 0) / MIB).toFixed(1);
  const journaled = of('Write').reduce((sum, request) => sum + inJournal(request, journal), 0);
  const counts = ['Read', 'Write', 'Flush', 'Trim'].map((op) => String(of(op).length));
  return [name, from_s, ...counts, mib('Read'), mib('Write'), (journaled / MIB).toFixed(1), mib('Trim')];
}

/** Lines: a table with a row for each phase and one for all, then the number of requests and their span. */
export function summarize(requests, phases, journal) {
  const start_us = requests[0].time_us;
  const seconds = (time_us) => (Math.max(0, time_us - start_us) / 1e6).toFixed(1);
  const rows = phases.map(({ name, time_us }, i) => {
    const end_us = phases[i + 1]?.time_us ?? Infinity;
    return row(name, seconds(time_us), requests.filter((r) => r.time_us >= time_us && r.time_us < end_us), journal);
  });
  const table = [COLUMNS, ...rows, row('all', '', requests, journal)];
  const widths = COLUMNS.map((_, c) => Math.max(...table.map((cells) => cells[c].length)));
  const line = (cells) => cells.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join('  ');
  return [...table.map(line), `${requests.length} requests in ${seconds(requests.at(-1).time_us)} s`];
}
