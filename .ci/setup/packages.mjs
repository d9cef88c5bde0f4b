// The npm packages, exactly as package-lock.json has them.

import { run } from './commands.mjs';
import { stampedStep } from './steps.mjs';

/** Installs the npm packages. */
export function installPackages() {
  return stampedStep(
    {
      name: 'packages',
      title: 'npm packages',
      inputs: ['package.json', 'package-lock.json', '.npmrc'],
      outputs: ['node_modules/.package-lock.json'],
      key: process.version,
    },
    // The build tools are development packages, and NODE_ENV=production would leave them out.
    () => run('npm', ['ci', '--include=dev'], { env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' } }),
  );
}
