// The `flashlab` command line.

import { projectPath, run } from './commands.mjs';
import { coreDirectory, coreSources } from './core.mjs';
import { requireNode, requireRust } from './prerequisites.mjs';
import { isFresh, stampedStep } from './steps.mjs';

/** A machine that builds once has nothing from what makes the next build shorter. */
export const cargoEnvironment = process.env.CI ? { CARGO_INCREMENTAL: '0' } : {};

/** For use: as fast as it can be. */
const release = {
  name: 'native',
  title: 'flashlab command line',
  flags: ['--release'],
  executable: 'sim-core/target/release/flashlab',
};

/** For tests, which hold results: the one that Rust's own tests build, with its checks for overflows and broken assumptions. */
const checked = {
  name: 'native-checked',
  title: 'flashlab command line for tests',
  flags: ['--profile', 'test'],
  executable: 'sim-core/target/debug/flashlab',
};

/** The path of the command line's executable; builds it, and says so, only if it is missing or old. */
export const nativeExecutable = () => built(release);

/** The same for tests. */
export const checkedExecutable = () => built(checked);

async function built({ name, title, flags, executable }) {
  const build = { name, title, inputs: coreSources, outputs: [executable] };
  if (!isFresh(build)) {
    requireNode();
    requireRust();
    await stampedStep(build, () =>
      run('cargo', ['build', ...flags, '--locked', '--quiet', '--bin', 'flashlab'], {
        cwd: coreDirectory,
        env: cargoEnvironment,
      }),
    );
  }
  return projectPath(executable);
}
