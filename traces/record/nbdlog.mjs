// Reads the log of nbdkit's log filter. A request is two lines, matched by its id, and others may stand between them:
//   2026-01-01 00:00:00.000100 connection=1 Write id=7 offset=0x1000 count=0x2000 fua=0 ...
//   2026-01-01 00:00:00.000150 connection=1 ...Write id=7 return=0 (Success)

const LINE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})\.(\d{6}) connection=(\d+) (\.{3})?(\w+)(.*)$/;
const OPS = { Read: 'Read', Write: 'Write', Flush: 'Flush', Trim: 'Trim' };
const NOT_REQUESTS = new Set(['Connect', 'Disconnect', 'Extents']);

/** Microseconds since 1970 of a log line's date, time and fraction; nbdkit must run with TZ=UTC. */
const microseconds = (date, time, fraction) => Date.parse(`${date}T${time}Z`) * 1000 + Number(fraction);

const field = (rest, name) => new RegExp(` ${name}=(\\S+)`).exec(rest)?.[1];

/**
 * Requests of one connection in the order of their arrival:
 * { time_us, op, offset, bytes, response_us }; a Flush has offset and bytes 0.
 * Throws, naming the line, at what a trace could not say truly: Zero, FUA writes, failed or unanswered requests.
 */
export function parseNbdLog(text, connection = '1') {
  const requests = [];
  const open = new Map();
  text.split('\n').forEach((line, index) => {
    const match = LINE.exec(line);
    if (match === null || match[4] !== connection || NOT_REQUESTS.has(match[6])) return;
    const [, date, time, fraction, , isReturn, action, rest] = match;
    const refuse = (why) => {
      throw new Error(`log line ${index + 1}: ${why}: ${line}`);
    };
    if (OPS[action] === undefined) refuse(`no place in a trace for ${action}`);
    const time_us = microseconds(date, time, fraction);
    const id = field(rest, 'id');
    if (isReturn) {
      if (field(rest, 'return') !== '0') refuse('a failed request');
      const request = open.get(id) ?? refuse('an answer to nothing');
      request.response_us = time_us - request.time_us;
      open.delete(id);
      return;
    }
    if (field(rest, 'fua') === '1') refuse('a write with FUA set');
    const request = {
      time_us,
      op: OPS[action],
      offset: Number(field(rest, 'offset') ?? 0),
      bytes: Number(field(rest, 'count') ?? 0),
      response_us: 0,
    };
    open.set(id, request);
    requests.push(request);
  });
  if (open.size > 0) throw new Error(`log ends with ${open.size} request(s) unanswered`);
  // Two threads may stamp their lines in one order and write them in the other.
  return requests.sort((a, b) => a.time_us - b.time_us);
}
