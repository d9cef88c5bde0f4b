// What has to be on the machine beforehand; what is missing is one line that says how to get it.

import { capture, SetupError } from './commands.mjs';

const oldestRust = [1, 89];

/** Node as new as Vite needs it. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  throw new SetupError(
    `Node 20.19 or newer is needed, this is ${process.versions.node}: get one from https://nodejs.org`,
  );
}

/** Cargo, a new enough rustc and a linker; returns the compiler's version line, since results depend on it. */
export function requireRust() {
  const version = capture('rustc', ['--version']);
  if (version === null || capture('cargo', ['--version']) === null) {
    throw new SetupError('Rust is missing: install rustup from https://rustup.rs, then run this again');
  }
  const [major, minor] = version.match(/\d+/g).map(Number);
  if (major < oldestRust[0] || (major === oldestRust[0] && minor < oldestRust[1])) {
    throw new SetupError(
      `Rust ${oldestRust.join('.')} or newer is needed, this is ${version}: run \`rustup update stable\``,
    );
  }
  if (capture('cc', ['--version']) === null) {
    throw new SetupError(
      'a C linker is missing: install gcc (Debian, Ubuntu: `apt-get install gcc libc6-dev`; macOS: `xcode-select --install`)',
    );
  }
  return version;
}

/** rustup, where something has to be added to the toolchain. */
export function requireRustup(what) {
  if (capture('rustup', ['--version']) !== null) return;
  throw new SetupError(
    `Rust's ${what} is missing and there is no rustup to add it: install rustup from https://rustup.rs`,
  );
}
