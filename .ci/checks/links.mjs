// Every relative link and picture in the project's Markdown files leads to something that is there, and every file that notes and
// comments name is one.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { brokenLinks, unknownFiles } from './broken-links.mjs';

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((name) => existsSync(name));
const pages = tracked.filter((name) => name.endsWith('.md'));
const noted = tracked.filter((name) => /\.(md|rs|ts|mjs|css|py)$/.test(name) && !isTest(name));

/** Every end of a path that begins with a folder or the file itself. */
const ends = new Set(tracked.flatMap((name) => name.split('/').map((_, index, parts) => parts.slice(index).join('/'))));

const broken = [
  ...pages.flatMap((page) => brokenLinks(page, readFileSync(page, 'utf8'), existsSync).map(at(page))),
  ...noted.flatMap((page) => unknownFiles(page, readFileSync(page, 'utf8'), (name) => ends.has(name)).map(at(page))),
];
for (const { page, line, target } of broken) console.error(`${page}:${line}: ${target} is not there`);
console.log(`${pages.length} Markdown files and the notes of ${noted.length}, ${broken.length} broken links`);
if (broken.length > 0) process.exitCode = 1;

function at(page) {
  return (found) => ({ page, ...found });
}

/** Tests name files that there are not, on purpose. */
function isTest(name) {
  return /\.test\.\w+$|\/tests?\//.test(name);
}
