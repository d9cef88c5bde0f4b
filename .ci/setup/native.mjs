// The `flashlab` command line.

import { projectPath, run } from './commands.mjs';
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
