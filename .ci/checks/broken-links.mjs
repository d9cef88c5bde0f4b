// Links in Markdown, and names of files in notes, as far as a file system can check them.

import { posix } from 'node:path';

// [text](target), ![picture](target "title"), src="target", href="target"
const link = /\]\(\s*<?([^)\s>]+)>?[^)]*\)|\b(?:src|href)="([^"]+)"/g;
const leadsElsewhere = (target) => /^([a-z][a-z0-9+.-]*:|#|\/\/)/i.test(target);

/** The links of a page whose target `exists(path)` denies, with their lines. What stands in code is no link. */
export function brokenLinks(page, text, exists) {
  return withoutCode(text)
    .split('\n')
    .flatMap((content, index) =>
      [...content.matchAll(link)].map((match) => ({ line: index + 1, target: match[1] ?? match[2] })),
    )
    .filter(({ target }) => !leadsElsewhere(target) && !exists(resolve(page, target)));
}

const resolve = (page, target) => posix.join(posix.dirname(page), decodeURIComponent(target.replace(/[?#].*$/, '')));

const blank = (code) => code.replace(/[^\n]/g, ' '); // keeps the line numbers
const withoutCode = (text) => text.replace(/^```.*?^```/gms, blank).replace(/`[^`\n]*`/g, blank);

// A file, with or without its folder, in code marks; a name with NAME or SYSTEM in it stands for several.
const fileName = /`(?:\.{1,2}\/)*([\w./-]+\.(?:rs|ts|mjs|css|py))`/g;
const isComment = /^\s*(?:\/\/|\/?\*|#)/;

/** The files that the notes in a file name and `knows(name)` denies, with their lines: all of Markdown but its blocks of code, else comments. */
export function unknownFiles(page, text, knows) {
  const isMarkdown = page.endsWith('.md');
  const notes = isMarkdown ? text.replace(/^```.*?^```/gms, blank) : text;
  return notes.split('\n').flatMap((content, index) => {
    if (!isMarkdown && !isComment.test(content)) return [];
    return [...content.matchAll(fileName)]
      .map(([, name]) => name)
      .filter((name) => !/[A-Z]{4}/.test(name) && !knows(name))
      .map((target) => ({ line: index + 1, target }));
  });
}
