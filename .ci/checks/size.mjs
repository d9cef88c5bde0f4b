// What a first visit transfers until the start page is usable: scripts, styles and the first core of dist/, gzipped, against
// the budget. The whole core, the stages of layers with their charts, and the papers' figures come later; they are told beside.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const budgetBytes = 350_000;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;

const files = readdirSync('dist', { recursive: true }).filter((name) => /\.(js|css|wasm)$/.test(name));
const sizes = files.map((name) => ({ name, bytes: gzipSync(readFileSync(join('dist', name)), { level: 9 }).length }));
for (const { name, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
  console.log(`${kilobytes(bytes).padStart(10)}  ${name}`);

const isLater = ({ name }) =>
  /(^|\/)(sim_core|stages|gantt|stripes|host-map|ghosts|figures|unwatched|compare|cards)/.test(name);
const total = sizes.filter((size) => !isLater(size)).reduce((sum, { bytes }) => sum + bytes, 0);
console.log(
  `${kilobytes(total).padStart(10)}  of ${kilobytes(budgetBytes)}, gzipped, without what comes later (sim_core, stages and their charts, figures)`,
);
if (total > budgetBytes) {
  console.error(`dist is ${kilobytes(total - budgetBytes)} over its budget`);
  process.exitCode = 1;
}
