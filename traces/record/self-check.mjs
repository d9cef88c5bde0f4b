// The converter on a log of a few lines: record.sh runs this before it records anything.
import assert from 'node:assert/strict';
import { FORMATS } from './formats.mjs';
import { parseNbdLog } from './nbdlog.mjs';
import { inJournal, parsePhases, summarize } from './summary.mjs';

const at = (fraction, rest) => `2026-01-01 00:00:01.${fraction} connection=1 ${rest}`;
const log = [
  '2026-01-01 00:00:00.000000 Ready thread_model=3',
  at('000000', 'Connect export="" tls=0 size=0x100000 write=1 flush=1'),
  at('000100', 'Write id=1 offset=0x1000 count=0x2000 fua=0 ...'),
  at('000120', 'Read id=2 offset=0x0 count=0x200 ...'),
  at('000150', '...Write id=1 return=0 (Success)'),
  at('000160', '...Read id=2 return=0 (Success)'),
  at('000200', 'Flush id=3 ...'),
  at('000210', '...Flush id=3 return=0 (Success)'),
  at('000300', 'Trim id=4 offset=0x8000 count=0x10000 fua=0 ...'),
  at('000310', '...Trim id=4 return=0 (Success)'),
  '2026-01-01 00:00:02.000000 connection=2 Read id=1 offset=0x0 count=0x200 ...',
];
const requests = parseNbdLog(log.join('\n'));

assert.deepEqual(FORMATS.msr.lines(requests), [
  '134116992010001000,guest,0,Write,4096,8192,500',
  '134116992010001200,guest,0,Read,0,512,400',
  '134116992010002000,guest,0,Flush,0,0,100',
  '134116992010003000,guest,0,Trim,32768,65536,100',
]);
assert.deepEqual(FORMATS.spc.lines(requests.slice(0, 2)), ['0,8,8192,w,0.000000', '0,0,512,r,0.000020']);

const phases = parsePhases('1767225601.000050 phase: data\n1767225601.000150 phase: flush\n1767225601.0 noise\n');
const journal = { first_byte: 0x2000, bytes: 0x8000 };
assert.match(summarize(requests, phases, journal)[2], /^flush +0\.0 +0 +0 +1 +1 /);
assert.equal(inJournal(requests[0], journal), 0x1000);

const refused = (line, why) => assert.throws(() => parseNbdLog([...log.slice(0, 3), line].join('\n')), why);
refused(at('000200', 'Zero id=9 offset=0x0 count=0x1000 may_trim=1 fua=0 fast=0 ...'), /log line 4: no place .* Zero/);
refused(at('000200', 'Write id=9 offset=0x0 count=0x1000 fua=1 ...'), /FUA/);
refused(at('000200', '...Write id=1 return=-1 error=EIO'), /failed/);
refused('', /1 request\(s\) unanswered/);
