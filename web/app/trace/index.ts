/** All that a trace's page does; loaded with the first trace. */

export { save, takeWindow } from './cut';
export { chooseBase, chooseDevice, chooseWindow, show } from './look';
export { replayedDocument } from './replayed';
