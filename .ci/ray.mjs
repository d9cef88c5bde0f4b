// npm run test:ray: sweeps on a local Ray, and as Slurm and Kubernetes would start them. Ray comes from PyPI, in the pinned
// versions, into a virtual environment in the checkout. Where there is no Python for it, it says so and that is all.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, main, projectPath, run } from './setup/commands.mjs';
import { checkedExecutable } from './setup/native.mjs';
import { noteTime } from './setup/record.mjs';
import { stampedStep } from './setup/steps.mjs';

const environment = '.tools/ray-venv';
const requirements = 'sim-core/cluster/requirements.txt';
const python = projectPath(environment, 'bin', 'python');

// The versions of Python that Ray's wheels are for.
const [oldest, newest] = [9, 13];
const names = ['python3', ...[13, 12, 11, 10, 9].map((minor) => `python3.${minor}`)];

main(async () => {
  const base = names.map(described).find(Boolean);
  if (!base) {
    console.log(`Ray: skipped, there is no Python 3.${oldest} to 3.${newest} with venv`);
    return;
  }
  const executable = await checkedExecutable();
  await install(base);
  // Ray makes sockets below its folder, and their paths have to be short.
  const folder = mkdtempSync(join(tmpdir(), 'fl-'));
  const start = performance.now();
  try {
    await run(python, ['-B', projectPath('sim-core', 'cluster', 'test_cluster.py')], {
      env: { FLASHLAB: executable, RAY_TMPDIR: folder, RAY_USAGE_STATS_ENABLED: '0' },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    noteTime('tests: Ray', performance.now() - start);
  }
});

/** A Python that can make virtual environments and that Ray is built for, or null. */
function described(name) {
  const version = capture(name, ['-c', 'import sys, venv, ensurepip; print(sys.version_info[1], sys.version)']);
  const minor = Number(version?.split(' ')[0]);
  return minor >= oldest && minor <= newest ? { name, version } : null;
}

function install({ name, version }) {
  const outputs = [`${environment}/bin/python`];
  return stampedStep({ name: 'ray', title: 'Ray', inputs: [requirements], outputs, key: version }, async () => {
    rmSync(projectPath(environment), { recursive: true, force: true });
    await run(name, ['-m', 'venv', projectPath(environment)]);
    const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:'];
    await run(python, ['-m', 'pip', 'install', ...options, '-r', requirements]);
  });
}
