// The `flashlab` command line, and what it writes for the page.

import { mkdirSync, writeFileSync } from 'node:fs';
import { capture, projectPath, run, SetupError } from './commands.mjs';
import { coreDirectory, coreSources } from './core.mjs';
import { requireNode, requireRust } from './prerequisites.mjs';
import { isFresh, stampedStep } from './steps.mjs';

const executable = 'sim-core/target/release/flashlab';

const build = {
  name: 'native',
  title: 'flashlab command line',
  inputs: coreSources,
  outputs: [executable],
};

/** The path of the command line's executable; builds it, and says so, only if it is missing or old. */
export async function nativeExecutable() {
  if (!isFresh(build)) {
    requireNode();
    requireRust();
    await stampedStep(build, () =>
      run('cargo', ['build', '--release', '--locked', '--quiet', '--bin', 'flashlab'], {
        cwd: coreDirectory,
      }),
    );
  }
  return projectPath(executable);
}

/** Writes the experiment document's schema, as the crate's own types give it, for the page's types to be made from. */
export async function writeExperimentSchema() {
  const path = await nativeExecutable();
  const schemaFile = 'web/generated/experiment.json';
  await stampedStep(
    { name: 'schema', title: 'schema of the experiment document', inputs: [executable], outputs: [schemaFile] },
    () => {
      const schema = capture(path, ['schema']);
      if (schema === null) throw new SetupError('`flashlab schema` failed');
      mkdirSync(projectPath('web', 'generated'), { recursive: true });
      writeFileSync(projectPath(schemaFile), `${schema}\n`);
    },
  );
}
