// Mutants of the page, by Stryker.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { projectPath, run } from '../setup/commands.mjs';
import { installPackages } from '../setup/packages.mjs';
import { requireNode } from '../setup/prerequisites.mjs';
import { inStryker, installStryker } from '../setup/stryker.mjs';
import { mutantsOf } from '../testing/mutants.mjs';

const FOLDER = '.tools/mutants';

/** What the tests read, beside the page itself. Stryker works in a copy of it. */
const COPIED = ['web', 'public', 'traces', '.ci/mutants', '.tools/notices', 'sim-core/tests/fixtures'];
const COPIED_FILES = ['package.json', 'vite.config.ts'];

/**
 * Kinds of mutants that are not made. Strings: what is said is read by people, and by tests where it decides. Objects and optional
 * chains: without fields, or without the `?`, most are refused by TypeScript.
 */
const NOT_MADE = ['StringLiteral', 'ObjectLiteral', 'OptionalChaining'];

/** The files with decisions: what is shown and why, numbers, order, thresholds, what is enabled. None touches the document. */
export const files = () =>
  readFileSync(projectPath('.ci', 'mutants', 'page.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** The mutants of `files`, each with what came of it. */
export async function mutants(files) {
  requireNode();
  await installPackages();
  await installStryker();
  const report = `${FOLDER}/report.json`;
  const options = {
    testRunner: 'vitest',
    plugins: [inStryker('vitest-runner', 'dist', 'src', 'index.js'), projectPath('.ci', 'mutants', 'ignorers.mjs')],
    ignorers: ['refused-by-types'],
    mutate: files,
    mutator: { excludedMutations: NOT_MADE },
    // What is computed once, when a file is loaded, would have to be tried by all tests from the beginning.
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    concurrency: Math.max(1, availableParallelism() - 1),
    // The folder begins with a dot, and names outside it would be patterns of files to leave out.
    ignorePatterns: ['**', ...COPIED.map((folder) => `!${folder}/**`), ...COPIED_FILES.map((file) => `!${file}`)],
    tempDirName: `${FOLDER}/sources`,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    tsconfigFile: 'none', // it would be rewritten, by a compiler's interface that TypeScript 7 does not have
    vitest: { configFile: '.ci/mutants/vitest.config.mjs', dir: '.' },
    allowEmpty: true,
  };
  mkdirSync(projectPath(FOLDER), { recursive: true });
  rmSync(projectPath(report), { force: true });
  const config = projectPath(FOLDER, 'stryker.json');
  writeFileSync(config, JSON.stringify(options, null, 2));
  await run('node', [inStryker('core', 'bin', 'stryker.js'), 'run', config]);
  return mutantsOf(JSON.parse(readFileSync(projectPath(report), 'utf8')));
}
