// npm run fuzz -- [--seconds N] [--seed S] [--case K] [--only NAME]: what strangers hand in, damaged, for as long as wanted: in the core traces of
// every format, experiments, sweeps, challenges and formulas; in the page links, lessons, messages, what is kept and typed values; or, by NAME, one
// kind alone (experiment, sweep, challenge, formula, a file of web/fuzz/subjects) or the traces whose names begin so.

import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { main, projectPath } from './setup/commands.mjs';
import { runDrawn, runDrawnInPage } from './setup/drawn.mjs';

/** What the page's tests damage, a file each. */
const inPage = readdirSync(projectPath('web', 'fuzz', 'subjects')).map((file) => file.replace(/\.ts$/, ''));

main(async () => {
  const { only } = parseArgs({ options: { only: { type: 'string' } }, strict: false }).values;
  const is_in_page = inPage.some((name) => only && name.startsWith(only));
  if (!is_in_page) await runDrawn('fuzz', ['only']);
  if (is_in_page || only === undefined) await runDrawnInPage('fuzz', ['only']);
});
