/** Operations of tests. */

import type { Operation } from './protocol';

/** A page operation of the first request that took no time and touched nothing, but for `more`. */
export const operation = (more: Partial<Operation>): Operation => ({
  index: 0,
  kind: 'program',
  cause: null,
  request: 0,
  start_ns: 0,
  end_ns: 0,
  lpn: null,
  pages: 1,
  from: null,
  to: null,
  stale: null,
  block: null,
  slot: null,
  purpose: 'host',
  ...more,
});
