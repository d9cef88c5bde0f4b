// Every relative link and picture in the project's Markdown files leads to something that is there.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { brokenLinks } from './broken-links.mjs';

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const pages = tracked.split('\0').filter((name) => name.endsWith('.md') && existsSync(name));

let broken = 0;
for (const page of pages) {
  for (const { line, target } of brokenLinks(page, readFileSync(page, 'utf8'), existsSync)) {
    console.error(`${page}:${line}: ${target} is not there`);
    broken += 1;
  }
}
console.log(`${pages.length} Markdown files, ${broken} broken links`);
if (broken > 0) process.exitCode = 1;
