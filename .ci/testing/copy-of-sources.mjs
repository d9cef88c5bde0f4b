// A copy of the sources to plant faults in. It stays for the next time: what is as it was keeps its time, and with it what was built of it.

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { capture, projectPath } from '../setup/commands.mjs';

/** What is installed or built beside the sources. */
const BESIDE = ['node_modules', '.tools', 'dist', 'web/pkg', 'web/pkg-first'];

const listed = (...args) =>
  capture('git', ['ls-files', '-z', ...args])
    .split('\0')
    .filter(Boolean);

/** Makes the folder `copy` what the sources are, but for what `changed` gives for a file (null: nothing). */
export function copySources(copy, changed = () => null) {
  const gone = new Set(listed('--deleted'));
  const files = listed('--cached', '--others', '--exclude-standard').filter((file) => !gone.has(file));
  const listFile = projectPath(copy, '..', 'sources.json');
  const before = existsSync(listFile) ? JSON.parse(readFileSync(listFile, 'utf8')) : [];
  const now = new Set(files);
  for (const file of before) if (!now.has(file)) rmSync(projectPath(copy, file), { force: true });
  for (const file of files) writeWhereOther(projectPath(copy, file), changed(file) ?? readFileSync(projectPath(file)));
  writeFileSync(listFile, JSON.stringify(files));
  for (const folder of BESIDE) {
    if (!existsSync(projectPath(copy, folder)) && existsSync(projectPath(folder)))
      symlinkSync(projectPath(folder), projectPath(copy, folder));
  }
}

/** Writes a file unless it holds these very bytes. */
export function writeWhereOther(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}
