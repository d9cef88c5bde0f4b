// Which licence of a package is made use of, and its text.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences under which a package may be part of the page, the first of several that are offered being taken. */
const ALLOWED = [
  'MIT',
  'ISC',
  '0BSD',
  'Zlib',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Unicode-3.0',
  'Unlicense',
  'Apache-2.0',
];

/** Others, for single packages, with the reason. */
const EXCEPTIONS = {
  // Its own files must stay open, which they are: they are used as published, in a file of their own.
  mediabunny: 'MPL-2.0',
};

/**
 * The licences taken of a package whose manifest says `licence`, an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0`: one of each
 * choice; null if none of a choice is allowed.
 */
export function licencesTaken({ name, licence }) {
  const allowed = [...ALLOWED, EXCEPTIONS[name]];
  const taken = (licence ?? '').split(' AND ').map((choice) => {
    const offered = choice.split(/ OR |\//).map((each) => each.replace(/[()]/g, '').trim());
    return allowed.find((each) => offered.includes(each));
  });
  return taken.includes(undefined) ? null : taken;
}

/** The text of a licence that comes with the package in `folder`; null if it comes with none. */
export function licenceText(folder, licence) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|unlicense)/i.test(name));
  const word = licence.split('-')[0].toLowerCase();
  const file =
    names.find((name) => name.toLowerCase().includes(`-${word}`)) ?? names.find((name) => !name.includes('-'));
  return file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : null;
}
