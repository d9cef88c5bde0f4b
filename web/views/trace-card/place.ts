/** The place of the trace card, which is loaded with the first trace. */

import type { View, ViewContext } from '../../app/view';
import { lazyOnceOpened } from '../lazy';

export const createTraceCardPlace = (context: ViewContext): View =>
  lazyOnceOpened(
    ({ trace }) => trace !== null,
    async () => (await import('./trace-card')).createTraceCard(context),
  );
