/** What is observed in devices of tests. */

import type { DeviceObservables } from './protocol';

/** Page mapping without a buffer. */
export const COLLECTS: DeviceObservables = {
  stages: { buffer: null, layer: null },
  moments: ['gc'],
  awaited: 'gc',
  breakpoints: ['gc'],
};
