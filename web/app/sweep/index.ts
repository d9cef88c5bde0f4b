/** What the sweep's screen has loaded when it is first opened. */

export { createKeep } from './keep';
export { createSweep } from './sweep';
