// What a first visit transfers until the start page is usable: scripts, styles and the first core of dist/, gzipped, against
// the budget. Everything else comes when it is wanted, and is told beside.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstVisit } from './first-visit.mjs';

const budgetBytes = 350_000;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

const files = readdirSync('dist', { recursive: true }).filter((name) => /\.(js|css|wasm)$/.test(name));
const first = firstVisit(files, (name) => readFileSync(join('dist', name), 'utf8'));
const sizes = files.map((name) => ({ name, bytes: gzipSync(readFileSync(join('dist', name)), { level: 9 }).length }));
for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
  console.log(`${kilobytes(bytes).padStart(10)}  ${first.has(name) ? name : `${name} (later)`}`);

const total = sizes.filter(({ name }) => first.has(name)).reduce((sum, { bytes }) => sum + bytes, 0);
console.log(`${kilobytes(total).padStart(10)}  of ${kilobytes(budgetBytes)}, gzipped, without what comes later`);
if (total > budgetBytes) {
  console.error(`dist is ${kilobytes(total - budgetBytes)} over its budget`);
  process.exitCode = 1;
}
