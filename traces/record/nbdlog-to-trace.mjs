// node nbdlog-to-trace.mjs msr|spc LOG PHASES TRACE JOURNAL_FIRST_BYTE JOURNAL_BYTES: the log as a trace; the summary goes to
// stdout.
import { readFileSync, writeFileSync } from 'node:fs';
import { FORMATS } from './formats.mjs';
import { parseNbdLog } from './nbdlog.mjs';
import { parsePhases, summarize } from './summary.mjs';

const [formatName, logFile, phasesFile, traceFile, journalFirstByte, journalBytes] = process.argv.slice(2);
const format = FORMATS[formatName];
if (format === undefined || journalBytes === undefined) {
  console.error('usage: node nbdlog-to-trace.mjs msr|spc LOG PHASES TRACE JOURNAL_FIRST_BYTE JOURNAL_BYTES');
  process.exit(2);
}
const journal = { first_byte: Number(journalFirstByte), bytes: Number(journalBytes) };
const phases = parsePhases(readFileSync(phasesFile, 'utf8'));
// Before the first phase the BIOS and the kernel look for a boot sector and for partitions: no part of the workload.
const recorded = parseNbdLog(readFileSync(logFile, 'utf8')).filter(({ time_us }) => time_us >= phases[0].time_us);
const kept = recorded.filter(({ op }) => format.ops.includes(op));
writeFileSync(traceFile, `${format.lines(kept).join('\n')}\n`);
console.log(summarize(kept, phases, journal).join('\n'));
if (kept.length < recorded.length) {
  console.log(`${recorded.length - kept.length} requests left out, for which the format has no word (flushes, trims)`);
}
