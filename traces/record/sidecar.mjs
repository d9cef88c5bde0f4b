// node sidecar.mjs TRACE SOURCE PAGE_BYTES JOURNAL_FIRST_BYTE JOURNAL_BYTES TOOL=VERSION...: writes TRACE.json.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const [file, source, pageBytes, journalFirstByte, journalBytes, ...versions] = process.argv.slice(2);
const sidecar = {
  source,
  sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
  page_bytes: Number(pageBytes),
  journal: { first_byte: Number(journalFirstByte), bytes: Number(journalBytes) },
  versions: Object.fromEntries(versions.map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
};
writeFileSync(`${file}.json`, `${JSON.stringify(sidecar, null, 2)}\n`);
