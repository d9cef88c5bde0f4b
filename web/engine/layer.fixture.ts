/** What a frame tells of a layer, where a test is about something else. */

import type { LayerView } from './protocol';

/** A layer that shows nothing of itself; `more` is what the test is about. */
export const emptyLayer = (more: Partial<LayerView> = {}): LayerView => ({
  parked: [],
  parked_total: 0,
  homes: [],
  map: null,
  shared: null,
  cache: null,
  buffer: null,
  ttflash: null,
  openchannel: null,
  ...more,
});
