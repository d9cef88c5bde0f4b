// The simulator core's crate: where it is and what it is built from.

import { projectPath } from './commands.mjs';

export const coreDirectory = projectPath('sim-core');

/** What a build of the crate depends on, relative to the project. */
export const coreSources = ['sim-core/src', 'sim-core/Cargo.toml', 'sim-core/Cargo.lock'];
