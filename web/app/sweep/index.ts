/** What the sweep's screen has loaded when it is first opened. */

export { commandLine } from './command-line';
export { SWEEP_EXAMPLES } from './examples';
export { fromLanes } from './from-lanes';
export { firstDraft } from './propose';
export { createKeep } from './saved-points';
export { createSweep } from './sweep';
