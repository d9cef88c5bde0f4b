// Builds the core's tests with all mutants in them. What the compiler refuses is taken out, until it accepts the rest.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectPath, run, SetupError } from '../../setup/commands.mjs';
import { copySources, writeWhereOther } from '../../testing/copy-of-sources.mjs';
import { pointedAt, weave } from './weave.mjs';

const FOLDER = 'sim-core/target/mutants';
const COPY = `${FOLDER}/sources`;
const FINDER = '.ci/mutants/core/finder';
const LIBRARY = 'sim-core/src/lib.rs';
const CHOICE = 'sim-core/src/mutant_choice.rs';
/** The compiler tells of borrows when the types are right, and so on. */
const MOST_ROUNDS = 12;
const MOST_OUTPUT = 1 << 30;

/** The folder of the copied core, in which its tests run. */
export const CORE = projectPath(COPY, 'sim-core');

/** Builds, and gives `{ mutants, programs }`: `{ number, file, site, instead }` each, and the tests' programs by name. */
export async function build(files) {
  const found = await sitesOf(files);
  const refused = new Set();
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const woven = weaveAll(files, found, refused);
    copyWith(woven);
    const { succeeded, pointers, errors } = cargo(['check', '--lib']);
    const mutants = woven.flatMap((one) => one.mutants);
    if (succeeded) {
      console.error(
        `  building the core with ${mutants.length} mutants (${refused.size} are refused by the compiler) …`,
      );
      return { mutants, programs: builtTests() };
    }
    const before = refused.size;
    for (const pointer of pointers) for (const key of keysAt(woven, pointer)) refused.add(key);
    if (refused.size === before) throw new SetupError(`the core with its mutants does not build:\n${errors}`);
  }
  throw new SetupError(`the core with its mutants does not build in ${MOST_ROUNDS} rounds`);
}

/** The mutants that the compiler points at. */
function keysAt(woven, { file, from, to }) {
  const one = woven.find((candidate) => candidate.file === file);
  const numbers = one ? pointedAt(one.regions, from, to) : [];
  return (
    one?.mutants
      .filter(({ number }) => numbers.includes(number))
      .map(({ site, instead }) => keyOf(file, site, instead)) ?? []
  );
}

const keyOf = (file, site, instead) => JSON.stringify([file, site.start, site.end, site.kind, instead]);

async function sitesOf(files) {
  const target = projectPath(FOLDER, 'finder');
  await run('cargo', ['build', '--locked', '--release', '--quiet', '--target-dir', target], {
    cwd: projectPath(FINDER),
  });
  const { stdout } = spawnSync(join(target, 'release', 'mutant-finder'), files, {
    cwd: projectPath(),
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
  });
  return JSON.parse(stdout);
}

function weaveAll(files, found, refused) {
  let first = 0;
  return files.map((file, at) => {
    const isRefused = (site, instead) => refused.has(keyOf(file, site, instead));
    const { bytes, mutants, regions } = weave(readFileSync(projectPath(file)), found[at], first, isRefused);
    first += mutants.length;
    return { file, bytes, regions, mutants: mutants.map((mutant) => ({ ...mutant, file })) };
  });
}

function copyWith(woven) {
  const changed = new Map(woven.map(({ file, bytes }) => [file, bytes]));
  changed.set(LIBRARY, Buffer.from(`${readFileSync(projectPath(LIBRARY), 'utf8')}\npub mod mutant_choice;\n`));
  copySources(COPY, (file) => changed.get(file) ?? null);
  writeWhereOther(projectPath(COPY, CHOICE), readFileSync(projectPath('.ci/mutants/core/choice.rs')));
}

function builtTests() {
  const { succeeded, messages, errors } = cargo(['test', '--no-run', '--lib', '--test', 'main']);
  if (!succeeded) throw new SetupError(`the core with its mutants does not build:\n${errors}`);
  const tests = messages.filter(
    ({ reason, profile, executable }) => reason === 'compiler-artifact' && profile.test && executable,
  );
  return Object.fromEntries(tests.map(({ target, executable }) => [target.name, executable]));
}

/** Runs cargo on the copy: whether it succeeded, what it says, and where errors point. */
function cargo(args) {
  const { status, stdout, stderr } = spawnSync('cargo', [...args, '--locked', '--message-format=json'], {
    cwd: CORE,
    env: { ...process.env, CARGO_TARGET_DIR: projectPath(FOLDER, 'built'), RUSTFLAGS: '--cap-lints=allow' },
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
  });
  const messages = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const errors = messages.filter(({ reason, message }) => reason === 'compiler-message' && message.level === 'error');
  const pointers = errors.flatMap(({ message }) =>
    message.spans
      .filter(({ is_primary }) => is_primary)
      .map((span) => ({ file: `sim-core/${span.file_name}`, from: span.byte_start, to: span.byte_end })),
  );
  return {
    succeeded: status === 0,
    messages,
    pointers,
    errors: stderr + errors.map(({ message }) => message.rendered).join('\n'),
  };
}
