// Writes the requests that lead C-lash through both halves of Figure 2 of its papers: `node traces/make/clash-figure-2.mjs`.
// Blocks of 4 pages of 2 KiB, 8 page slots, 2 block slots; a page is written as [block, page].

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE_BYTES = 2048;
const PAGES_PER_BLOCK = 4;
const FIRST_TICK = 133_000_000_000_000_000n; // FILETIME, 100 ns
const TICKS_APART = 10_000_000n;

const all = (type, pages) => pages.map((page) => ({ type, page }));

const upperHalf = all('Write', [
  ...[[4, 1], [4, 2], [10, 0], [10, 1], [7, 0], [7, 2], [21, 0], [9, 1], [12, 3], [30, 0], [21, 1], [21, 3]],
  [5, 0], // no slot is free: three pages of B21 trade places with two of B4
]);
const givenUp = all('Trim', [
  ...[[4, 1], [4, 2], [5, 0], [7, 0], [7, 2], [9, 1], [10, 0], [10, 1], [12, 3], [21, 0], [21, 1], [21, 3], [30, 0]],
]);
const lowerHalf = all('Write', [
  ...[[4, 0], [4, 1], [4, 2], [4, 3], [10, 0], [10, 1], [10, 2], [7, 1], [9, 0], [12, 3], [30, 2], [40, 0], [41, 1]],
  ...[[21, 0], [21, 2]],
  [5, 0], // no block has fewer pages than B21: B4, complete, is flushed
]);
const mergeRead = all('Write', [
  [5, 1],
  [6, 0], // B10 is flushed, and page 3 of it read up from flash before
]);
const everyWay = [
  ...all('Read', [[4, 0], [5, 0], [7, 1]]), // from flash, from a block slot, from a page slot
  ...all('Write', [[5, 1], [7, 1]]), // over a page in a block slot, over one in a page slot
];

const line = ({ type, page: [block, offset] }, number) =>
  [
    FIRST_TICK + BigInt(number) * TICKS_APART,
    'figure',
    2,
    type,
    (block * PAGES_PER_BLOCK + offset) * PAGE_BYTES,
    PAGE_BYTES,
    0,
  ].join(',');

const requests = [...upperHalf, ...givenUp, ...lowerHalf, ...mergeRead, ...everyWay];
const text = requests.map((request, number) => `${line(request, number)}\n`).join('');
const sidecar = {
  source: 'written by hand: both halves of Figure 2 of the C-lash papers, for blocks of 4 pages',
  sha256: createHash('sha256').update(text).digest('hex'),
  page_bytes: PAGE_BYTES,
};
const beside = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
writeFileSync(beside('clash-figure-2.csv'), text);
writeFileSync(beside('clash-figure-2.csv.json'), `${JSON.stringify(sidecar, null, 2)}\n`);
