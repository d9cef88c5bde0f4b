// How many tests passed and failed, read from the closing lines of a test runner's output.

import { stripVTControlCharacters } from 'node:util';

const sum = (text, pattern) => [...text.matchAll(pattern)].reduce((total, match) => total + Number(match[1]), 0);

const readers = {
  cargo: (text) => ({
    passed: sum(text, /^test result: .*?(\d+) passed;/gm),
    failed: sum(text, /^test result: .*?(\d+) failed;/gm),
  }),
  vitest: (text) => ({
    passed: sum(text, /^ *Tests .*?(\d+) passed/gm),
    failed: sum(text, /^ *Tests .*?(\d+) failed/gm),
  }),
  playwright: (text) => ({
    passed: sum(text, /^ +(\d+) passed/gm),
    failed: sum(text, /^ +(\d+) (?:failed|did not run|interrupted)/gm),
  }),
};

/** The tally of one runner: `cargo`, `vitest` or `playwright`. */
export const tally = (runner, output) => readers[runner](stripVTControlCharacters(output));
