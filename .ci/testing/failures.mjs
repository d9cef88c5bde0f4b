// What of a test runner's output tells its failures, for the end of a whole run: who reads a long log reads its end first.

import { stripVTControlCharacters } from 'node:util';

/** Lines of one failure that are told again; the rest stands where the suite ran. */
const LINES = 30;

const BEGINNING = {
  cargo: /^---- .+ stdout ----$/m,
  vitest: /^ FAIL {2}/m,
  playwright: /^ {2}\d+\) /m,
};
const END = {
  cargo: /^(?:failures|stack backtrace):$/m,
  vitest: /^⎯+\[\d+\/\d+\]⎯|^ Test Files /m,
  playwright: /^ {2}\d+ failed$/m,
};

/** The failures of one runner, each cut to its first lines. */
export function failures(runner, output) {
  const beginning = BEGINNING[runner];
  const parts = split(stripVTControlCharacters(output), beginning).filter((part) => part.search(beginning) === 0);
  return parts.map((part) => part.split(END[runner])[0].trim().split('\n').slice(0, LINES).join('\n'));
}

/** `text` cut before each match of `beginning`, which stays. */
const split = (text, beginning) => text.split(new RegExp(`(?=${beginning.source})`, 'm'));
