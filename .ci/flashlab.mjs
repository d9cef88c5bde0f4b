// npm run -s flashlab -- ARGUMENTS: the command line, built first if need be. Needs no npm packages.

import { handOver, main } from './setup/commands.mjs';
import { nativeExecutable } from './setup/native.mjs';

main(async () => {
  const executable = await nativeExecutable();
  // npm starts scripts in the project's folder; a file named in the arguments is meant from where the person stands.
  await handOver(executable, process.argv.slice(2), { cwd: process.env.INIT_CWD ?? process.cwd() });
});
