// npm run mutants -- [--only page|core] [PATH...]: changes what decides one expression at a time (of the files whose paths begin so), and tells
// which changes no test notices; 1 if there is one that is not explained in .ci/mutants.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as core from './mutants/core.mjs';
import * as page from './mutants/page.mjs';
import { main, projectPath, SetupError } from './setup/commands.mjs';
import { score, sortOut } from './testing/mutants.mjs';

const SUITES = { page, core };

main(async () => {
  const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  const names = values.only === undefined ? Object.keys(SUITES) : [values.only];
  for (const name of names) {
    const suite = SUITES[name];
    if (suite === undefined) throw new SetupError(`no mutants of ${name}: ${Object.keys(SUITES).join(', ')}`);
    const files = suite
      .files()
      .filter((file) => positionals.length === 0 || positionals.some((path) => file.startsWith(path)));
    if (files.length === 0) throw new SetupError(`no file with mutants begins with ${positionals.join(', ')}`);
    tell(await suite.mutants(files), JSON.parse(readFileSync(projectPath('.ci', 'mutants', `${name}.json`), 'utf8')));
  }
});

/** Prints the survivors, a file at a time, and the counts. */
function tell(mutants, explained) {
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const { counts, survivors } = sortOut(
      mutants.filter((mutant) => mutant.file === file),
      explained,
    );
    console.log(summary(file, counts));
    for (const { line, outcome, before, after, function: within } of survivors) {
      console.log(`  ${file}:${line}, ${within}, ${outcome === 'survived' ? 'survived' : 'covered by no test'}`);
      console.log(`  - ${before}\n  + ${after}`);
    }
  }
  const { counts, survivors, needless } = sortOut(mutants, explained);
  for (const { file, function: within, before, after } of needless)
    console.log(`explained, but noticed or no longer made: ${file}, ${within}: ${after ?? before ?? 'all of it'}`);
  console.log(summary('all', counts));
  if (survivors.length + needless.length > 0) process.exitCode = 1;
}

const summary = (name, counts) =>
  `${name}: ${score(counts).toFixed(0)} %: ${counts.killed} killed, ${counts.timed_out} timed out, ${counts.explained} explained, ${counts.survived} survived, ${counts.not_covered} covered by no test`;
