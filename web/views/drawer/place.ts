/** The place of the drawer, which is loaded when it is first opened. */

import type { View, ViewContext } from '../../app/view';
import { lazyOnceOpened } from '../lazy';

export const createDrawerPlace = (context: ViewContext): View =>
  lazyOnceOpened(
    ({ drawer_open }) => drawer_open,
    async () => (await import('./drawer')).createDrawer(context),
  );
